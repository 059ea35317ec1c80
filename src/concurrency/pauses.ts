import { sleepFor } from './sleep.ts';

/** Pauses in which work gathers. A flush shortens them. */
export interface Pauses {
  /** Lasts until `most`; if a caller flushes, until then, but at least until `least`. Both are times of performance.now(). */
  pause(least: number, most: number, signal: AbortSignal): Promise<void>;
  /** Shortens the pause under way, or the next one. */
  flush(): void;
}

export const createPauses = (sleep = sleepFor): Pauses => {
  let flushed = new AbortController();

  const until = async (time: number, signal: AbortSignal): Promise<void> => {
    const rest = time - performance.now();
    if (rest > 0) await sleep(rest, signal);
  };

  return {
    pause: async (least, most, signal) => {
      await until(least, signal);
      await until(most, AbortSignal.any([signal, flushed.signal]));
      flushed = new AbortController();
    },
    flush: () => flushed.abort(),
  };
};
