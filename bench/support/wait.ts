import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds; gives up after a minute. */
export const waitUntil = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited a minute for ${what}`);
    await delay(20);
  }
};
