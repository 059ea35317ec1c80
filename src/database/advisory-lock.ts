import type pg from 'pg';
import { LOCK_NOT_AVAILABLE } from './sqlstate.ts';
import { codeOf } from './thrown.ts';

/**
 * Takes a session lock, however long that takes. It waits in several short statements, because a waiting statement
 * keeps its snapshot, and Postgres cleans up nothing newer than the oldest snapshot. One statement that waits for days
 * would bloat every table.
 * @param waitTime how long one statement waits, e.g. `10s`; also how soon `signal` is seen
 * @param betweenWaits what to do after each statement that did not get the lock
 */
export const waitForLock = async (
  client: pg.ClientBase,
  key: readonly [expression: string, ...values: unknown[]],
  waitTime: string,
  signal?: AbortSignal,
  betweenWaits?: () => Promise<void>,
): Promise<void> => {
  const [expression, ...values] = key;
  await client.query(`set lock_timeout to '${waitTime}'`);
  for (;;) {
    signal?.throwIfAborted();
    try {
      await client.query(`select pg_advisory_lock(${expression})`, values);
      break;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    }
    await betweenWaits?.();
  }
  await client.query('reset lock_timeout');
};
