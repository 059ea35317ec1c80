import type pg from 'pg';
import { isDoneWithin } from '../../concurrency/is-done-within.ts';
import type { Lease } from '../../database/replicas/replicas.ts';
import { createCancelling } from './cancelling.ts';

/**
 * With room in memory, Postgres groups by a hash and not by sorting on disk. It reads the days of a report through their index
 * where it would otherwise read years: the tables are in memory, or on a disk that finds any page quickly.
 */
const BEGIN = `begin transaction isolation level repeatable read read only;
  set local work_mem = '32MB'; set local random_page_cost = 1.1`;

/**
 * One REPEATABLE READ transaction, which only reads. It ends when the work ends, however it ends: by a rollback in bounded time, so
 * it is none of `inTransaction`. When the signal aborts, its statement is cancelled on the server, and none begins.
 */
export const inOneTransaction = async <T>(
  { client, cancelPool, release }: Lease,
  signal: AbortSignal,
  work: (db: Pick<pg.ClientBase, 'query'>) => Promise<T>,
): Promise<T> => {
  const cancelling = createCancelling(cancelPool, signal);
  try {
    cancelling.watch(client);
    await client.query(BEGIN);
    return await work(untilAborted(client, signal));
  } finally {
    const ending = cancelling.settle().then(() => client.query('rollback'));
    // A connection that is silent by now is given up.
    release(!(await isDoneWithin(ROLLBACK_WITHIN_MS, ending)));
    cancelling.dispose();
  }
};

export const leaseOf = (client: pg.PoolClient, cancelPool: pg.Pool): Lease => ({
  client,
  cancelPool,
  release: (broken) => client.release(broken),
});

/** Begins no statement after the signal. */
const untilAborted = (client: pg.PoolClient, signal: AbortSignal): Pick<pg.ClientBase, 'query'> => ({
  query: ((...query: Parameters<typeof client.query>) => {
    signal.throwIfAborted();
    return client.query(...query);
    // pg has an overload for each form of its arguments.
  }) as typeof client.query,
});

const ROLLBACK_WITHIN_MS = 2_000;
