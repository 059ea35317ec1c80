// A database of its own: its log is moved away, and back.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyLog } from '../../src/cli/move-log/copy-log.ts';
import { createEventStoreDbTarget } from '../../src/cli/move-log/eventstoredb-target.ts';
import { giveUp } from '../../src/cli/move-log/home.ts';
import { moveLog } from '../../src/cli/move-log/move-log.ts';
import { newPositions } from '../../src/cli/move-log/positions.ts';
import { createPostgresTarget } from '../../src/cli/move-log/postgres-target.ts';
import type { Target } from '../../src/cli/move-log/target.ts';
import { createPool } from '../../src/database/connection.ts';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { streamCategories } from '../../src/domain/stream-categories.ts';
import type { EventStore, NewEvent, RecordedEvent } from '../../src/event-store/event-store.ts';
import { createEventStoreDbEventStore } from '../../src/event-store/eventstoredb/eventstoredb-event-store.ts';
import { createPostgresEventStore } from '../../src/event-store/postgres/postgres-event-store.ts';
import { command, startTestApp } from '../support/app.ts';
import { createAppDatabase, createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { effort } from '../support/effort.ts';
import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import { packableValues } from '../support/packable-values.ts';
import { makeVenue, orderBody } from '../support/venue.ts';

const never = new AbortController().signal;
const quiet = () => {};

const postgresLog = (database: Pick<TestDatabase, 'url'>): { store: EventStore; pool: pg.Pool } => {
  const pool = createPool(database.url, { max: 3, name: 'test' });
  return { store: createPostgresEventStore({ pool, url: database.url }), pool };
};

const serverLog = async () => {
  const server = await startEventStoreDbServer();
  const store = createEventStoreDbEventStore({ url: server.url, categories: streamCategories });
  return { server, store };
};

const allOf = (store: EventStore): Promise<RecordedEvent[]> => store.readAll(0, 100_000);
/** All of an event but where it is in the log, and in which form its time is written. */
const whatIsKept = ({ position: _, recorded_at, ...event }: RecordedEvent) => ({
  ...event,
  at: recorded_at.slice(0, 23),
});

const TYPES = Object.keys(eventCatalogue);
const streams = streamCategories.flatMap((category) => [`${category}-1`, `${category}-2`]);
const newEvents: fc.Arbitrary<NewEvent> = fc
  .record({
    type: fc.constantFrom(...TYPES),
    data: fc.dictionary(fc.string(), packableValues, { maxKeys: 4 }).map((value) => JSON.parse(JSON.stringify(value))),
    causation_id: fc.option(fc.uuid()),
    name: fc.string({ unit: 'grapheme', maxLength: 20 }),
    correlation_id: fc.oneof(fc.uuid(), fc.string({ unit: 'grapheme', maxLength: 8 })),
    occurred_at: fc.constantFrom('2025-05-01T10:00:00.000Z', '2024-02-29T23:59:59.999Z', 'some day'),
    point_id: fc.option(fc.uuid(), { nil: undefined }),
  })
  .map(({ type, data, name, point_id, ...rest }) => ({
    id: uuid(),
    type,
    data,
    metadata: {
      command_id: uuid(),
      actor: { kind: 'partner' as const, id: 'key-1', name: name.replaceAll('\0', '') },
      brand_id: 'brand-1',
      ...(point_id !== undefined && { point_id }),
      schema_version: 1,
      ...rest,
      correlation_id: rest.correlation_id.replaceAll('\0', ''),
    },
  }));
const appends = fc.array(fc.tuple(fc.constantFrom(...streams), fc.array(newEvents, { minLength: 1, maxLength: 5 })), {
  minLength: 1,
  maxLength: 25,
});

const doneBy = (events: readonly RecordedEvent[], upTo: number) => events.filter((it) => it.position <= upTo).length;

/** Fails after so many events, in the middle of a page as well, as a process does that is killed. */
const failingAfter = (target: Target, events: number): Target => {
  let left = events;
  return {
    ...target,
    write: async (page) => {
      const some = page.slice(0, left);
      if (some.length > 0) await target.write(some);
      left -= some.length;
      if (some.length < page.length) throw new Error('killed');
    },
  };
};

test('a log with events of all kinds is the same after each move, whenever a move was ended and begun again', async () => {
  const first = await createTestDatabase();
  const second = await createTestDatabase();
  const third = await createTestDatabase();
  const source = postgresLog(first);
  const other = postgresLog(second);
  const back = postgresLog(third);
  const { server, store: inBetween } = await serverLog();
  onTestFinished(async () => {
    await Promise.all([source, other, back].map(({ store, pool }) => store.close().then(() => pool.end())));
    await inBetween.close();
    server.stop();
    await Promise.all([first, second, third].map(({ drop }) => drop()));
  });
  const targets = [
    [source.store, createPostgresTarget(other.store, other.pool, true)],
    [source.store, createEventStoreDbTarget(inBetween)],
    [inBetween, createPostgresTarget(back.store, back.pool, false)],
  ] as const;
  // All types there are, once.
  const [sample] = fc.sample(newEvents, 1);
  for (const type of TYPES) await source.store.append('order-0', 'any', [{ ...sample!, id: uuid(), type }]);
  await fc.assert(
    fc.asyncProperty(appends, fc.nat(60), async (added, killedAfter) => {
      for (const [stream, events] of added) {
        await source.store.append(
          stream,
          'any',
          events.map((event) => ({ ...event, id: uuid() })),
        );
        // It leaves a gap in the positions.
        await source.store.append(stream, 'no_stream', events).catch(quiet);
      }
      const given = await allOf(source.store);
      for (const [from, target] of targets) {
        await copyLog(from, failingAfter(target, killedAfter), quiet, never).catch(quiet);
        await copyLog(from, target, quiet, never);
        const found = await allOf(target.store);
        expect(found.map(whatIsKept)).toEqual(given.map(whatIsKept));
        if (target.keepsPositions) expect(found).toEqual(given);
        // Who has worked up to a position has done the same events in the other log.
        const theirs = await allOf(from);
        const asked = theirs.slice(-10).flatMap(({ position }) => [position, position + 1]);
        const moved = await newPositions(from, target.store, [...new Set(asked)]);
        for (const [old, now] of moved) expect(doneBy(found, now)).toBe(doneBy(theirs, old));
      }
    }),
    { numRuns: effort({ short: 3, long: 40 }) },
  );
});

test('a log of another history is not copied onto', async () => {
  const first = await createTestDatabase();
  const { store, pool } = postgresLog(first);
  const { server, store: other } = await serverLog();
  onTestFinished(async () => {
    await store.close();
    await pool.end();
    await other.close();
    server.stop();
    await first.drop();
  });
  const [one, two] = fc.sample(newEvents, 2);
  await store.append('order-1', 'no_stream', [one!]);
  await other.append('order-1', 'no_stream', [two!]);
  await expect(copyLog(store, createEventStoreDbTarget(other), quiet, never)).rejects.toThrow('holds another log');
});

let database: TestDatabase;
let elsewhere: TestDatabase;
let server: Awaited<ReturnType<typeof startEventStoreDbServer>>;

beforeAll(async () => {
  [database, elsewhere, server] = await Promise.all([
    createAppDatabase(),
    createEmptyDatabase(),
    startEventStoreDbServer(),
  ]);
});
afterAll(async () => {
  server.stop();
  await Promise.all([database.drop(), elsewhere.drop()]);
});

const lines: string[] = [];
const move = async (from: { databaseUrl: string; eventStoreUrl?: string }, to: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'move-log-'));
  const keepNotes = async () => join(folder, 'notes.txt');
  return moveLog({
    eventStoreUrl: undefined,
    ...from,
    to,
    print: (line) => lines.push(line),
    keepNotes,
    signal: never,
  });
};
/** Each call to the partner that was put in the queue, once. */
const calls = async (of: TestDatabase) => (await of.pool.query('select event_id from app.deliveries')).rows.length;

