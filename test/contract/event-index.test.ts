// A database of its own: it writes events by hand, and makes the index of all anew.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../../src/database/connection.ts';
import type { EventFilter, EventStore, NewEvent, RecordedEvent } from '../../src/event-store/event-store.ts';
import { createEventStoreDbEventStore } from '../../src/event-store/eventstoredb/eventstoredb-event-store.ts';
import { matches } from '../../src/event-store/matches.ts';
import { createPostgresEventStore } from '../../src/event-store/postgres/postgres-event-store.ts';
import { createEventIndex } from '../../src/processes/event-index.ts';
import { createEventCount } from '../../src/projections/event-index/count.ts';
import { createIndexer } from '../../src/projections/event-index/indexer.ts';
import { rebuildIndex, sumUpIndex } from '../../src/projections/event-index/rebuild.ts';
import { createEventSearch, type EventSearchOptions } from '../../src/projections/event-index/search.ts';
import { INDEX_SCHEMA, indexTables } from '../../src/projections/event-index/tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { effort } from '../support/effort.ts';
import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';

/** Small, so that a short log has many blocks of each kind. */
const SIZES = { short: 5, shortInLong: 4 };
const NOW = new Date('2026-03-02T09:00:00Z');

const BRANDS = ['brand-1', 'brand-2', 'brand-3'];
const CATEGORIES = ['order', 'client', 'stop_list'];
const TYPES = ['OrderPlaced', 'OrderAccepted', 'ChequeClosed', 'NeverRecorded'];
const POINTS = ['point-1', 'point-2', 'point-3'];
/** An id of one is the name of another. */
const NAMES = ['till', 'Aziza', 'key-1', 'O‘tkir "the cook"', 'nobody'];

const eventArbitrary = fc.record({
  category: fc.constantFrom(...CATEGORIES),
  brand: fc.constantFrom(...BRANDS),
  type: fc.constantFrom(...TYPES.slice(0, 3)),
  point: fc.constantFrom(undefined, ...POINTS.slice(0, 2)),
  id: fc.constantFrom(...NAMES.slice(0, 4)),
  name: fc.constantFrom(...NAMES.slice(0, 4)),
});
type Drawn = typeof eventArbitrary extends fc.Arbitrary<infer Event> ? Event : never;

const toNew = ({ brand, type, point, id, name }: Drawn): NewEvent => ({
  id: randomUUID(),
  type,
  data: { some: 'data' },
  metadata: {
    command_id: randomUUID(),
    correlation_id: 'request',
    causation_id: null,
    brand_id: brand,
    actor: { kind: 'venue', id, name },
    occurred_at: NOW.toISOString(),
    schema_version: 1,
    ...(point !== undefined && { point_id: point }),
  },
});

/** Mostly not: of many conditions at once nothing is left to be found. */
const maybe = <Value>(value: fc.Arbitrary<Value>, weight = 1) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight, arbitrary: value });

/** `from`, `to` and `after`: places in the log, as parts of its length. */
const questionArbitrary = fc.record({
  brandId: fc.constantFrom(...BRANDS),
  types: maybe(fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 5 })),
  actor: maybe(fc.constantFrom(...NAMES)),
  category: maybe(fc.constantFrom(...CATEGORIES, 'nothing')),
  pointId: maybe(fc.constantFrom(...POINTS)),
  from: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
  to: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
  after: maybe(fc.double({ min: 0, max: 1, noNaN: true }), 3),
  limit: fc.constantFrom(1, 2, 7, 1_000),
});
type Question = typeof questionArbitrary extends fc.Arbitrary<infer Asked> ? Asked : never;

