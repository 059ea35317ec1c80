// A database of its own: its tables are locked, so that all tickers wait.

import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startVenueApp } from '../../support/ready-venues.ts';
import { createVenue } from '../../support/venue.ts';
import { eventually } from './support.ts';

/** What ten tickers and the tree use, and no request of this test. */
const TABLES =
  'app.deliveries, app.loyalty_holds, app.webhook_secrets, app.due_vacuums, app.erasures, app.command_sweep, app.tree_head';
const REQUESTS = 30;

const start = async () => {
  const app = await startVenueApp();
  onTestFinished(() => app.stop());
  const { partner } = await createVenue(app);
  return { partner, pool: app.tillstream.pool, url: app.databaseUrl };
};

/** Locks the tables until the end of the test. Answers a function that says how many connections wait for locks, by their names. */
const lock = async (url: string, tables: string) => {
  const locker = new pg.Client({ connectionString: url });
  await locker.connect();
  onTestFinished(() => locker.end());
  await locker.query(`begin; lock table ${tables} in access exclusive mode`);
  return async () => {
    // Else a transaction sees all the time what it saw first.
    await locker.query('select pg_stat_clear_snapshot()');
    const { rows } = await locker.query<{ name: string; count: number }>(
      `select application_name as name, count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' group by 1`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  };
};

test('while tickers wait for locked tables, each request finds a connection', async () => {
  const { partner, pool, url } = await start();
  const waiting = await lock(url, TABLES);
  await eventually(async () => expect(await waiting()).toMatchObject({ 'tillstream-tickers': 4 }));
  for (let number = 1; number <= REQUESTS; number++) {
    expect((await partner.get('/v1/points')).status).toBe(200);
    expect((await pool.query('select 1')).rowCount).toBe(1);
  }
  const { tillstream: ofRequests = 0, ...others } = await waiting();
  expect(others).toHaveProperty('tillstream-tickers');
  // Every three seconds the process looks over one of them whether the log is whole.
  expect(ofRequests).toBeLessThanOrEqual(1);
});

test('the ticker that signs the log waits over a connection of tickers, too', async () => {
  const { url } = await start();
  const waiting = await lock(url, 'app.tree_checkpoints');
  await eventually(async () => expect(await waiting()).toEqual({ 'tillstream-tickers': 1 }));
});
