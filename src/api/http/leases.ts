import { LRUCache } from 'lru-cache';
import type { Counter } from './shared-counter.ts';

/** One request's place in its caller's window. */
export interface Place {
  readonly isWithin: boolean;
  /** Points of this window that are taken up to here; exact where one is taken at a time, else of what this process knows. */
  readonly used: number;
  /** Until the window ends. */
  readonly ms: number;
}

export interface Leases {
  /**
   * Counts `points` (one unless told) of `id`, which has `max` in a window. All are within it if the first of them is: what
   * costs more than is left gets through, and uses the window up.
   */
  take(id: string, max: number, points?: number): Place | Promise<Place>;
}

export interface LeasesOptions {
  readonly counter: Counter;
  /** No window is longer, whatever the counter says; also the length of those counted here while it can't be reached. */
  readonly windowMs: number;
}

interface Waiting {
  readonly max: number;
  readonly points: number;
  readonly resolve: (place: Place) => void;
}

interface Window {
  /** Points taken by every process together, as far as is known here. */
  consumed: number;
  /** Those of them that are ours to spend: the places from `next` up to `consumed`. */
  next: number;
  /** On the monotonic clock. */
  endsAt: number;
  waiting: Waiting[];
  isAsking: boolean;
}

/** Who raises a limit gets this many times fewer round trips; up to twice this limit every request is counted by itself. */
const POINTS_FOR_ONE = 1_200;
/** Callers remembered at once. One forgotten costs a round trip, and what was left of its points. */
const MAX_CALLERS = 50_000;

/**
 * Spends points of a shared counter in this process. Places in a window are numbered over all processes, and only those up
 * to the limit are let through: never more than the limit in total, however many processes count. Requests that wait for
 * the counter share one round trip, and a window known to be used up needs none: a flood never reaches the database.
 */
export const createLeases = ({ counter, windowMs }: LeasesOptions): Leases => {
  const windows = new LRUCache<string, Window>({ max: MAX_CALLERS });

  const windowOf = (id: string): Window => {
    let window = windows.get(id);
    if (!window) {
      window = { consumed: 0, next: 0, endsAt: Number.NEGATIVE_INFINITY, waiting: [], isAsking: false };
      windows.set(id, window);
    }
    return window;
  };

  const ask = async (id: string, window: Window): Promise<void> => {
    window.isAsking = true;
    while (window.waiting.length > 0) {
      const rest = window.waiting.filter(({ max, points, resolve }) => {
        // What the last answer left comes first: the next one would pass it by, and it would be nobody's.
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
      // Counted on from what is known: a limiter that fails must refuse nobody, and let through no flood either.
      const now = performance.now();
      if (now >= window.endsAt) {
        window.consumed = 0;
        window.endsAt = now + windowMs;
      }
      window.consumed += points;
    }
    window.next = window.consumed - points;
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
  };
};

/** Whether the counter need not be asked: there are points enough left here, or none are left anywhere. */
const isKnown = (window: Window, max: number, points: number, now: number): boolean =>
  now < window.endsAt && (window.next + points <= window.consumed || window.consumed >= max);

/** More than the limit itself is no use to anyone. */
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
