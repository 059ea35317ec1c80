import { LRUCache } from 'lru-cache';
import type { EventStore } from '../../event-store/event-store.ts';
import { allProjections } from '../all-projections.ts';
import type { ProjectionSignals } from './signals.ts';
import { WAIT_MS } from './wait-for.ts';

/** The part of it that a wait has which began with another one: both together take less than WAIT_MS. */
const SHORTER = 0.75;
/** After this time a caller who still waits has the end of the log looked up. */
const LOOK_MS = 100;

const READ_MODELS = allProjections.map(({ name }) => name);

/**
 * Read your writes: each function resolves when these read models (default: all) have reached the position, or after a
 * bounded wait.
 */
export interface Waits {
  /** Up to a position. One beyond the end of the log, as of a log that was there before, never comes: it is not waited for. */
  shown(position: number, readModels?: readonly string[]): Promise<void>;
  /** The caller of a command has something else to wait for: its wait for this position begins now, and is shorter. */
  begin(position: number): void;
  /** Waits for the end that the log has now. Returns that position, or null if the wait was too short. */
  caughtUp(readModels?: readonly string[]): Promise<number | null>;
  /**
   * Something that was made a moment ago may not be in the read models yet: reads, and if it is not there waits and
   * reads again.
   */
  readTwice<Found>(
    read: () => Promise<Found>,
    isThere: (found: Found) => boolean,
    readModels?: readonly string[],
  ): Promise<Found>;
}

export const createWaits = (
  store: Pick<EventStore, 'head'>,
  signals: Pick<ProjectionSignals, 'position' | 'waitFor'>,
  waitMs = WAIT_MS,
): Waits => {
  /** Until when positions are waited for, in milliseconds on the monotonic clock, if their wait has begun. */
  const deadlines = new LRUCache<number, number>({ max: 1_000 });
  /** Read models that did not move during a whole wait, and their positions. */
  const standing = new Map<string, number>();

  /** Ends only if it is. A log that cannot be asked leaves the wait as it is. */
  const isBeyondLog = (position: number): Promise<true> =>
    new Promise((resolve) => {
      store.head().then(
        (head) => position > head && resolve(true),
        () => {},
      );
    });

  const shown: Waits['shown'] = async (position, readModels = READ_MODELS) => {
    // A read model that stands still is waited for again only after it has moved: otherwise every command would wait
    // for nothing.
    const moving = readModels.filter((name) => standing.get(name) !== signals.position(name));
    const from = moving.map((name) => signals.position(name));
    const deadline = deadlines.get(position);
    const left = deadline === undefined ? waitMs : Math.max(0, deadline - performance.now());
    const first = Math.min(left, LOOK_MS);
    if (await signals.waitFor(moving, position, first)) return;
    const ended = await Promise.race([signals.waitFor(moving, position, left - first), isBeyondLog(position)]);
    if (ended || left < waitMs) return;
    for (const [index, name] of moving.entries()) {
      const reached = signals.position(name);
      if (reached < position && reached === from[index]) standing.set(name, reached);
    }
  };

  const caughtUp: Waits['caughtUp'] = async (readModels = READ_MODELS) => {
    const head = await store.head();
    await shown(head, readModels);
    return readModels.every((name) => signals.position(name) >= head) ? head : null;
  };

  return {
    shown,
    begin: (position) => void deadlines.set(position, performance.now() + waitMs * SHORTER),
    caughtUp,
    readTwice: async (read, isThere, readModels) => {
      const found = await read();
      if (isThere(found)) return found;
      await caughtUp(readModels);
      return read();
    },
  };
};
