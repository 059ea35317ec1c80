import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../database/connection.ts';
import { codeOf } from '../database/thrown.ts';
import { StoreAway } from '../event-store/event-store.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

const PAUSE_MS = 500;
/** Between two lines that say what the start waits for. */
const TELL_EVERY_MS = 5_000;

/** A host that is not known, or cannot be reached: its machine or container may be starting, too. */
const UNREACHED = /^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ECONNABORTED)$/;

export interface RetryOptions {
  /** Milliseconds, from the first failure on. 0: the first failure counts. */
  readonly withinMs: number;
  readonly log: Pick<Logger, 'warn'>;
  /** Aborted when the process is told to stop. */
  readonly signal?: AbortSignal;
}

/** Makes an attempt, and makes it again while what it needs is away. */
export type Retry = <Result>(attempt: () => Promise<Result>) => Promise<Result>;

/** For callers who want to hear of the first failure. */
export const noRetry: Retry = (attempt) => attempt();

/**
 * Waits for a database or an event store that is away, and says so in a line now and then. All attempts have the time
 * together. An error that waiting does not mend, as a wrong password, is thrown at once.
 * @throws StartFailure when the time is over; the signal's reason when the process is told to stop
 */
export const createRetry = ({ withinMs, log, signal }: RetryOptions): Retry => {
  let deadline: number | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;

  /** Returns if there is time for another attempt. */
  const pauseAfter = async (error: unknown): Promise<void> => {
    signal?.throwIfAborted();
    if (!isPassing(error)) throw error;
    const now = performance.now();
    deadline ??= now + withinMs;
    if (now + PAUSE_MS > deadline) throw new StartFailure(tooLate(error, withinMs));
    if (now - toldAt >= TELL_EVERY_MS) {
      toldAt = now;
      log.warn({ for_s: Math.round((deadline - now) / 1_000) }, `the start waits: ${reasonOf(error)}`);
    }
    await delay(PAUSE_MS, undefined, { signal }).catch(() => signal?.throwIfAborted());
  };

  return async (attempt) => {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        await pauseAfter(error);
      }
    }
  };
};

const tooLate = (error: unknown, withinMs: number): string =>
  `${reasonOf(error)} (STARTUP_TIMEOUT: the start waited for ${withinMs / 1_000} s)`;

/** Whether the same may succeed later, without anybody changing a setting. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof StoreAway || isDatabaseAway(error) || UNREACHED.test(String(codeOf(error)))) return true;
  return error instanceof Error && error.cause !== undefined && isPassing(error.cause);
};
