import type pg from 'pg';
import { waitForLock } from '../../database/advisory-lock.ts';

const REBUILD_LOCK = 8_451_003;

/**
 * One rebuild of a projection at a time; another one waits until this connection is closed. The locks are taken in the
 * order of names, so that two rebuilds of several projections cannot block each other.
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
