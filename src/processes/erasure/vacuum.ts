import { createPool } from '../../database/connection.ts';
import { VACUUMED } from './tables.ts';

/**
 * Vacuums and analyzes the tables that erasures have deleted from, one after another: the statistics of Postgres quote
 * values of columns. A table that cannot be vacuumed now, as during a rebuild, is left to autovacuum.
 */
export const createVacuum = (url: string) => async (): Promise<void> => {
  // A separate connection, without a limit of time: a large table takes minutes.
  const pool = createPool(url, { max: 1, name: 'tillstream vacuum' });
  try {
    for (const table of VACUUMED) await pool.query(`vacuum (analyze, skip_locked) ${table}`).catch(() => {});
  } finally {
    await pool.end();
  }
};
