import type pg from 'pg';
import { createPool } from '../../database/connection.ts';
import { LOCK_NOT_AVAILABLE } from '../../database/sqlstate.ts';
import type { Ticker } from '../engine/process.ts';

/** A large table is vacuumed no more often than this. */
const EVERY_MS = 60_000;

const DUE = 'select table_name, array_agg(id) as ids from app.due_vacuums group by table_name order by table_name';
/** What was noted meanwhile stays: its rows may have been deleted after the vacuum had passed them. */
const DONE = 'delete from app.due_vacuums where id = any ($1)';

/**
 * Vacuums and analyzes the tables from which personal data were deleted, one after another: the statistics of Postgres
 * quote values of columns. A table that is locked now, as during a rebuild, stays due.
 */
export const createDueVacuums = ({ pool, url }: { readonly pool: pg.Pool; readonly url: string }): Ticker => ({
  name: 'vacuums',
  everyMs: EVERY_MS,
  tick: async () => {
    const { rows: due } = await pool.query<{ table_name: string; ids: number[] }>(DUE);
    if (due.length === 0) return;
    // A separate connection, without a limit of time: a large table takes minutes.
    const own = createPool(url, { max: 1, name: 'tillstream vacuum' });
    const failures: unknown[] = [];
    try {
      for (const { table_name, ids } of due) {
        try {
          if (await vacuum(own, table_name)) await pool.query(DONE, [ids]);
        } catch (error) {
          // The other tables are vacuumed all the same.
          failures.push(error);
        }
      }
    } finally {
      await own.end();
    }
    if (failures.length > 0) throw failures[0];
  },
});

/** False: somebody has locked the table, and it was left out. */
const vacuum = async (own: pg.Pool, table: string): Promise<boolean> => {
  const client = await own.connect();
  let isLocked = false;
  const hear = ({ code }: { code?: string | undefined }) => {
    // What `skip_locked` says of a table that somebody has locked.
    isLocked ||= code === LOCK_NOT_AVAILABLE;
  };
  client.on('notice', hear);
  try {
    await client.query(`vacuum (analyze, skip_locked) ${table}`);
    return !isLocked;
  } finally {
    client.off('notice', hear);
    client.release();
  }
};
