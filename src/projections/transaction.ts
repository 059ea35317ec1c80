import type pg from 'pg';
import { createPool } from '../database/connection.ts';

/** Runs `work` in a transaction on a connection of its own: all of it is stored, or none. */
export const inTransaction = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that can't even roll back must not return to the pool.
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

/**
 * A pool for writing read models. Its commits do not wait for the disk: after a crash of the server the last ones may
 * be gone, rows and checkpoint together, and are applied again. Options that the address has are kept.
 */
export const createReadModelPool = (url: string, max: number): pg.Pool => {
  const address = new URL(url);
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${given} -c synchronous_commit=off`.trim());
  return createPool(address.href, { max, name: 'tillstream-projections', pipeline: true });
};
