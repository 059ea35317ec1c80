// A database of its own: it looks at when its tables were vacuumed.

import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { settleErasure } from '../../../src/processes/erasure/tables.ts';
import { startTestApp } from '../../support/app.ts';
import { createAppDatabase } from '../../support/database.ts';

/** How often somebody vacuumed the table by command. Autovacuum is counted elsewhere. */
const vacuumsOf = async (pool: pg.Pool, table: string): Promise<number> => {
  const text = 'select pg_stat_get_vacuum_count($1::regclass)::int as times';
  return (await pool.query<{ times: number }>(text, [table])).rows[0]!.times;
};
const vacuumed = (pool: pg.Pool, tables: readonly string[], times: number) =>
  vi.waitFor(
    async () => {
      for (const table of tables) expect([table, await vacuumsOf(pool, table)]).toEqual([table, times]);
    },
    { timeout: 20_000, interval: 200 },
  );

const setUp = async () => {
  const database = await createAppDatabase();
  onTestFinished(() => database.drop());
  return database;
};
const start = async (database: Awaited<ReturnType<typeof setUp>>) => {
  const app = await startTestApp({ database });
  onTestFinished(() => app.stop());
  return app;
};

test('a process that dies after it has settled an erasure leaves the vacuum to the next one', async () => {
  const database = await setUp();
  const { pool } = database;
  await pool.query('insert into app.erasures (position, erased_at) values (1, now())');
  await settleErasure(pool, 1, new Date());

  const app = await start(database);
  const tables = ['app.deliveries', 'app.identities', 'app.snapshots', 'read.order_events', 'read.reservations'];
  await vacuumed(pool, tables, 1);
  await app.tillstream.processes.tick();
  for (const table of tables) expect(await vacuumsOf(pool, table)).toBe(1);
});

test('a table that is locked stays due', async () => {
  const database = await setUp();
  const { pool } = database;
  const app = await start(database);
  const reader = await pool.connect();
  onTestFinished(() => reader.release(true));
  await reader.query('begin; lock table app.phone_codes in share update exclusive mode');
  await pool.query('insert into app.erasures (position, erased_at) values (1, now())');
  await settleErasure(pool, 1, new Date());
  await app.tillstream.processes.tick();
  expect(await vacuumsOf(pool, 'app.deliveries')).toBe(1);
  expect(await vacuumsOf(pool, 'app.phone_codes')).toBe(0);
  expect((await pool.query('select table_name from app.due_vacuums')).rows).toEqual([
    { table_name: 'app.phone_codes' },
  ]);

  await reader.query('commit');
  await app.tillstream.processes.tick();
  expect(await vacuumsOf(pool, 'app.phone_codes')).toBe(1);
  expect((await pool.query('select from app.due_vacuums')).rowCount).toBe(0);
});
