// A database of its own: it writes many moments into a read model by hand.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import type { EventFilter, RecordedEvent } from '../../../src/event-store/event-store.ts';
import { ensureReadModel } from '../../../src/projections/engine/read-model.ts';
import { blockOf, groupOf } from '../../../src/projections/event-index/blocks.ts';
import { INDEX_PROCESS } from '../../../src/projections/event-index/candidates.ts';
import { indexTables } from '../../../src/projections/event-index/tables.ts';
import { momentAtInstant, momentAtPosition } from '../../../src/projections/reports/moment.ts';
import { momentsProjection } from '../../../src/projections/reports/moments.ts';
import { ownMoment } from '../../../src/projections/reports/own-moment.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const START = Date.parse('2026-03-02T09:00:00Z');
const BLOCK = 4;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.url);
  await ensureReadModel(database.pool, momentsProjection);
});
afterAll(() => database.drop());

/** Recorded so many microseconds after the start. */
const timeOf = (micros: number): string =>
  `${new Date(START + Math.floor(micros / 1_000)).toISOString().slice(0, -1)}${String(micros % 1_000).padStart(3, '0')}Z`;

const logOf = (times: readonly number[]): RecordedEvent[] =>
  times.map((micros, index) => ({
    id: `${index}`,
    type: 'Happened',
    stream: 'thing-1',
    revision: index,
    position: 10 + 3 * index,
    data: {},
    recorded_at: timeOf(micros),
    metadata: { brand_id: 'brand' } as RecordedEvent['metadata'],
  }));

const storeOf = (events: readonly RecordedEvent[]) => {
  const store = {
    read: 0,
    readAll: async (after: number, limit: number, filter?: EventFilter) => {
      const brandId = filter?.brandId;
      const own = events.filter(({ metadata }) => brandId === undefined || metadata.brand_id === brandId);
      const page = own.filter(({ position }) => position > after).slice(0, limit);
      store.read += page.length;
      return page;
    },
    readAt: async (positions: readonly number[]) => {
      store.read += positions.length;
      return positions.flatMap((position) => events.find((event) => event.position === position) ?? []);
    },
  };
  return store;
};

/** The read model has what is shown, the index whole blocks of what is indexed. */
const fill = async (
  events: readonly RecordedEvent[],
  indexed: number,
  size: number,
  shortInLong = 64,
): Promise<void> => {
  const { pool } = database;
  await pool.query('truncate read.moments, app.event_index_blocks, app.event_index_postings');
  const minutes = new Map(
    events.map(({ recorded_at, position }) => [recorded_at.slice(0, 16), { recorded_at, position }]),
  );
  for (const [minute, { position, recorded_at }] of minutes) {
    const values = [`${minute}:00Z`, position, recorded_at];
    await pool.query('insert into read.moments (minute, position, recorded_at) values ($1, $2, $3)', values);
  }
  const blocks = [];
  for (let end = size; end <= indexed; end += size) {
    const after = events[end - size - 1]?.position ?? 0;
    blocks.push(blockOf(after, events.slice(end - size, end).map(groupOf)));
  }
  await indexTables('app', { short: size, shortInLong }).add(pool, blocks);
  const position = blocks.at(-1)?.lastPosition ?? 0;
  await pool.query('delete from app.process_checkpoints where process = $1', [INDEX_PROCESS]);
  const checkpoint = 'insert into app.process_checkpoints (process, position) values ($1, $2)';
  await pool.query(checkpoint, [INDEX_PROCESS, position]);
};

const lastOf = (events: readonly RecordedEvent[]) => {
  const last = events.at(-1);
  return last ? { position: last.position, recorded_at: last.recorded_at } : { position: 0, recorded_at: null };
};

test('a moment is the last event up to a position or an instant, whatever the index has of the log', async () => {
  const pauses = fc.array(fc.oneof(fc.nat(3), fc.nat(90_000_000)), { maxLength: 40 });
  const examples = fc.asyncProperty(
    pauses,
    fc.nat(40),
    fc.array(fc.nat(140), { maxLength: 8 }),
    async (given, indexed, asked) => {
      let sum = 0;
      const times = given.map((pause) => (sum += pause));
      const events = logOf(times);
      await fill(events, Math.min(indexed, events.length), BLOCK);
      const store = storeOf(events);
      for (const position of asked) {
        const { recorded_at } = lastOf(events.filter((event) => event.position <= position));
        expect(await momentAtPosition(database.pool, store, position)).toEqual({ position, recorded_at });
      }
      for (const micros of [...asked.map((at) => times[at % (times.length || 1)] ?? at), sum + 1, 0]) {
        // Between two microseconds, too.
        for (const instant of [timeOf(micros), timeOf(micros).replace('Z', '900Z')]) {
          const expected = lastOf(events.filter((event) => event.recorded_at <= timeOf(micros)));
          expect(await momentAtInstant(database.pool, store, instant), instant).toEqual(expected);
        }
      }
    },
  );
  await fc.assert(examples, { numRuns: 40 });
});

test('a moment in a minute with a hundred thousand events costs a block of them', async () => {
  const events = logOf(Array.from({ length: 20_000 }, (_, index) => index * 500));
  await fill(events, events.length, 256);
  const store = storeOf(events);
  const { position, recorded_at } = events[17_000]!;
  expect(await momentAtPosition(database.pool, store, position)).toEqual({ position, recorded_at });
  expect(await momentAtInstant(database.pool, store, recorded_at)).toEqual({ position, recorded_at });
  expect(store.read).toBeLessThan(4 * 256 + 1);
});

test("a brand is told when its own last event was recorded, and never when another brand's was", async () => {
  const brands = fc.array(fc.constantFrom('brand', 'other', 'third'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(brands, fc.nat(40), fc.integer({ min: 1, max: 3 }), async (all, indexed, shortInLong) => {
      const events = logOf(all.map((_, index) => index * 7)).map((event, index) => ({
        ...event,
        metadata: { brand_id: all[index]! } as RecordedEvent['metadata'],
      }));
      await fill(events, Math.min(indexed, events.length), BLOCK, shortInLong);
      const store = storeOf(events);
      for (const position of [0, 9, 10, 11, ...events.map((event) => event.position)]) {
        for (const brand of ['brand', 'other']) {
          const own = events.filter((event) => event.metadata.brand_id === brand && event.position <= position);
          expect(await ownMoment(database.pool, store, brand, position)).toEqual(lastOf(own));
        }
      }
    }),
    { numRuns: 30 },
  );
});
