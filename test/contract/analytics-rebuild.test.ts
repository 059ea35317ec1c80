// A database of its own: it rebuilds all read models, while analysts hold their tables.

import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { allProjections } from '../../src/projections/all-projections.ts';
import { installAnalytics } from '../../src/projections/analytics/install.ts';
import { analyticsViews } from '../../src/projections/analytics/views.ts';
import { createProjectionRunner } from '../../src/projections/engine/runner.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { connectAnalyst } from '../support/analyst.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let database: TestDatabase;
let app: TestApp;
let venue: TestVenue;
const names = allProjections.map(({ name }) => name);
const log = { info: () => {}, warn: () => {}, error: () => {} };

beforeAll(async () => {
  database = await createAppDatabase();
  app = await startTestApp({ database });
  venue = await createVenue(app);
  const { till, point_id, cashier_id, cash } = venue;
  await command(till, 'OpenShift', { point_id, cashier_id });
  for (let count = 0; count < 5; count++) {
    const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
    const payments = [{ payment_type_id: cash, amount: 98_000 }];
    await command(till, 'CloseCheque', { order_id, cashier_id, payments });
  }
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const rebuildAll = (chosen = names) =>
  rebuild({ store: app.tillstream.store, url: app.databaseUrl, projections: allProjections }, chosen);

const revenue = async (client: pg.Client): Promise<number> =>
  (
    await client.query(
      'select sum(total_amount)::int as sum from analytics.cheques join analytics.points using (point_id)',
    )
  ).rows[0].sum;

/** Each view with what stands on it and who may read it. */
const views = async () =>
  (
    await database.pool.query(
      `select oid::int, relname || case relnamespace when 'analytics_history'::regnamespace then '_versions' else '' end as name, relacl::text as granted, obj_description(oid, 'pg_class') as about
       from pg_class where relnamespace in ('analytics'::regnamespace, 'analytics_history'::regnamespace)
       order by relnamespace, relname`,
    )
  ).rows;

test('a rebuild of everything leaves the views as they are, to the grant and the comment', async () => {
  const analyst = await connectAnalyst(app.databaseUrl);
  const before = await views();
  expect(before).toHaveLength(analyticsViews.length);
  const reports = await rebuildAll();
  expect(reports.flatMap(({ tables }) => tables).filter(({ equal }) => equal !== true)).toEqual([]);
  expect(await views()).toEqual(before);
  expect(await revenue(analyst)).toBe(490_000);
});

test('a rebuild waits for an analyst who is at a query, and delays no other reader meanwhile', async () => {
  const analyst = await connectAnalyst(app.databaseUrl);
  const later = await connectAnalyst(app.databaseUrl);
  await analyst.query('begin');
  expect(await revenue(analyst)).toBe(490_000);
  let isDone = false;
  const rebuilding = rebuildAll().finally(() => {
    isDone = true;
  });
  const waits = `select count(*)::int as waiting from pg_stat_activity
    where application_name = 'tillstream-projections' and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await database.pool.query(waits)).rows[0].waiting, { timeout: 10_000 })
    .toBeGreaterThan(0);
  for (let round = 0; round < 5; round++) {
    const page = await venue.partner.get('/v1/export/cheques?date_from=2020-01-01&date_to=2020-01-31');
    expect(page.status).toBe(200);
    expect(await revenue(later)).toBe(490_000);
    expect(await revenue(analyst)).toBe(490_000);
  }
  expect(isDone).toBe(false);
  await analyst.query('commit');
  const reports = await rebuilding;
  expect(reports.map(({ failure }) => failure)).toEqual(names.map(() => null));
  expect(await revenue(analyst)).toBe(490_000);
});

test('analysts who query on and on see the same sums before, during and after', async () => {
  const analyst = await connectAnalyst(app.databaseUrl);
  let isDone = false;
  const rebuilding = rebuildAll().finally(() => {
    isDone = true;
  });
  const sums = new Set<number>();
  while (!isDone) sums.add(await revenue(analyst));
  await rebuilding;
  sums.add(await revenue(analyst));
  expect(sums).toEqual(new Set([490_000]));
});

test('views come back with tables that were dropped by hand, and with the whole schema', async () => {
  const other = await createAppDatabase();
  onTestFinished(() => other.drop());
  const { store } = app.tillstream;
  const { url, pool } = other;
  /** Starts the read models and stops them, once they have all that is in the log. */
  const catchUp = async () => {
    const runner = createProjectionRunner({ store, pool, url, projections: allProjections, log });
    await runner.start();
    const caughtUp = async () => {
      const { rows } = await pool.query('select min(position)::int as position from app.checkpoints');
      return rows[0].position;
    };
    await expect.poll(caughtUp, { timeout: 10_000 }).toBe(await store.head());
    await runner.stop();
  };
  await catchUp();
  // One after another: each start mends the database for the next.
  for (const drop of [
    ...['drop table read.cheques cascade', 'drop schema read cascade', 'drop schema analytics cascade'],
    ...['drop schema analytics_history cascade', 'drop schema analytics, analytics_history cascade'],
  ]) {
    await pool.query(drop);
    await catchUp();
    const analyst = await connectAnalyst(url);
    expect(await revenue(analyst), drop).toBe(490_000);
    const { rows } = await pool.query(`select count(*)::int from pg_views where schemaname like 'analytics%'`);
    expect(rows, drop).toEqual([{ count: analyticsViews.length }]);
  }
});

test('a view that the old tables can not give comes with the rebuilt ones, for analysts to read', async () => {
  await database.pool.query('drop view analytics.points; alter table read.points drop column address');
  await rebuildAll();
  const analyst = await connectAnalyst(app.databaseUrl);
  expect((await analyst.query('select name, address from analytics.points')).rows).toEqual([
    { name: 'Chorsu', address: 'Chorsu 1' },
  ]);
});

test('a view that only an earlier version had goes with the tables it stands on', async () => {
  await database.pool.query('create view analytics.addresses as select address from read.points');
  expect(await rebuildAll(['venue'])).toMatchObject([{ failure: null, reason: null }]);
  expect((await views()).map(({ name }) => name).toSorted()).toEqual(analyticsViews.map(({ name }) => name).toSorted());
});

test('a view that another process is making is left to it', async () => {
  await database.pool.query('drop view analytics.points');
  const other = await database.pool.connect();
  onTestFinished(() => other.release(true));
  await other.query('begin; create view analytics.points as select from read.orders');
  expect(await rebuildAll(['venue'])).toMatchObject([{ failure: null, reason: null }]);
  await other.query('rollback');
  await installAnalytics(database.pool, log);
  expect(await views()).toHaveLength(analyticsViews.length);
});

test('a view that was dropped by hand comes back at the next start', async () => {
  const before = (await views()).map(({ oid, ...view }) => view);
  await database.pool.query('drop view analytics.points');
  await installAnalytics(database.pool, log);
  expect((await views()).map(({ oid, ...view }) => view)).toEqual(before);
});

test('a start does not wait for an analyst who is at a query: the next start makes that view anew', async () => {
  const earlier = 'of an earlier version';
  await database.pool.query(`
    comment on schema analytics is '${earlier}'; comment on view analytics.points is '${earlier}';
    comment on view analytics.brands is '${earlier}'`);
  const told = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'analytics'::regnamespace
         and obj_description(oid, 'pg_class') = $1
       union all select nspname from pg_namespace where obj_description(oid, 'pg_namespace') = $1 order by 1`,
      [earlier],
    );
    return rows.map(({ name }) => name);
  };
  const analyst = await connectAnalyst(app.databaseUrl);
  await analyst.query('begin; select from analytics.points');
  await installAnalytics(database.pool, log);
  expect(await told()).toEqual(['analytics', 'points']);
  await analyst.query('commit');
  await installAnalytics(database.pool, log);
  expect(await told()).toEqual([]);
});

test('a view of an earlier version is made anew at the start, columns and all', async () => {
  await database.pool.query(`
    drop view analytics.points; create view analytics.points as select 1 as other, point_id from read.points;
    comment on schema analytics is 'of an earlier version'`);
  const { store } = app.tillstream;
  const runner = createProjectionRunner({
    store,
    pool: database.pool,
    url: database.url,
    projections: allProjections,
    log,
  });
  await runner.start();
  const analyst = await connectAnalyst(app.databaseUrl);
  expect((await analyst.query('select name from analytics.points')).rows).toEqual([{ name: 'Chorsu' }]);
  await runner.stop();
});
