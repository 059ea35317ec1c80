import type { Sleep } from '../../src/concurrency/sleep.ts';

/** A sleep by the timers of vitest: those of node:timers/promises stay real. */
export const sleepUntil: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve());
  });
