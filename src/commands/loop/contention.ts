import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/**
 * Fairness between processes that write the same stream. The process whose append landed could send the next at once,
 * while the one that lost has to read first, and would lose again and again. So a process that has lost an append on a
 * stream a moment ago pauses after each one that it wins there: then both get to write.
 */
export interface Contention {
  /** One of our appends came too late: another process writes the stream too. */
  lost(stream: string): void;
  won(stream: string): void;
  /** Waits until our pause on the stream is over. Without other writers there is no pause. */
  pause(stream: string): Promise<void>;
}

/** A process that has not lost for so long is alone again. */
const REMEMBERED_MS = 1_000;
/** Long enough for the others to read the new events and append theirs. */
const LEAST_PAUSE_MS = 4;
const MOST_PAUSE_MS = 10;

export const createContention = (): Contention => {
  /** When our pause on a contended stream ends. */
  const pauses = new LRUCache<string, { end: number }>({ max: 1_000, ttl: REMEMBERED_MS });
  return {
    lost: (stream) => {
      pauses.set(stream, { end: 0 });
    },
    won: (stream) => {
      const pause = pauses.get(stream);
      if (!pause) return;
      pause.end = performance.now() + LEAST_PAUSE_MS + Math.random() * (MOST_PAUSE_MS - LEAST_PAUSE_MS);
    },
    pause: async (stream) => {
      const pause = pauses.get(stream);
      const wait = pause ? pause.end - performance.now() : 0;
      if (wait > 0) await delay(wait);
    },
  };
};
