import type pg from 'pg';

const REBUILD_LOCK = 8_451_003;

/** SQLSTATE of a lock that was not to be had in time. */
export const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Takes a session lock, however long that takes. In turns, because a statement that waits keeps its snapshot, and
 * Postgres cleans up nothing newer than the oldest one: left waiting for days it would bloat every table.
 * @param turn how long one statement waits, e.g. `10s`; also how soon `signal` is seen
 */
export const waitForLock = async (
  client: pg.ClientBase,
  key: readonly [expression: string, ...values: unknown[]],
  turn: string,
  signal?: AbortSignal,
): Promise<void> => {
  const [expression, ...values] = key;
  await client.query(`set lock_timeout to '${turn}'`);
  for (;;) {
    signal?.throwIfAborted();
    try {
      await client.query(`select pg_advisory_lock(${expression})`, values);
      break;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
  await client.query('reset lock_timeout');
};

/**
 * One rebuild of a projection at a time; another one waits until this connection is closed. In the order of names, so
 * that two rebuilds of several can't block each other.
 */
export const takeRebuildLocks = async (
  pool: pg.Pool,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<pg.PoolClient> => {
  const client = await pool.connect();
  try {
    for (const name of [...names].sort()) {
      await waitForLock(client, ['$1, hashtext($2)', REBUILD_LOCK, name], '500ms', signal);
    }
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
};
