import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import { ordersNear } from '../../../src/projections/orders/spans.ts';
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
}

const fill = async (spans: readonly Span[]): Promise<void> => {
  await pool.query('truncate read.orders');
  const [began, ended] = [spans.map((span) => span.began), spans.map((span) => span.ended)];
  await pool.query(
    `insert into read.orders (order_id, brand_id, point_id, status, began_ms, ended_ms)
     select place, $1, $2, case when ended is null then 'COOKING' when place % 2 = 0 then 'DELETED' else 'CLOSED' end, began, ended
     from unnest($3::bigint[], $4::bigint[]) with ordinality as s (began, ended, place)`,
    [BRAND, POINT, began, ended],
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

test('orders of another point, or of another brand, are not found', async () => {
  await fill([{ began: START, ended: null }]);
  expect(await ordersNear(pool, POINT, POINT, START)).toEqual([]);
  expect(await ordersNear(pool, BRAND, BRAND, START)).toEqual([]);
  expect(await ordersNear(pool, BRAND, POINT, START)).toEqual([1]);
});
