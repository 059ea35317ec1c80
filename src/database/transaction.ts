import type pg from 'pg';
import { isDatabaseAway } from './connection.ts';

/**
 * Does the work in a transaction, on a connection of the pool that nobody else uses meanwhile: all of it is stored, or none.
 * Rejects with what the work throws.
 */
export const inTransaction = async <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let isBroken = false;
  const onBroken = () => {
    isBroken = true;
  };
  try {
    return await inTransactionOver(client, work, onBroken);
  } finally {
    client.release(isBroken);
  }
};

/**
 * As `inTransaction`, over a connection that the caller has, e.g. because it holds a lock of its session.
 * @param onBroken called if the connection cannot even roll back: it is good for nothing more
 */
export const inTransactionOver = async <Client extends pg.ClientBase, Result>(
  client: Client,
  work: (client: Client) => Promise<Result>,
  onBroken: () => void = () => {},
): Promise<Result> => {
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A silent connection is not asked to.
    if (isDatabaseAway(error)) onBroken();
    else await client.query('rollback').catch(onBroken);
    throw error;
  }
};