test('an app goes on with its log in EventStoreDB, back in Postgres, and in another Postgres', {
  timeout: 120_000,
}, async () => {
  const { url: databaseUrl } = database;
  const apps = async (options: Parameters<typeof startTestApp>[0]) => {
    const started = await startTestApp({ database, outboundAllowPrivate: true, ...options });
    // The read models are built anew.
    await expect.poll(async () => (await started.anonymous.get('/health/ready')).status, { timeout: 20_000 }).toBe(200);
    return started;
  };
  let app = await apps({});
  const { apiKeys, ...made } = await makeVenue(app);
  const [partner, till, auditor] = await Promise.all([apiKeys.partner, apiKeys.till, apiKeys.auditor].map(app.client));
  const venue = { ...made, partner: partner!, till: till!, auditor: auditor! };
  await command(venue.till, 'ConfigureWebhook', { key_id: venue.partnerKeyId, url: 'http://127.0.0.1:9/hook' });
  const placed: number[] = [];
  const place = async (external_id: string): Promise<void> => {
    const partner = await app.client(apiKeys.partner);
    const { status, body } = await partner.post('/v1/orders', orderBody(venue, { external_id }));
    expect(status, JSON.stringify(body)).toBe(200);
    placed.push(body.order_id);
    await command(await app.client(apiKeys.till), 'AcceptOrder', { order_id: body.order_id });
  };
  /** Every order is there once, in a list, a search and the proof; and each was told once. */
  const check = async (in_: TestDatabase, told: number): Promise<void> => {
    const auditor = await app.client(apiKeys.auditor);
    const till = await app.client(apiKeys.till);
    const list = await till.get(`/venue/v1/orders?point_id=${venue.point_id}`);
    expect(list.body.orders.map(({ order_id }: { order_id: number }) => order_id).toSorted()).toEqual(
      placed.toSorted(),
    );
    const found = await auditor.get('/audit/v1/events?type=OrderPlaced&limit=100');
    expect(found.body.events).toHaveLength(placed.length);
    expect(found.body.events[0].data.personal).toMatchObject({ name: 'Aziza' });
    expect((await auditor.get('/audit/v1/log/checkpoint')).status).toBe(200);
    await expect.poll(() => calls(in_)).toBe(told);
  };
  const regions: { command_id: string; name: string }[] = [];
  /** Of a command whose answer is kept, and of one whose answer was deleted since. */
  const defineRegions = async (in_: TestDatabase): Promise<void> => {
    const till = await app.client(apiKeys.till);
    for (const isPurged of [false, true]) {
      const region = { command_id: uuid(), name: `Region ${regions.length}` };
      const { body } = await till.post('/venue/v1/commands/DefineRegion', region);
      expect(body).toMatchObject({ status: 'accepted', position: expect.any(Number) });
      regions.push(region);
      const purged = JSON.stringify({ run: 'purged', type: 'DefineRegion', position: body.position });
      if (isPurged)
        await in_.pool.query('update app.identities set result = $1 where key = $2', [purged, region.command_id]);
    }
  };
  /** Repeats of old commands are answered, and wait for no position of another log. */
  const repeatAll = async (): Promise<void> => {
    const till = await app.client(apiKeys.till);
    for (const region of regions) {
      const began = performance.now();
      const { body } = await till.post('/venue/v1/commands/DefineRegion', region);
      expect(body).toMatchObject({ status: 'duplicate', position: 0, result: { id: expect.any(Number) } });
      expect(performance.now() - began).toBeLessThan(1_500);
    }
  };
  // The till has it, and it was accepted.
  const perOrder = 2;
  await place('one');
  await check(database, perOrder);
  await defineRegions(database);

  // While the app runs, all but the end is copied.
  expect(await move({ databaseUrl }, server.url)).toBe('app runs');
  await place('two');
  expect(await move({ databaseUrl }, server.url)).toBe('app runs');
  await place('three');
  await check(database, 3 * perOrder);
  await app.stop();
  expect(await move({ databaseUrl }, server.url)).toBe('moved');
  expect(await move({ databaseUrl }, server.url)).toBe('moved');
  expect(lines.join('\n')).toContain('what was signed of them fits');
  await expect(apps({})).rejects.toThrow('set EVENT_STORE_URL');
  await expect(
    database.pool.query(`insert into log.events (position, revision, id, shared_id, stream, type, packed)
      values (1e9, 0, gen_random_uuid(), gen_random_uuid(), 'order-1', 'x', '{}')`),
  ).rejects.toThrow();

  app = await apps({ eventStoreUrl: server.url });
  await check(database, 3 * perOrder);
  await repeatAll();
  await defineRegions(database);
  await place('four');
  await check(database, 4 * perOrder);
  await app.stop();

  const inServer = { databaseUrl, eventStoreUrl: server.url };
  expect(await move(inServer, databaseUrl)).toBe('moved');
  await expect(apps({ eventStoreUrl: server.url })).rejects.toThrow('take EVENT_STORE_URL out');
  app = await apps({});
  await repeatAll();
  await place('five');
  await check(database, 5 * perOrder);
  await app.stop();

  expect(await move({ databaseUrl }, elsewhere.url)).toBe('moved');
  await expect(apps({})).rejects.toThrow('set DATABASE_URL');
  app = await apps({ database: elsewhere });
  await check(elsewhere, 5 * perOrder);
  await place('six');
  await check(elsewhere, 6 * perOrder);
  await app.stop();
});

test('each position that the app keeps is known to a move: a new one is carried over, built anew or made 0', async () => {
  const { rows } = await database.pool.query(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'app' and column_name like '%position%' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'checkpoints.position',
    'deliveries.position',
    'deliveries.resent_position',
    'erasures.position',
    'event_index_blocks.after_position',
    'event_index_blocks.last_position',
    'event_index_postings.last_position',
    'event_index_postings.positions',
    'kept_snapshots.position',
    'keys_checked.position',
    'lost_keys.position',
    'process_checkpoints.position',
    'tree_head.position',
    'tree_tiles.first_position',
    'tree_tiles.positions',
  ]);
});

test('a move that has not ended stops the app, until it ends or is given up', async () => {
  const other = await createAppDatabase();
  const { pool } = other;
  onTestFinished(() => other.drop());
  await pool.query(
    `insert into app.log_home (target, engine, state) values ('esdb://x:2113', 'eventstoredb', 'moving')`,
  );
  await expect(startTestApp({ database: other })).rejects.toThrow('is being moved to esdb://x:2113');
  await giveUp(pool);
  await (await startTestApp({ database: other })).stop();
});
