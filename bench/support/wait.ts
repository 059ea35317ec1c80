import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition isTrue; gives up after a minute. */
export const waitUntil = async (what: string, isTrue: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`waited a minute for ${what}`);
    await delay(20);
  }
};
