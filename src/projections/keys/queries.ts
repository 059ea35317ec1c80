import type pg from 'pg';

/** The key whose API key has this hash. Its own stream says whether it may be used now. */
export const findKeyId = async (pool: pg.Pool, hash: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ key_id: string }>('select key_id from read.access_keys where key_hash = $1', [
    hash,
  ]);
  return rows[0]?.key_id;
};
