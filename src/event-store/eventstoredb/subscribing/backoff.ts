import { sleepFor } from '../../../concurrency/sleep.ts';

const FIRST_MS = 50;
const LONGEST_MS = 2_000;

/** Exponential backoff: pauses between the attempts at something that fails, ever longer ones. */
export interface Backoff {
  /** Reports a failure, only the first of a row: a server may be away for hours. Then waits. */
  failed(error: unknown, signal: AbortSignal): Promise<void>;
  succeeded(): void;
}

export const createBackoff = (onFirst: (error: unknown) => void): Backoff => {
  let wait = FIRST_MS;
  return {
    failed: async (error, signal) => {
      if (wait === FIRST_MS) onFirst(error);
      // Jitter: all processes lose a restarting server at the same moment.
      const pause = wait * (0.5 + Math.random() / 2);
      wait = Math.min(wait * 2, LONGEST_MS);
      await sleepFor(pause, signal);
    },
    succeeded: () => {
      wait = FIRST_MS;
    },
  };
};
