// A database of its own: its log is set back.

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { seedDemoBrand } from '../../src/demo/run-demo.ts';
import { readTreeHead } from '../../src/transparency/tree-tables.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { createVenue, orderBody } from '../support/venue.ts';

/** Further than any checkpoint is behind the log, on EventStoreDB too: its positions count bytes. */
const FAR = 1_000_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createAppDatabase();
});
afterAll(() => database.drop());

type Venue = Awaited<ReturnType<typeof createVenue>>;

type By = (app: TestApp) => HttpClient;

const categoryOf = () => ({ command_id: randomUUID(), name: 'Soups' });
const defineCategory = ({ till }: Venue, body: object) => till.post('/venue/v1/commands/DefineCategory', body);
const readiness = async (app: TestApp) => (await app.anonymous.get('/health/ready')).body;

test('refuses commands while the log is behind a checkpoint, and accepts them afterwards', async () => {
  const app = await startTestApp({ database });
  onTestFinished(app.stop);
  const venue = await createVenue(app);
  const repeated = categoryOf();
  expect((await defineCategory(venue, repeated)).status).toBe(200);
  const order = () => venue.partner.post('/v1/orders', orderBody(venue, { external_id: randomUUID() }));
  expect((await order()).status).toBe(200);
  const before = await app.tillstream.store.head();
  await app.tillstream.shown(before);
  for (const table of ['app.checkpoints', 'app.process_checkpoints']) {
    const { rowCount } = await database.pool.query(`update ${table} set position = position + ${FAR}`);
    expect(rowCount).toBeGreaterThan(0);
    await app.tillstream.logGuard.check();
    expect(await readiness(app)).toMatchObject({ status: 'unavailable', checks: { log_behind: { head: before } } });
    expect((await order()).status).toBe(503);
    expect((await defineCategory(venue, categoryOf())).status).toBe(503);
    expect((await defineCategory(venue, repeated)).status).toBe(503);
    await database.pool.query(`update ${table} set position = position - ${FAR}`);
  }
  expect(await app.tillstream.store.head()).toBe(before);
  await app.tillstream.logGuard.check();
  expect((await readiness(app)).checks.log_behind).toBeNull();
  expect((await order()).status).toBe(200);
  expect((await defineCategory(venue, repeated)).body.status).toBe('duplicate');
});

/** The statements of a section of the operations guide, block by block. */
const statementsOf = async (section: string): Promise<string[]> => {
  const guide = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const text = guide.split(/^## /m).find((part) => part.startsWith(section))!;
  return [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql!);
};

test('the steps of the operations guide let the app go on with a log that is older than Postgres, and no key is missing', async () => {
  const own = await createAppDatabase();
  const whole = await startEventStoreDbServer();
  const first = await startTestApp({ database: own, eventStoreUrl: whole.url });
  const venue = await createVenue(first);
  const guest = (phone: string) => orderBody(venue, { external_id: randomUUID(), client: { name: 'Aziza', phone } });
  const place = (app: TestApp, phone: string) =>
    createClient(app.url, venue.partner.token).post('/v1/orders', guest(phone));
  const { body: kept } = await place(first, '+998901234501');
  const backup = [...whole.log.records];
  expect((await place(first, '+998901234502')).status).toBe(200);
  const end = await first.tillstream.store.head();
  await first.tillstream.shown(end);
  await vi.waitFor(async () => expect((await readTreeHead(own.pool)).position).toBe(end), 10_000);
  await first.stop();
  await whole.stop();

  const restored = await startEventStoreDbServer();
  for (const { stream, ...event } of backup) if (!stream.startsWith('$')) restored.log.append(stream, 'any', [event]);
  onTestFinished(async () => {
    await restored.stop();
    await own.drop();
  });
  const [truncate, lower] = await statementsOf('Backup');
  const [newTree] = await statementsOf('Proof of the log');
  await own.pool.query(truncate!);
  await own.pool.query(newTree!);
  const builder = await startTestApp({ database: own, eventStoreUrl: restored.url, runProcesses: false });
  await builder.tillstream.shown(await builder.tillstream.store.head());
  await builder.stop();
  await own.pool.query(lower!);
  const app = await startTestApp({ database: own, eventStoreUrl: restored.url });
  onTestFinished(app.stop);
  expect(await readiness(app)).toMatchObject({ checks: { log_behind: null, log_differs: null } });
  expect((await place(app, '+998901234503')).status).toBe(200);
  const order = await createClient(app.url, venue.partner.token).get(`/v1/orders/${kept.order_id}`);
  expect(order.status).toBe(200);
  expect(JSON.stringify(order.body)).toContain('Aziza');
});

test('an EventStoreDB that is older than Postgres is noticed before anything is served', async () => {
  const own = await createAppDatabase();
  const whole = await startEventStoreDbServer();
  const first = await startTestApp({ database: own, eventStoreUrl: whole.url });
  const venue = await createVenue(first);
  const { brand_id } = venue;
  const tillKey = await command(await first.platform(), 'IssueKey', { audience: 'venue', name: 'till', brand_id });
  const partnerKey = await command(venue.till, 'IssueKey', {
    audience: 'partner',
    name: 'app',
    permissions: ['reports'],
  });
  await first.tillstream.shown(await first.tillstream.store.head());
  const tokenOf = async (api_key: string) =>
    (await first.anonymous.post('/v1/auth/token', { api_key })).body.access_token;
  const tokens = await Promise.all([tillKey, partnerKey].map((key) => tokenOf(key.api_key)));
  const [till, partner] = tokens.map((token) => (at: TestApp) => createClient(at.url, token)) as [By, By];
  await first.stop();
  await whole.stop();

  const restored = await startEventStoreDbServer();
  const app = await startTestApp({ database: own, eventStoreUrl: restored.url });
  onTestFinished(async () => {
    await app.stop();
    await restored.stop();
    await own.drop();
  });
  expect(await readiness(app)).toMatchObject({ status: 'unavailable', checks: { log_behind: { head: 0 } } });
  const answers = await Promise.all([
    till(app).post('/venue/v1/commands/DefineCategory', categoryOf()),
    partner(app).post('/v1/orders', orderBody(venue)),
    app.anonymous.post('/v1/auth/token', { api_key: tillKey.api_key }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  // The demo starts all the same, and shows what is wrong.
  expect(await seedDemoBrand(app.tillstream, pino({ level: 'silent' }))).toEqual([]);
  expect(await app.tillstream.store.head()).toBe(0);
});
