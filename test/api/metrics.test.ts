import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allMetrics } from '../../src/metrics/table.ts';
import { command } from '../support/app.ts';
import { metricOf } from '../support/metric.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody } from '../support/venue.ts';

/** The others have a series only where something has happened, or where Postgres archives or has replicas. */
const ONLY_SOMETIMES = ['readers_cut_total', 'sms_total', 'checkpoint_age_seconds', 'wal_archive_failing'];
const OF_REPLICAS = ['in_use', 'lag_seconds', 'readings_total'].map((name) => `replica_${name}`);
const SOMETIMES = [
  ...ONLY_SOMETIMES,
  ...OF_REPLICAS,
  'wal_archive_age_seconds',
  'backup_age_seconds',
  'too_many_requests_total',
].map((name) => `tillstream_${name}`);

let app: Awaited<ReturnType<typeof sharedApp>>;

beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

test('/metrics has each metric of the table, and beside them Node only', async () => {
  const venue = await createVenue(app);
  expect((await venue.partner.post('/v1/orders', orderBody(venue))).status).toBe(200);
  expect((await venue.partner.post('/v1/orders', orderBody(venue, { items: [] }))).status).toBe(400);
  await command(venue.till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id });
  const text = (await app.anonymous.get('/metrics')).body as string;
  const described = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => `${kind} ${name}`);
  const ofNode = described.filter((line) => / tillstream_(nodejs|process)_/.test(line) && !/_failing$/.test(line));
  expect(described.filter((line) => !ofNode.includes(line)).toSorted()).toEqual(
    allMetrics()
      .map(({ kind, name }) => `${kind} ${name}`)
      .toSorted(),
  );
  const series = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const without = allMetrics().filter(({ name }) => !series.some((line) => line.startsWith(name)));
  expect(without.map(({ name }) => name).filter((name) => !SOMETIMES.includes(name))).toEqual([]);
  expect(series.filter((line) => / (NaN|-\d|[+-]?Inf)/.test(line))).toEqual([]);
});

test('the gauges of calls, sessions and archived files are what the tables say', async () => {
  const { pool } = app.tillstream;
  const before = await metricOf(app, 'tillstream_calls_undelivered{kind="loyalty"}');
  const sessions = await metricOf(app, 'tillstream_sessions');
  const call = `insert into app.deliveries (kind, brand_id, event, event_id, position, url, body, status, created_at, next_attempt_at)
    values ('loyalty', gen_random_uuid(), 'x', gen_random_uuid(), 0, 'http://127.0.0.1:1/', $1, $2, now() - interval '1 hour', $3)
    returning id`;
  const ids: number[] = [];
  for (const [body, status, next] of [
    ['{}', 'undelivered', null],
    // Nobody can send it again.
    [null, 'undelivered', null],
    ['{}', 'pending', new Date(Date.now() + 3_600_000)],
  ]) {
    ids.push((await pool.query<{ id: number }>(call, [body, status, next])).rows[0]!.id);
  }
  const token = randomUUID();
  await pool.query(
    `insert into app.sessions (session_id, token_hash, account_id, brand_id, account_epoch, made_at, last_used_at, device)
     select gen_random_uuid(), $1 || nth, 1, gen_random_uuid(), 0, now() - interval '1 day', now() - nth * interval '11 hours', 'x'
     from generate_series(1, 2) nth`,
    [token],
  );
  await vi.waitFor(async () => {
    expect(await metricOf(app, 'tillstream_calls_undelivered{kind="loyalty"}')).toBe(before + 1);
    expect(await metricOf(app, 'tillstream_calls_pending{kind="loyalty"}')).toBe(1);
    expect(await metricOf(app, 'tillstream_calls_oldest_seconds{kind="loyalty"}')).toBeGreaterThanOrEqual(3_600);
    expect(await metricOf(app, 'tillstream_sessions')).toBe(sessions + 1);
  });
  await pool.query('delete from app.deliveries where id = any($1)', [ids]);
  await pool.query('delete from app.sessions where token_hash like $1', [`${token}%`]);
});
