import type pg from 'pg';

/** The position of the log that all of these read models show, or have passed. */
export const shownTo = async (pool: pg.Pool, readModels: readonly string[]): Promise<number> => {
  const { rows } = await pool.query<{ position: number | null }>(
    'select min(position) as position from app.checkpoints where projection = any ($1)',
    [readModels],
  );
  return rows[0]?.position ?? 0;
};
