// A database of its own: it fills one read model, and needs no app.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBatchWriters, send } from '../../../src/projections/engine/batch-writer.ts';
import { createIndexes, createTables, READ_SCHEMA } from '../../../src/projections/engine/schema.ts';
import { changesAfter, type FeedCursor } from '../../../src/projections/reservations/change-feed.ts';
import { reservationsProjection } from '../../../src/projections/reservations/projection.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const ALL: FeedCursor = { changed_since: '2020-01-01T00:00:00Z', after_id: null };
/** Microseconds after ten o'clock. */
const at = (micros: number): string => `2026-03-06T10:00:00.${String(micros).padStart(6, '0')}Z`;

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool } = database);
  await createTables(pool, READ_SCHEMA, reservationsProjection);
  await createIndexes(pool, READ_SCHEMA, reservationsProjection);
});
afterAll(() => database?.drop());

/** Positions of the log go on from test to test, as in a log. */
let position = 0;

/** A partner's reservations, changed as a test says. `name` is in the comment, to tell states apart. */
const createLog = () => {
  const [brand_id, key_id, point_id] = [randomUUID(), randomUUID(), randomUUID()];
  return {
    scope: { brand_id, key_id, point_ids: null as readonly string[] | null },
    point_id,
    get head() {
      return position;
    },
    /** Changes as the read model comes to them in one transaction. */
    write: async (...changes: (readonly [id: string, name: string, recorded_at: string])[]) => {
      const write = createBatchWriters(READ_SCHEMA, reservationsProjection.tables)();
      for (const [reservation_id, comment, recorded_at] of changes) {
        const data = {
          reservation_id,
          brand_id,
          point_id,
          key_id,
          source: 'partner',
          status: 'cancelled',
          date: '2026-03-07',
          starts_at: at(0),
          personal: { comment },
        };
        const event = { position: ++position, recorded_at, data, type: 'ReservationMoved' };
        reservationsProjection.on.ReservationMoved!(event as never, write);
      }
      await send(pool, write.statements());
    },
  };
};

/** Reads on from a cursor, a page at a time, until nothing is left; answers what it was told and where it stands. */
const readOn = async (log: ReturnType<typeof createLog>, from: FeedCursor, shownTo: number | null, limit = 1) => {
  const told: string[] = [];
  let cursor = from;
  for (let pages = 0; pages < 50; pages++) {
    const found = await changesAfter(pool, log.scope, cursor, limit, shownTo);
    const page = found.slice(0, limit);
    told.push(...page.map(({ reservation }) => reservation.personal.comment!));
    cursor = page.at(-1)?.cursor ?? cursor;
    if (found.length <= limit) return { told, cursor };
  }
  throw new Error('the feed has no end');
};

const ids = () => [randomUUID(), randomUUID(), randomUUID()] as const;

test.each([1, 2, 100])(
  'changes of one moment come once each in the feed, %d a page, whatever their ids',
  async (limit) => {
    for (let round = 0; round < 5; round++) {
      const log = createLog();
      const [a, b, c] = ids();
      await log.write([a, 'a', at(5)], [b, 'b', at(5)], [c, 'c', at(5)]);
      expect((await readOn(log, ALL, log.head, limit)).told).toEqual(['a', 'b', 'c']);
    }
  },
);

describe('an append that changes a reservation twice', () => {
  test.each([
    ['the log tells how far it is whole', (before: number) => before],
    ['the read model stands still half-way', () => null],
  ])('an append that changes a reservation twice is not shown by halves: %s', async (_how, shownTo) => {
    const log = createLog();
    const [a, b, c] = ids();
    await log.write([c, 'c', at(1)]);
    const before = log.head;
    // One append, which the read model happens to take in two steps.
    await log.write([a, 'a1', at(900_000)]);
    const half = await readOn(log, ALL, shownTo(before));
    expect(half.told).toEqual(['c']);
    await log.write([b, 'b', at(900_000)], [a, 'a2', at(900_000)]);
    const whole = await readOn(log, half.cursor, log.head);
    expect(whole.told).toEqual(['b', 'a2']);
    // Both changes of `a` are at this cursor, and it is behind both.
    expect((await readOn(log, whole.cursor, log.head)).told).toEqual([]);
  });
});

test('the feed tells a change in between once, and no change again that was told before', async () => {
  const log = createLog();
  const [a, b] = ids();
  await log.write([a, 'a1', at(1)], [b, 'b1', at(2)]);
  const first = await changesAfter(pool, log.scope, ALL, 1, log.head);
  expect(first.map(({ reservation }) => reservation.personal.comment)).toEqual(['a1', 'b1']);
  await log.write([a, 'a2', at(3)]);
  expect((await readOn(log, first[0]!.cursor, log.head)).told).toEqual(['b1', 'a2']);
});

test('a clock that is set back hides no change from the feed', async () => {
  const log = createLog();
  const [a, b] = ids();
  await log.write([a, 'a', at(900)]);
  const { cursor } = await readOn(log, ALL, log.head);
  await log.write([b, 'b', at(100)]);
  expect((await readOn(log, cursor, log.head)).told).toEqual(['b']);
});

test('without a change at the feed’s cursor its time counts, and then its id', async () => {
  const log = createLog();
  const [low, high] = ['00000000-0000-4000-8000-', 'ffffffff-0000-4000-8000-'].map(
    (start) => start + randomUUID().slice(24),
  ) as [string, string];
  await log.write([low, 'low', at(5)], [high, 'high', at(5)]);
  const after = async (changed_since: string, after_id: string | null) =>
    (await readOn(log, { changed_since, after_id }, log.head)).told;
  expect(await after(at(5), null)).toEqual([]);
  expect(await after(at(5), '00000000-0000-0000-0000-000000000000')).toEqual(['low', 'high']);
  expect(await after(at(5), '88888888-0000-4000-8000-000000000000')).toEqual(['high']);
  expect(await after(at(4), randomUUID())).toEqual(['low', 'high']);
  expect(await after(at(6), '00000000-0000-0000-0000-000000000000')).toEqual([]);
});

test('the feed leaves out changes at other points than those asked for', async () => {
  const log = createLog();
  await log.write([randomUUID(), 'here', at(1)]);
  const told = (point_ids: string[]) => readOn({ ...log, scope: { ...log.scope, point_ids } }, ALL, log.head);
  expect((await told([randomUUID(), log.point_id])).told).toEqual(['here']);
  expect((await told([randomUUID()])).told).toEqual([]);
});
