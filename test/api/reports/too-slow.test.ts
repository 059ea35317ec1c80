// A database of its own: reports have less time than usual.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { startVenueApp } from '../../support/ready-venues.ts';
import { ofMarch2 } from '../../support/reports/dataset-t.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';

const WITHIN_MS = 400;
let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await startVenueApp({ reportWithinMs: WITHIN_MS });
  venue = await createVenue(app);
});
afterAll(() => app.stop());

test('a report that takes too long is refused, its query ends on the server, and its connection serves the next report', async () => {
  const { pool } = app.tillstream;
  const ask = () => venue.partner.post('/v1/reports/olap', ofMarch2({ measures: ['revenue'] }));
  const connections = async () => {
    const text = `select pid, state from pg_stat_activity
      where datname = current_database() and application_name = 'tillstream reports'`;
    return (await pool.query<{ pid: number; state: string }>(text)).rows;
  };
  // On a busy machine the first may take too long.
  const answered = () => vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 10_000 });
  await answered();
  const before = await connections();
  const holder = await pool.connect();
  await holder.query('begin; lock table read.cheques, read.cheque_lines in access exclusive mode');
  const refused = await ask();
  // The table is still locked, so the query would wait for it.
  const after = await connections();
  await holder.query('rollback');
  holder.release();
  expect(refused).toMatchObject({ status: 400, body: { code: 'report_too_slow' } });
  expect(after.map(({ state }) => state)).toEqual(before.map(() => 'idle'));
  await answered();
  expect((await connections()).map(({ pid }) => pid)).toEqual(before.map(({ pid }) => pid));
});
