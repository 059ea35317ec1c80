// A database of its own: its statements are stopped, and its connections counted.

import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { ensureReadModel } from '../../../src/projections/engine/read-model.ts';
import { momentsProjection } from '../../../src/projections/reports/moments.ts';
import { createReadSnapshot, type ReadSnapshot } from '../../../src/projections/reports/snapshot.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startWire, type Wire } from '../event-store/wire.ts';

let database: TestDatabase;
/** One connection: a report that leaves it unusable is found by the next. */
let pool: pg.Pool;
let readSnapshot: ReadSnapshot;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.url);
  await ensureReadModel(database.pool, momentsProjection);
  pool = createPool(database.url, { max: 1, name: 'reports of a test' });
  readSnapshot = create(300);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const create = (withinMs: number, reports = pool) =>
  createReadSnapshot({
    pool: reports,
    cancelPool: database.pool,
    store: { readAll: async () => [], readAt: async () => [], head: async () => 0 },
    waits: { caughtUp: async () => 0 },
    withinMs,
  });

const request = (brand_id = 'a', signal = new AbortController().signal) => ({ brand_id, signal, readModels: [] });
const sleep = (seconds: number) => (snapshot: { db: Pick<pg.ClientBase, 'query'> }) =>
  snapshot.db.query(`select pg_sleep(${seconds})`);
const sleeping = async (): Promise<number> => {
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`,
  );
  return rows.length;
};

test('a report that takes too long is refused, its statement ends on the server, and the connection serves the next', async () => {
  await expect(readSnapshot(request(), sleep(30))).rejects.toMatchObject({ code: 'report_too_slow' });
  expect(await sleeping()).toBe(0);
  const again = await readSnapshot(request(), async ({ db }) => (await db.query('select 1 as one')).rows);
  expect(again).toEqual([{ one: 1 }]);
});

test('a report between two statements is stopped, too', async () => {
  const endless = async (snapshot: { db: Pick<pg.ClientBase, 'query'> }): Promise<never> => {
    for (;;) await snapshot.db.query('select 1');
  };
  await expect(readSnapshot(request(), endless)).rejects.toMatchObject({ code: 'report_too_slow' });
});

test('a report whose caller has left ends on the server', async () => {
  const caller = new AbortController();
  const asked = create(60_000)(request('a', caller.signal), sleep(30));
  await vi.waitFor(async () => expect(await sleeping()).toBe(1));
  caller.abort();
  await expect(asked).rejects.toThrow();
  expect(await sleeping()).toBe(0);
});

test('slow reports of one brand leave connections to the others', async () => {
  const reports = createPool(database.url, { max: 3, name: 'reports of a test' });
  const read = create(60_000, reports);
  const caller = new AbortController();
  const slow = [1, 2, 3, 4, 5].map(() => read(request('slow', caller.signal), sleep(30)).catch(() => 'ended'));
  await vi.waitFor(async () => expect(await sleeping()).toBe(2));
  const began = performance.now();
  await read(request('quick'), ({ db }) => db.query('select 1'));
  expect(performance.now() - began).toBeLessThan(1_000);
  caller.abort();
  expect(await Promise.all(slow)).toEqual(Array(5).fill('ended'));
  await reports.end();
});

test('refuses a report whose connection fell silent in time, and gives the next report another connection', async () => {
  const wire: Wire = await startWire(database.url, () => false);
  const reports = createPool(wire.url, { max: 1, name: 'reports of a test', timeoutMs: 1_000 });
  const read = create(500, reports);
  const asked = read(request(), async ({ db }) => {
    wire.silence();
    return db.query('select 1');
  });
  await expect(asked).rejects.toMatchObject({ code: 'report_too_slow' });
  const again = await create(5_000, reports)(request(), async ({ db }) => (await db.query('select 1 as one')).rows);
  expect(again).toEqual([{ one: 1 }]);
  await reports.end();
  await wire.close();
});
