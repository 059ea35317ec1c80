// A database of its own: it writes many orders into a read model by hand.

import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import { ordersNear, ordersRecordedNear } from '../../../src/projections/orders/spans.ts';
import { createAppDatabase, type TestDatabase } from '../../support/database.ts';
import { effort } from '../../support/effort.ts';

const BRAND = '00000000-0000-4000-8000-000000000001';
const POINT = '00000000-0000-4000-8000-000000000002';
const HOUR = 3_600_000;
const START = Date.parse('2024-01-01T00:00:00Z');

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createAppDatabase();
  pool = createPool(database.url, { max: 2, name: 'order spans' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface Span {
  readonly began: number;
  readonly ended: number | null;
  /** When it was recorded: at once, unless told. */
  readonly beganInLog?: number;
  readonly endedInLog?: number | null;
}

const fill = async (spans: readonly Span[]): Promise<void> => {
  await pool.query('truncate read.orders');
  const [began, ended] = [spans.map((span) => span.began), spans.map((span) => span.ended)];
  const inLog = [
    spans.map((span) => span.beganInLog ?? span.began),
    spans.map((span) => span.endedInLog ?? span.ended),
  ];
  await pool.query(
    `insert into read.orders
       (order_id, brand_id, point_id, status, began_ms, ended_ms, began_recorded_ms, ended_recorded_ms)
     select place, $1, $2, case when ended is null then 'COOKING' when place % 2 = 0 then 'DELETED' else 'CLOSED' end,
       began, ended, began_in_log, ended_in_log
     from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
       with ordinality as s (began, ended, began_in_log, ended_in_log, place)`,
    [BRAND, POINT, began, ended, ...inLog],
  );
};

test('every order that was open at a time is found, and none that was closed an hour before it or opened later', async () => {
  const hour = fc.integer({ min: 0, max: 24 * 400 });
  const span = fc.record({
    hour,
    hours: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 9_000 }), fc.constant(null)),
  });
  const property = fc.asyncProperty(
    fc.array(span, { maxLength: 60 }),
    fc.array(hour, { maxLength: 12 }),
    async (given, times) => {
      const spans = given.map(({ hour, hours }): Span => {
        const began = START + hour * HOUR;
        return { began, ended: hours === null ? null : began + hours * HOUR };
      });
      await fill(spans);
      const idsOf = (isThere: (span: Span) => boolean) =>
        spans.flatMap((span, index) => (isThere(span) ? index + 1 : []));
      for (const time of times.map((at) => START + at * HOUR)) {
        const found = await ordersNear(pool, BRAND, POINT, time);
        const ended = ({ ended }: Span) => ended ?? Number.POSITIVE_INFINITY;
        expect(found).toEqual(idsOf((span) => span.began <= time && ended(span) >= time));
      }
      expect(await ordersNear(pool, BRAND, POINT, null)).toEqual(idsOf(({ ended }) => ended === null));
    },
  );
  await fc.assert(property, { numRuns: effort({ short: 60, long: 1_000 }) });
});

test('orders that were recorded late are found by when they happened, or by when they were recorded', async () => {
  const hour = fc.integer({ min: 0, max: 200 });
  const span = fc.record({ at: hour, hours: fc.nat(70), late: fc.nat(300), took: fc.nat(70) });
  const given = fc.array(span, { maxLength: 40 });
  const property = fc.asyncProperty(given, fc.array(fc.nat(500), { maxLength: 8 }), async (orders, times) => {
    const spans = orders.map(({ at, hours, late, took }) => {
      const [began, beganInLog] = [START + at * HOUR, START + (at + late) * HOUR];
      const ended = began + hours * HOUR;
      return { began, ended, beganInLog, endedInLog: Math.max(ended, beganInLog + took * HOUR) };
    });
    await fill(spans);
    const idsOf = (isThere: (span: (typeof spans)[number]) => boolean) =>
      spans.flatMap((span, index) => (isThere(span) ? index + 1 : []));
    for (const time of times.map((at) => START + at * HOUR)) {
      const happened = idsOf(({ began, ended }) => began <= time && ended >= time);
      expect(await ordersNear(pool, BRAND, POINT, time)).toEqual(happened);
      const recorded = idsOf(({ beganInLog, endedInLog }) => beganInLog <= time && endedInLog >= time);
      expect(await ordersRecordedNear(pool, BRAND, POINT, time)).toEqual(expect.arrayContaining(recorded));
    }
  });
  await fc.assert(property, { numRuns: effort({ short: 40, long: 1_000 }) });
});

test('the floor of an instant in a back-filled history reads the orders of then alone', async () => {
  const now = START + 60 * 24 * HOUR;
  const backfilled = Array.from({ length: 3_000 }, (_, index): Span => {
    const began = START + index * (HOUR / 4);
    return { began, ended: began + HOUR, beganInLog: now + index, endedInLog: now + index };
  });
  await fill(backfilled);
  expect((await ordersNear(pool, BRAND, POINT, START + 400 * HOUR)).length).toBeLessThan(10);
  expect((await ordersRecordedNear(pool, BRAND, POINT, now + 1_500)).length).toBeLessThan(10);
});

test('orders of another point, or of another brand, are not found', async () => {
  await fill([{ began: START, ended: null }]);
  expect(await ordersNear(pool, POINT, POINT, START)).toEqual([]);
  expect(await ordersNear(pool, BRAND, BRAND, START)).toEqual([]);
  expect(await ordersNear(pool, BRAND, POINT, START)).toEqual([1]);
});
