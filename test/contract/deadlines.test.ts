// A database of its own: its tables are locked for long.

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ANSWER_WITHIN_MS, REPORT_WITHIN_MS } from '../../src/database/connection.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase } from '../support/database.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue } from '../support/venue.ts';

let app: TestApp;
let partner: HttpClient;

beforeAll(async () => {
  app = await startVenueApp();
  const { till } = await createVenue(app);
  const terms = { audience: 'partner', name: 'reports', permissions: ['attendance', 'reports'] };
  partner = await app.client((await command(till, 'IssueKey', terms)).api_key);
});
afterAll(() => app.stop());

const reportConnections = async (): Promise<number> =>
  (
    await app.tillstream.pool.query(
      `select from pg_stat_activity where application_name = 'tillstream reports' and datname = current_database()`,
    )
  ).rowCount ?? 0;

test('what claims, commands and answers wait for is bounded', () => {
  expect(app.tillstream.pool.options).toMatchObject({ statement_timeout: ANSWER_WITHIN_MS - 1_000 });
});

test.for(['export/cheques', 'export/cheque-lines', 'export/returns', 'reports/attendance', 'attendance/shifts'])(
  '%s may take longer, on separate connections',
  async (path) => {
    expect(REPORT_WITHIN_MS).toBeGreaterThan(60_000);
    await app.tillstream.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tillstream reports' and datname = current_database()`,
    );
    await expect.poll(reportConnections).toBe(0);
    const answer = await partner.get(`/v1/${path}?date_from=2026-03-01&date_to=2026-03-31`);
    expect(answer.status).toBe(200);
    expect(await reportConnections()).toBe(1);
  },
);

test('a long query under way does not keep a process that stops from handing over', async () => {
  const database = await createAppDatabase();
  const stopping = await startTestApp({ database });
  onTestFinished(() => stopping.stop().then(database.drop));
  const { till } = await createVenue(stopping);
  const terms = { audience: 'partner', name: 'reports', permissions: ['reports'] };
  const caller = await stopping.client((await command(till, 'IssueKey', terms)).api_key);
  const { pool } = database;
  const holder = await pool.connect();
  await holder.query('begin; lock table read.cheques in access exclusive mode');
  const report = caller.get('/v1/export/cheques?date_from=2026-03-01&date_to=2026-03-31').catch(() => {});
  const named = async (condition: string): Promise<unknown[]> =>
    (await pool.query(`select from pg_stat_activity where datname = current_database() and ${condition}`)).rows;
  await expect.poll(() => named(`application_name = 'tillstream reports' and state = 'active'`)).toHaveLength(1);
  await stopping.tillstream.close();
  expect(await named(`application_name like 'tillstream-%-owner'`)).toEqual([]);
  await holder.query('rollback');
  holder.release();
  await report;
});
