// A database of its own: it fills the whole queue of calls, and looks at plans.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  type DeliveryFilter,
  deliveriesQuery,
  findDeliveries,
} from '../../../src/api/webhooks/find-deliveries.ts';
import { BODIES, BODIES_WITH } from '../../../src/processes/erasure/tables.ts';
import { createTestDatabase } from '../../support/database.ts';

const BRAND = randomUUID();
const [OFTEN, SELDOM, FOREIGN] = [randomUUID(), randomUUID(), randomUUID()];
const MANY = 20_000;
const PAGE = 10;

interface Found {
  readonly id: number;
  readonly kind: string;
  readonly key_id: string | null;
  readonly order_id: number | null;
  readonly status: string;
}

let pool: pg.Pool;
let drop: () => Promise<void>;

/** Calls of a brand: most are webhooks to one key that were delivered, and of everything else there are some. */
const FILL = `
  insert into app.deliveries (id, kind, brand_id, key_id, event, event_id, position, url, status, created_at, lane)
  select i, case when i % 1000 = 3 then 'loyalty' else 'webhook' end, case when i % 4 = 0 then $2::uuid else $1 end,
    case when i % 1000 = 3 then null when i % 4 = 0 then $5::uuid when i % 1000 = 5 then $4::uuid else $3::uuid end,
    'order.accepted', gen_random_uuid(), i, '-',
    case when i % 500 in (1, 3, 5) and i % 2000 < 500 then 'undelivered' when i % 1000 in (5, 7) then 'pending' else 'delivered' end,
    now(), i / 5
  from generate_series(1, ${MANY}) i`;

beforeAll(async () => {
  ({ pool, drop } = await createTestDatabase());
  await pool.query(FILL, [BRAND, randomUUID(), OFTEN, SELDOM, FOREIGN]);
  await pool.query('vacuum analyze app.deliveries');
});
afterAll(() => drop());

const filterOf = (asked: Partial<DeliveryFilter>): DeliveryFilter => ({
  brand_id: BRAND,
  statuses: undefined,
  kinds: undefined,
  key_id: undefined,
  order_id: undefined,
  after_id: 0,
  before_id: undefined,
  newest_first: false,
  limit: PAGE,
  ...asked,
});

const placeArbitrary = fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: MANY }));

test('a page has what a plain loop over all calls finds', async () => {
  const { rows } = await pool.query<Found>(
    'select id, kind, key_id, lane as order_id, status from app.deliveries where brand_id = $1 order by id',
    [BRAND],
  );
  const property = fc.asyncProperty(
    fc.record({
      statuses: fc.option(fc.array(fc.constantFrom(...DELIVERY_STATUSES), { minLength: 1 }), { nil: undefined }),
      kinds: fc.option(fc.subarray([...DELIVERY_KINDS], { minLength: 1 }), { nil: undefined }),
      key_id: fc.constantFrom(undefined, undefined, OFTEN, SELDOM, FOREIGN),
      order_id: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.integer({ min: 0, max: MANY / 5 })),
      after_id: fc.integer({ min: 0, max: MANY }),
      before_id: placeArbitrary,
      newest_first: fc.boolean(),
      limit: fc.integer({ min: 1, max: 60 }),
    }),
    async (asked) => {
      const { statuses, kinds, key_id, order_id, after_id, before_id = MANY + 1, newest_first, limit } = asked;
      const wanted = rows.filter(
        (row) =>
          (statuses?.includes(row.status as never) ?? true) &&
          (kinds?.includes(row.kind as never) ?? true) &&
          (key_id ?? row.key_id) === row.key_id &&
          (order_id ?? row.order_id) === row.order_id &&
          row.id > after_id &&
          row.id < before_id,
      );
      const page = (newest_first ? wanted.toReversed() : wanted).slice(0, limit);
      const found = await findDeliveries<Found>(pool, filterOf(asked));
      expect(found.map(({ id }) => id)).toEqual(page.map(({ id }) => id));
    },
  );
  await fc.assert(property, { numRuns: 150 });
});

interface Plan {
  readonly Plans?: readonly Plan[];
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
}

/** Rows that a plan reads, those that it throws away counted. */
const rowsRead = (plan: Plan): number => {
  const { Plans = [], 'Node Type': type, 'Actual Rows': rows, 'Actual Loops': loops } = plan;
  const passedOver = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = /Index|Seq|Bitmap/.test(type) ? (rows + passedOver) * loops : 0;
  return Plans.reduce((sum, each) => sum + rowsRead(each), own);
};

test.each<[string, Partial<DeliveryFilter>]>([
  ['all', {}],
  ['a key with few calls', { key_id: SELDOM }],
  ['a key with many', { key_id: OFTEN }],
  ['a key without any', { key_id: FOREIGN }],
  ['the few of a loyalty service', { kinds: ['loyalty'] }],
  ['the many webhooks', { kinds: ['webhook'] }],
  ['what waits', { statuses: ['pending'] }],
  ['what waits or was never delivered', { statuses: ['pending', 'undelivered'] }],
  ['what was never delivered to a key', { statuses: ['undelivered'], key_id: SELDOM }],
  ['an order', { order_id: 2_000 }],
])('a page reads what it shows, a page for each status and key at most: %s', async (_, asked) => {
  for (const newest_first of [false, true]) {
    const { text, values } = deliveriesQuery(filterOf({ ...asked, newest_first }));
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    // Three statuses, of two keys and of the loyalty service; then the page itself, and the search for keys.
    expect(rowsRead(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(3 * 3 * PAGE + PAGE + 10);
  }
});

test.each([
  ['of an order, a reservation or an employee', BODIES, [BRAND, [10, 20], [5, 7], 3]],
  ['that name a phone', BODIES_WITH, [BRAND, ['%"998901234567"%']]],
])('an erasure finds the calls %s without reading the whole queue', async (_, erase, values) => {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${erase}`, values);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|deliveries_listed/);
});