const filterOf = ({ from, to, after: _after, limit: _limit, ...rest }: Question, log: readonly RecordedEvent[]) => {
  const at = (part: number) => log[Math.floor(part * (log.length - 1))]?.recorded_at;
  const given = { ...rest, from: from === undefined ? from : at(from), to: to === undefined ? to : at(to) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as EventFilter;
};

describe.each(['Postgres', 'EventStoreDB'])('the index of a log in %s', (engine) => {
  let database: TestDatabase;
  let eventStore: Awaited<ReturnType<typeof startEventStoreDbServer>> | undefined;
  let store: EventStore;

  beforeAll(async () => {
    database = await createTestDatabase();
    const pool = createPool(database.url, { name: 'test-log' });
    if (engine === 'Postgres') {
      store = createPostgresEventStore({ pool, url: database.url });
    } else {
      eventStore = await startEventStoreDbServer();
      store = createEventStoreDbEventStore({ url: eventStore.url, categories: CATEGORIES });
    }
    return () => pool.end();
  });
  afterAll(async () => {
    await store.close();
    await eventStore?.stop();
    await database.drop();
  });

  const indexing = () => createEventIndex({ stored: store, pool: database.pool, sizes: SIZES });
  /** A tick ends after a while, however far it has come: on a slow machine one is not enough. */
  const indexAll = async (ticker = indexing()): Promise<void> => {
    const end = () => indexTables(INDEX_SCHEMA, SIZES).end(database.pool);
    let before: number;
    do {
      before = await end();
      await ticker.tick(NOW);
    } while ((await end()) !== before);
  };
  const search = (of: Pick<EventStore, 'readAll' | 'readAt'> = store) =>
    createEventSearch({ store: of, pool: database.pool });
  const all = () => store.readAll(0, 1_000_000);

  const append = async (drawn: readonly Drawn[]): Promise<void> => {
    await Promise.all(
      drawn.map((event, index) => store.append(`${event.category}-${index % 3}`, 'any', [toNew(event)])),
    );
  };

  /**
   * Postgres alone can be told of a clock that was set back, and of positions that were left out. Only events that are
   * not indexed yet may change.
   */
  const disturb = async (fresh: number): Promise<void> => {
    if (engine !== 'Postgres' || fresh < 8) return;
    await database.pool.query(`
      alter table log.events disable trigger user;
      update log.events set position = position + 3 where position = (select max(position) from log.events);
      update log.events set recorded_at = recorded_at - interval '1 hour'
      where position = (select max(position) - 7 from log.events);
      alter table log.events enable always trigger append_only`);
  };

  const assertFinds = async (question: Question, log: readonly RecordedEvent[]): Promise<void> => {
    const filter = filterOf(question, log);
    const after = question.after === undefined ? 0 : log[Math.floor(question.after * (log.length - 1))]!.position;
    const wanted = log
      .filter((event) => event.position > after)
      .filter(matches(filter))
      .slice(0, question.limit);
    expect(await search().readAll(after, question.limit, filter)).toEqual(wanted);
    await assertCounts(filter, log, question.limit % 9);
  };

  /** As a plain loop counts: the whole time of the log, or the part of it that was asked for. */
  const assertCounts = async (filter: EventFilter, log: readonly RecordedEvent[], parts: number): Promise<void> => {
    const times = log.map(({ recorded_at }) => Date.parse(recorded_at));
    const from = filter.from === undefined ? Math.min(...times) : Date.parse(filter.from);
    const to = filter.to === undefined ? Math.max(...times) + 1 : Date.parse(filter.to);
    if (to <= from) return;
    const wanted = Array.from({ length: parts }, () => 0);
    for (const event of log.filter(matches({ ...filter, from: undefined!, to: undefined! }))) {
      const time = Date.parse(event.recorded_at);
      if (time >= from && time < to) wanted[Math.floor(((time - from) * parts) / (to - from))]! += 1;
    }
    const count = createEventCount({ stored: store, pool: database.pool });
    expect(await count(filter, { from, to, parts }, new AbortController().signal)).toEqual(wanted);
  };

  test('searches find what the filter lets through, in order, page by page, however far the index has come', async () => {
    const runs = effort({ short: 15, long: 60 });
    const property = fc.asyncProperty(
      fc.array(eventArbitrary, { minLength: 1, maxLength: 40 }),
      fc.array(questionArbitrary, { minLength: 12, maxLength: 12 }),
      fc.constantFrom('goes on', 'restarts', 'two at once', 'stands still'),
      async (drawn, questions, what) => {
        await append(drawn);
        await disturb(drawn.length);
        if (what === 'goes on') await ticker.tick(NOW);
        if (what === 'restarts') ticker = indexing();
        if (what === 'two at once') await Promise.all([ticker.tick(NOW), indexing().tick(NOW), indexing().tick(NOW)]);
        const log = await all();
        for (const question of questions) await assertFinds(question, log);
      },
    );
    let ticker = indexing();
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
    await indexAll(ticker);
    // There are blocks of both kinds, and events in none.
    const log = await all();
    const [blocks, postings] = await sumUpIndex(database.pool);
    expect(blocks!.rows).toBe(Math.floor(log.length / SIZES.short));
    expect(postings!.rows).toBeGreaterThan(10);
  });

  test('an index that was restarted and raced is the one that a rebuild makes', async () => {
    const sums = await sumUpIndex(database.pool);
    const rebuilt = await rebuildIndex(store, database.url, new AbortController().signal, SIZES);
    expect(rebuilt.map(({ before }) => before)).toEqual(sums);
    expect(rebuilt.map(({ after }) => after)).toEqual(sums);
    expect(await sumUpIndex(database.pool)).toEqual(sums);
    // It goes on where it was.
    await append(fc.sample(eventArbitrary, 23));
    await indexAll();
    expect((await sumUpIndex(database.pool))[0]!.rows).toBe(Math.floor((await all()).length / SIZES.short));
    await database.pool.query(
      `update app.event_index_postings set positions = positions || $1
       where ctid = (select min(ctid) from app.event_index_postings)`,
      [Buffer.of(1)],
    );
    const repaired = await rebuildIndex(store, database.url, new AbortController().signal, SIZES);
    expect(repaired.map(({ before, after }) => before.checksum === after.checksum)).toEqual([true, false]);
  });

  test('an index goes no further than it is told, and goes on from there', async () => {
    await append(fc.sample(eventArbitrary, 23));
    const moves: [number, number][] = [];
    const indexer = createIndexer(
      {
        stored: store,
        pool: database.pool,
        tables: { ...indexTables(INDEX_SCHEMA, SIZES), add: async () => {} },
        moveCheckpoint: async (_, from, to) => void moves.push([from, to]),
      },
      0,
    );
    const positions = [0, ...(await all()).map(({ position }) => position)];
    for (const told of [4, 7, 9, 10, 22]) await indexer.advance(positions[told]!, () => false);
    const [none, five, ten, twenty] = [positions[0]!, positions[5]!, positions[10]!, positions[20]!];
    expect(moves).toEqual([
      [none, five],
      [five, ten],
      [ten, twenty],
    ]);
  });

  test('an index whose checkpoint was moved by hand is not used, and begins anew', async () => {
    const log = await all();
    const questions = fc.sample(questionArbitrary, 10);
    await database.pool.query(`update app.process_checkpoints set position = $1 where process = 'event-index'`, [
      log[2]!.position,
    ]);
    await database.pool.query('delete from app.event_index_postings');
    for (const question of questions) await assertFinds(question, log);
    await indexAll();
    const [blocks, postings] = await sumUpIndex(database.pool);
    expect([blocks!.rows, postings!.rows > 10]).toEqual([Math.floor(log.length / SIZES.short), true]);
    for (const question of questions) await assertFinds(question, log);
  });

  test('a search reads the events that it finds, and the few that the index does not know yet', async () => {
    await append(fc.sample(eventArbitrary, 100));
    await indexAll();
    const read: number[] = [];
    const counting: Pick<EventStore, 'readAll' | 'readAt'> = {
      readAll: async (after, ...asked) => {
        read.push(...(await store.readAll(after, 1_000_000)).map(({ position }) => position));
        return store.readAll(after, ...asked);
      },
      readAt: async (positions) => {
        read.push(...positions);
        return store.readAt(positions);
      },
    };
    const rest = (await all()).length % SIZES.short;
    const nothing: readonly EventFilter[] = [
      { brandId: 'brand-1', actor: 'nobody' },
      { brandId: 'brand-1', types: ['NeverRecorded'] },
      { brandId: 'brand-1', category: 'nothing', actor: 'till' },
      { brandId: 'brand-1', pointId: 'point-3' },
      { brandId: 'brand-4' },
    ];
    for (const filter of nothing) {
      expect(await search(counting).readAll(0, 100, filter)).toEqual([]);
      expect(read.splice(0), JSON.stringify(filter)).toHaveLength(rest);
    }
    const found = await search(counting).readAll(0, 9, { brandId: 'brand-2', types: ['OrderPlaced'] });
    expect(read.splice(0)).toEqual(found.map(({ position }) => position));
    expect(found).toHaveLength(9);
  });

  test('searches of one brand that take long hold back no search of another', async () => {
    await append(fc.sample(eventArbitrary, 100));
    await indexAll();
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let waiting = 0;
    const both = search({
      ...store,
      readAt: async (positions) => {
        const events = await store.readAt(positions);
        if (events.every(({ metadata }) => metadata.brand_id === 'brand-1')) {
          waiting++;
          begun.resolve();
          await slow.promise;
        }
        return events;
      },
    });
    const ofOne = Array.from({ length: 5 }, () => both.readAll(0, 1, { brandId: 'brand-1' }));
    await begun.promise;
    expect(await both.readAll(0, 1, { brandId: 'brand-2' })).toHaveLength(1);
    expect(waiting).toBe(1);
    slow.resolve();
    expect((await Promise.all(ofOne)).flat()).toHaveLength(5);
  });

  test('counts of one brand that take long hold back no count of another', async () => {
    await append(fc.sample(eventArbitrary, 100));
    const slow = Promise.withResolvers<void>();
    let waiting = 0;
    const count = createEventCount({
      stored: {
        ...store,
        readAll: async (after, limit, filter, signal) => {
          if (filter?.brandId === 'brand-1') {
            waiting++;
            await slow.promise;
          }
          return store.readAll(after, limit, filter, signal);
        },
      },
      pool: database.pool,
    });
    const parts = { from: 0, to: Date.now() + 1_000, parts: 1 };
    const { signal } = new AbortController();
    const ofOne = Array.from({ length: 5 }, () => count({ brandId: 'brand-1' }, parts, signal));
    expect((await count({ brandId: 'brand-2' }, parts, signal))[0]).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(2);
    slow.resolve();
    expect(new Set((await Promise.all(ofOne)).flat()).size).toBe(1);
  });

  test('a search after a position that was never given out begins no earlier than the index ends', async () => {
    await indexAll();
    await append(fc.sample(eventArbitrary, SIZES.short * 3));
    const log = await all();
    const end = await indexTables(INDEX_SCHEMA, SIZES).end(database.pool);
    const begins: number[] = [];
    const counting: EventSearchOptions['store'] = {
      ...store,
      readAll: (after, ...asked) => {
        begins.push(after);
        return store.readAll(after, ...asked);
      },
    };
    for (const place of [-2, -4, -9]) {
      // An event is longer than a byte, but positions of Postgres are without gaps.
      const after = log.at(place)!.position + (engine === 'Postgres' ? 0 : 1);
      const wanted = log.filter((event) => event.position > after);
      expect(await search(counting).readAll(after, 1_000, { brandId: 'brand-1' })).toEqual(
        wanted.filter(matches({ brandId: 'brand-1' })),
      );
      expect(await search(counting).readAll(after, 1, { brandId: 'brand-2' })).toEqual(
        wanted.filter(matches({ brandId: 'brand-2' })).slice(0, 1),
      );
    }
    expect(begins.length).toBeGreaterThan(5);
    expect(Math.min(...begins)).toBeGreaterThanOrEqual(end);
    // Where the store has to be asked, it begins at the end of the index, and what comes before the position is left out.
    if (engine === 'EventStoreDB') expect(begins[0]).toBe(end);
  });

  test('a count reads the events of blocks that lie in several parts, and of no other', async () => {
    await indexAll();
    const read: number[] = [];
    const counting: Pick<EventStore, 'readAll' | 'readAt'> = {
      readAll: store.readAll,
      readAt: async (positions) => {
        read.push(...positions);
        return store.readAt(positions);
      },
    };
    const log = await all();
    const times = log.map(({ recorded_at }) => Date.parse(recorded_at));
    const [from, to] = [Math.min(...times), Math.max(...times) + 2];
    const count = createEventCount({ stored: counting, pool: database.pool });
    const asked = { brandId: 'brand-1' };
    const known = log.slice(0, log.length - (log.length % SIZES.short)).filter(matches(asked));
    expect(await count(asked, { from, to, parts: 1 }, new AbortController().signal)).toEqual([
      log.filter(matches(asked)).length,
    ]);
    // Only the block at the very end may reach beyond.
    expect(read.length).toBeLessThanOrEqual(SIZES.short);
    read.splice(0);
    await count(asked, { from, to, parts: 3 }, new AbortController().signal);
    expect(read.length).toBeLessThan(known.length / 2);
  });

  test('a search stops when its caller has left', async () => {
    const leaving = new AbortController();
    const impatient: Pick<EventStore, 'readAll' | 'readAt'> = {
      readAll: async () => expect.unreachable(),
      readAt: async (positions) => {
        leaving.abort();
        return store.readAt(positions);
      },
    };
    const found = await search(impatient).readAll(0, 1_000_000, { brandId: 'brand-1' }, leaving.signal);
    expect(found.length).toBeLessThan((await all()).filter(matches({ brandId: 'brand-1' })).length + 1);
  });
});
