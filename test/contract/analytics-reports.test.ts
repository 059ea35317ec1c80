// A database of its own: it makes views of analysts that stand in the way of a start and of a rebuild.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { allProjections } from '../../src/projections/all-projections.ts';
import { installAnalytics } from '../../src/projections/analytics/install.ts';
import { analyticsViews } from '../../src/projections/analytics/views.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let app: TestApp;
const warned: unknown[] = [];
const log = { warn: (fields: unknown) => void warned.push(fields) };

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ database });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});
beforeEach(() => {
  warned.length = 0;
});
afterEach(async () => {
  await database.pool.query('drop schema if exists reports cascade; drop view if exists analytics.mine');
  await installAnalytics(database.pool, log);
});

const EARLIER = 'of an earlier version';
const install = () => installAnalytics(database.pool, log);
const rebuildCheques = () =>
  rebuild({ store: app.tillstream.store, url: app.databaseUrl, projections: allProjections }, ['cheques', 'venue']);

/** As an earlier version left it: a view with other columns, and a report of the venue's own on it. */
const reportOnEarlierView = () =>
  database.pool.query(`
    drop view analytics.cheques;
    create view analytics.cheques as select id as cheque_id, brand_id, total_amount from read.cheques;
    create schema reports; create view reports.mine as select sum(total_amount) as revenue from analytics.cheques;
    comment on schema analytics is '${EARLIER}'; comment on view analytics.points is '${EARLIER}'`);

const commentOn = async (view: string): Promise<string> => {
  const { rows } = await database.pool.query('select obj_description($1::regclass) as about', [view]);
  return rows[0].about;
};

const columnsOf = async (view: string): Promise<number> => {
  const { rows } = await database.pool.query(
    'select count(*)::int as columns from pg_attribute where attrelid = $1::regclass and attnum > 0',
    [view],
  );
  return rows[0].columns;
};

test('a start leaves a view that a report is built on as it is, says so, and makes the others anew', async () => {
  await reportOnEarlierView();
  await install();
  expect(await columnsOf('analytics.cheques')).toBe(3);
  expect(await commentOn('analytics.points')).not.toBe(EARLIER);
  expect((await database.pool.query('select * from reports.mine')).rows).toEqual([{ revenue: null }]);
  expect(warned).toEqual([
    {
      error:
        'analytics.cheques can not be made anew before these are dropped: ' +
        'view reports.mine depends on view analytics.cheques',
    },
  ]);
  await database.pool.query('drop view reports.mine');
  await install();
  expect(await columnsOf('analytics.cheques')).toBeGreaterThan(20);
  expect(warned).toHaveLength(1);
});

test('a rebuild whose view an analyst’s view keeps fails with the name of that view, changes nothing and stops no other rebuild', async () => {
  await reportOnEarlierView();
  const failure = expect.stringMatching(/analytics\.cheques can not be made anew .* view reports\.mine depends on/);
  expect(await rebuildCheques()).toMatchObject([{ failure }, { failure: null }]);
  expect(await columnsOf('analytics.cheques')).toBe(3);
  expect((await database.pool.query('select * from reports.mine')).rows).toEqual([{ revenue: null }]);
  await database.pool.query('drop view reports.mine');
  expect(await rebuildCheques()).toMatchObject([{ failure: null }, { failure: null }]);
  expect(await columnsOf('analytics.cheques')).toBeGreaterThan(20);
});

test('a report on a view whose columns stay outlives a rebuild', async () => {
  await database.pool.query(
    'create schema reports; create view reports.mine as select sum(total_amount) as revenue from analytics.cheques',
  );
  expect(await rebuildCheques()).toMatchObject([{ failure: null }, { failure: null }]);
  expect((await database.pool.query('select * from reports.mine')).rows).toEqual([{ revenue: null }]);
});

test('a view that is not ours has a start neither put ours again nor miss one that is gone', async () => {
  await database.pool.query(`
    create view analytics.mine as select 1 as one; comment on view analytics.points is '${EARLIER}'`);
  await install();
  expect(await commentOn('analytics.points')).toBe(EARLIER);
  await database.pool.query('drop view analytics.points');
  await install();
  const points = analyticsViews.find(({ name }) => name === 'points')!;
  expect(await commentOn('analytics.points')).toBe(points.about);
});
