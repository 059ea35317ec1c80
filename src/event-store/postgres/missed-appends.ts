import { sleepFor } from '../../concurrency/sleep.ts';
import type { LogTail } from './log-tail.ts';

/** A notification can be lost with its connection. An event may then stay unseen for this long. */
const LOOK_MS = 1_000;

export interface MissedAppendsOptions {
  readonly tail: Pick<LogTail, 'heard' | 'hear' | 'isFollowed'>;
  /** Position of the last event of the log. */
  readonly readHead: () => Promise<number>;
}

/**
 * Looks where the log ends, once a second for all subscribers of the process, and tells them if it ends further than they have
 * heard. Resolves when the signal aborts.
 */
export const findMissedAppends = async (
  { tail, readHead }: MissedAppendsOptions,
  signal: AbortSignal,
  sleep = sleepFor,
): Promise<void> => {
  while (!signal.aborted) {
    await sleep(LOOK_MS, signal);
    if (signal.aborted || !tail.isFollowed) continue;
    try {
      const head = await readHead();
      if (head > tail.heard) tail.hear(String(head));
    } catch {
      // The subscribers look for themselves, and tell that the log can not be read.
      tail.hear('');
    }
  }
};
