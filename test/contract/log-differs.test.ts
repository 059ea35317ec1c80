// A database of its own: its log is exchanged for another one.

import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readTreeHead } from '../../src/transparency/tree-tables.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { type EventStoreDbServer, startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import { createVenue, orderBody } from '../support/venue.ts';

type Venue = Awaited<ReturnType<typeof createVenue>>;

const categoryOf = () => ({ command_id: randomUUID(), name: 'Soups' });
const defineCategory = ({ till }: Venue) => till.post('/venue/v1/commands/DefineCategory', categoryOf());
const place = ({ partner }: Venue, body: object) => partner.post('/v1/orders', body);
const orderOf = (venue: Venue) => orderBody(venue, { external_id: randomUUID() });
const checksOf = async (app: TestApp) => (await app.anonymous.get('/health/ready')).body;

const newDatabase = async (): Promise<TestDatabase> => {
  const database = await createAppDatabase();
  onTestFinished(() => database.drop());
  return database;
};

/** Notes errors. */
const listen = () => {
  const lines: { msg: string }[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, told: () => lines.filter(({ msg }) => msg.includes('not the one that this database belongs to')) };
};

const treeReachesEnd = async (app: TestApp, { pool }: TestDatabase): Promise<void> => {
  const end = await app.tillstream.store.head();
  await vi.waitFor(async () => expect((await readTreeHead(pool)).position).toBe(end), 10_000);
};

const positionsOf = async ({ pool }: TestDatabase) =>
  (await pool.query('select projection, position from app.checkpoints order by 1')).rows;

/** A venue and some orders, recorded with a database of its own; then its app is stopped. */
const writeHistory = async (server: EventStoreDbServer, orders: number): Promise<TestDatabase> => {
  const database = await newDatabase();
  const app = await startTestApp({ database, eventStoreUrl: server.url });
  const venue = await createVenue(app);
  for (let order = 0; order < orders; order++) expect((await place(venue, orderOf(venue))).status).toBe(200);
  await treeReachesEnd(app, database);
  await app.tillstream.shown(await app.tillstream.store.head());
  await app.stop();
  return database;
};

const startServer = async (options = {}) => {
  const server = await startEventStoreDbServer(options);
  onTestFinished(() => server.stop());
  return server;
};

test('with the log of another history nothing is recorded and nothing read, and one line says so', async () => {
  const [own, other] = [await startServer(), await startServer()];
  const database = await writeHistory(own, 2);
  await writeHistory(other, 12);
  const before = await positionsOf(database);
  const end = await readTreeHead(database.pool);
  const { log, told } = listen();
  const app = await startTestApp({ database, eventStoreUrl: other.url, log });
  onTestFinished(() => app.stop());
  const answer = await (await app.platform()).post('/venue/v1/commands/CreateBrand', {
    command_id: randomUUID(),
    name: 'Another',
    language: 'en',
    currency: 'UZS',
    currency_exponent: 0,
    country_code: 'UZ',
  });
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await checksOf(app)).toMatchObject({
    status: 'unavailable',
    checks: { log_behind: null, log_differs: { position: expect.any(Number) } },
  });
  await app.tillstream.logGuard.check();
  expect(told()).toHaveLength(1);
  expect(await positionsOf(database)).toEqual(before);
  expect(await readTreeHead(database.pool)).toEqual(end);
});

test('a log that is exchanged while the app works is noticed, also after the tree has grown on top of it', async () => {
  const server = await startServer();
  const database = await newDatabase();
  const { log, told } = listen();
  const app = await startTestApp({ database, eventStoreUrl: server.url, log });
  onTestFinished(() => app.stop());
  const venue = await createVenue(app);
  expect((await place(venue, orderOf(venue))).status).toBe(200);
  await treeReachesEnd(app, database);
  await app.tillstream.logGuard.check();
  expect(app.tillstream.logGuard.differs()).toBeNull();
  // The same first events, then others: a backup of another day.
  const { records } = server.log;
  server.stop();
  const another = await startServer({ port: Number(new URL(server.url).port) });
  const half = Math.floor(records.length / 2);
  for (const [index, { stream, ...event }] of [...records, ...records].entries()) {
    const changed = index < half ? event : { ...event, id: randomUUID() };
    if (!stream.startsWith('$')) another.log.append(stream, 'any', [changed]);
  }
  await vi.waitFor(async () => {
    await app.tillstream.logGuard.check();
    expect(app.tillstream.logGuard.differs()).not.toBeNull();
  }, 10_000);
  expect((await place(venue, orderOf(venue))).status).toBe(503);
  expect((await defineCategory(venue)).status).toBe(503);
  expect(told()).toHaveLength(1);
});

test('the event at the end of the tree has to be the one that was hashed; then all goes on', async () => {
  const database = await newDatabase();
  const app = await startTestApp({ database });
  onTestFinished(() => app.stop());
  const venue = await createVenue(app);
  await treeReachesEnd(app, database);
  const { size } = await readTreeHead(database.pool);
  /** The last byte of the last leaf. */
  const change = () =>
    database.pool.query(
      `update app.tree_tiles set hashes = set_byte(hashes, $1, get_byte(hashes, $1) # 1) where level = 0 and number = $2`,
      [(size % 256) * 32 - 1, Math.floor(size / 256)],
    );
  expect((await change()).rowCount).toBe(1);
  await app.tillstream.logGuard.check();
  expect(app.tillstream.logGuard.differs()).toMatchObject({ has: 'another event' });
  expect((await place(venue, orderOf(venue))).status).toBe(503);
  await change();
  await app.tillstream.logGuard.check();
  expect(app.tillstream.logGuard.differs()).toBeNull();
  expect((await place(venue, orderOf(venue))).status).toBe(200);
  // Who followed the log goes on where it was.
  await treeReachesEnd(app, database);
});
