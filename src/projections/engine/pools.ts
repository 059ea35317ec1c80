import type pg from 'pg';
import { BACKGROUND_ANSWER_WITHIN_MS, createPool, withSettings } from '../../database/connection.ts';
import { SESSIONS } from './ownership.ts';

/**
 * The address for processes, which follow the log and show nothing. Their commits do not wait for the disk: after a crash of
 * the server the last ones may be gone, rows and checkpoint together, and the work is done again. Options in the address are
 * kept.
 */
export const followingUrl = (url: string): string => withSettings(url, ' -c synchronous_commit=off');

/**
 * A pool for writing read models. Its commits wait for the disk: a state that a reader was shown must not be gone after a
 * crash of the server.
 * @param answerWithinMs how long a statement may go unanswered (default: as long as it takes). A little before that,
 * the server ends a statement that waits for a lock, because otherwise it would go on waiting after its caller has
 * left. Later it also ends a transaction that a silent connection has left behind with its locks.
 */
export const createReadModelPool = (url: string, max: number, answerWithinMs?: number): pg.Pool => {
  const patience = answerWithinMs === undefined ? '' : ` -c lock_timeout=${Math.ceil(answerWithinMs / 2)}`;
  return createPool(withSettings(url, patience), {
    max,
    name: SESSIONS,
    pipeline: true,
    ...(answerWithinMs === undefined
      ? // A rebuild of hours must not end because a busy server opened one connection slowly.
        { connectWithinMs: BACKGROUND_ANSWER_WITHIN_MS }
      : { timeoutMs: answerWithinMs, idleInTransactionMs: answerWithinMs }),
  });
};
