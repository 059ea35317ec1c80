import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';
import type { Counter } from './shared-counter.ts';

/** The place of one request in its caller's window. */
export interface Place {
  readonly isWithin: boolean;
  /**
   * How many points of this window are used, this request included. Exact if points are taken one at a time, else as
   * far as this process knows.
   */
  readonly used: number;
  /** Until the window ends. */
  readonly ms: number;
}

export interface Leases {
  /**
   * Counts `points` (default one) of `id`, which has `max` points in a window. If the first point is within the limit,
   * all are: a request that costs more than is left gets through, and uses the window up.
   */
  take(id: string, max: number, points?: number): Place | Promise<Place>;
  /** Points that were taken a moment ago, and not used. */
  giveBack(id: string, points: number): void;
}

export interface LeasesOptions {
  readonly counter: Counter;
  /**
   * No window is longer, whatever the counter says. Also the length of windows that are counted here while the counter
   * is away.
   */
  readonly windowMs: number;
}

interface Waiting {
  readonly max: number;
  readonly points: number;
  readonly resolve: (place: Place) => void;
}

interface Window {
  /** Points that all processes took together, as far as this process knows. */
  consumed: number;
  /** The points of these that are ours to spend: places `next` up to `consumed`. */
  next: number;
  /** Where the points that were taken last begin: none before them are ours. */
  first: number;
  /** On the monotonic clock. */
  endsAt: number;
  waiting: Waiting[];
  isAsking: boolean;
}

/** A raised limit gets this many times fewer round trips. Up to twice this limit every request is counted alone. */
const POINTS_FOR_ONE = 1_200;
/** How many callers are remembered. Forgetting one costs a round trip, and the rest of its points. */
const MAX_CALLERS = 50_000;

/**
 * Spends points of a shared counter in this process. Places in a window are numbered over all processes, and only those
 * up to the limit get through: never more than the limit in total, however many processes count. Requests that wait for
 * the counter share one round trip. A window that is known to be used up needs none, so a flood never reaches the
 * database.
 */
export const createLeases = ({ counter, windowMs }: LeasesOptions): Leases => {
  const windows = new LRUCache<string, Window>(atMost(MAX_CALLERS));

  const windowOf = (id: string): Window => {
    let window = windows.get(id);
    if (!window) {
      window = { consumed: 0, next: 0, first: 0, endsAt: Number.NEGATIVE_INFINITY, waiting: [], isAsking: false };
      windows.set(id, window);
    }
    return window;
  };

  const ask = async (id: string, window: Window): Promise<void> => {
    window.isAsking = true;
    while (window.waiting.length > 0) {
      const rest = window.waiting.filter(({ max, points, resolve }) => {
        // First what is left of the last answer: the next answer would skip these points.
        const now = performance.now();
        if (!isKnown(window, max, points, now)) return true;
        resolve(spend(window, max, points, now));
        return false;
      });
      window.waiting = [];
      if (rest.length === 0) break;
      await lease(id, window, pointsFor(rest));
      for (const { max, points, resolve } of rest) resolve(spend(window, max, points, performance.now()));
    }
    window.isAsking = false;
  };

  const lease = async (id: string, window: Window, points: number): Promise<void> => {
    try {
      const { consumedPoints, msBeforeNext } = await counter.consume(id, points);
      window.consumed = consumedPoints;
      window.endsAt = performance.now() + Math.min(msBeforeNext, windowMs);
    } catch {
      // Counts on from what is known: a limiter that fails must not refuse callers, and must not let a flood through.
      const now = performance.now();
      if (now >= window.endsAt) {
        window.consumed = 0;
        window.endsAt = now + windowMs;
      }
      window.consumed += points;
    }
    window.next = window.consumed - points;
    window.first = window.next;
  };

  return {
    take(id, max, points = 1) {
      const window = windowOf(id);
      const now = performance.now();
      if (isKnown(window, max, points, now)) return spend(window, max, points, now);
      return new Promise((resolve) => {
        window.waiting.push({ max, points, resolve });
        if (!window.isAsking) void ask(id, window);
      });
    },
    giveBack(id, points) {
      const window = windows.get(id);
      if (window) window.next = Math.max(window.first, window.next - points);
    },
  };
};

/** Whether the counter need not be asked: there are enough points here, or none are left at all. */
const isKnown = (window: Window, max: number, points: number, now: number): boolean =>
  now < window.endsAt && (window.next + points <= window.consumed || window.consumed >= max);

/** A caller cannot use more than the limit itself. */
const pointsFor = (waiting: readonly Waiting[]): number => {
  const max = waiting.reduce((most, each) => Math.max(most, each.max), 0);
  const wanted = waiting.reduce((sum, each) => sum + each.points, 0);
  return Math.min(max, Math.max(wanted, Math.floor(max / POINTS_FOR_ONE)));
};

const spend = (window: Window, max: number, points: number, now: number): Place => {
  const isWithin = window.next < window.consumed && window.next < max;
  if (isWithin) window.next += points;
  return { isWithin, used: isWithin ? window.next : Math.max(max, window.consumed), ms: window.endsAt - now };
};
