import { setTimeout as delay } from 'node:timers/promises';

/** False if the work fails or takes longer. The work itself goes on. */
export const isDoneWithin = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  const timer = new AbortController();
  const tooLong = delay(ms, false, { signal: timer.signal, ref: false }).catch(() => false);
  const done = work.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([done, tooLong]);
  } finally {
    timer.abort();
  }
};
