import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { BLOCK_SIZES } from '../../src/projections/event-index/blocks.ts';
import type { createDatabase } from '../../test/support/cluster.ts';
import { fillBrands } from '../fixtures/brands-log.ts';
import type { BenchContext } from '../section.ts';
import { type BenchApp, startAppOn } from './app.ts';
import { openBenchEvents } from './events.ts';

type Database = Awaited<ReturnType<typeof createDatabase>>;

/** Runs the app on the database while `work` goes on. */
export const withApp = async <Result>(
  database: Database,
  eventStoreUrl: string | undefined,
  work: (app: BenchApp) => Promise<Result>,
): Promise<Result> => {
  const app = await startAppOn(database, eventStoreUrl);
  try {
    return await work(app);
  } finally {
    await app.child.stop();
  }
};

/** While no app runs: read models and processes would only follow for minutes. They are told that they have. */
export const fill = async ({ eventStoreUrl }: BenchContext, database: Database, events: number): Promise<number> => {
  const { pool, url } = database;
  const log = await openBenchEvents({ pool, url, eventStoreUrl });
  try {
    const { rows } = await pool.query<{ brand_id: string }>('select brand_id from read.brands');
    const added = await fillBrands(log.stored, rows[0]!.brand_id, events);
    const head = await log.stored.head();
    await pool.query('update app.checkpoints set position = $1', [head]);
    await pool.query(`update app.process_checkpoints set position = $1 where process <> 'event-index'`, [head]);
    await pool.query('vacuum analyze');
    return added;
  } finally {
    await log.close();
  }
};

/** Waits until the index of the log has so many events, but for those of its last block. */
export const indexed = async (pool: pg.Pool, events: number): Promise<void> => {
  const blocks = Math.floor(events / BLOCK_SIZES.short);
  for (;;) {
    const { rows } = await pool.query<{ count: number }>('select count(*) as count from app.event_index_blocks');
    if (rows[0]!.count >= blocks) return;
    await delay(200);
  }
};
