// A database of its own: it writes many orders into a read model by hand.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import type { OrderStatus } from '../../../src/domain/orders/status.ts';
import { packOrderEvent } from '../../../src/projections/orders/order-events.ts';
import {
  type OrderCursor,
  orderChangesAfter,
  type PartnerOrderScope,
} from '../../../src/projections/orders/partner-feed.ts';
import { listOrders, type OrderListFilter } from '../../../src/projections/orders/queries.ts';
import { createAppDatabase, type TestDatabase } from '../../support/database.ts';

const BRAND = randomUUID();
const POINTS = Array.from({ length: 30 }, () => randomUUID());
const KEY = randomUUID();
const CLOSED = 100_000;
const OPEN = 6_000;
const LIMIT = 50;
/** Rows of the table that a page may look at: a page of each of the three statuses. An explained plan rounds its counts. */
const ROWS = (LIMIT + 1) * 3 + 1;

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createAppDatabase();
  pool = createPool(database.url, { max: 2, name: 'order list' });
  // The open ones are the newest, as in a chain that has worked for years.
  await pool.query(
    `insert into read.orders (order_id, brand_id, point_id, status)
     select n, $1, ($2::uuid[])[1 + n % 2],
       case when n <= $3 then 'CLOSED' when n % 10 < 2 then 'COOKING' else 'CREATED' end
     from generate_series(1, $3::int + $4::int) as n`,
    [BRAND, POINTS, CLOSED, OPEN],
  );
  // A change a minute, in the order of the log.
  await pool.query(
    `insert into read.partner_orders (order_id, brand_id, point_id, key_id, changed_position, changed_at)
     select n, $1, ($2::uuid[])[1 + n % 2], $3, n * 10, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
     from generate_series(1, $4::int) as n`,
    [BRAND, POINTS, KEY, CLOSED],
  );
  await pool.query(
    `insert into read.moments (minute, position, recorded_at)
     select changed_at, changed_position, changed_at::text from read.partner_orders`,
  );
  await pool.query('vacuum analyze read.orders');
  await pool.query('vacuum analyze read.moments');
  await pool.query('vacuum analyze read.partner_orders');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** How many rows of a table a plan has looked at. */
const rowsOf = (table: string, node: Plan): number => {
  const isIts = node['Relation Name'] === table;
  const here = isIts ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(table, child), here);
};

/** How many rows of orders the list has looked at. */
const rowsLookedAt = async (filter: Partial<OrderListFilter>): Promise<number> => {
  let plan: Plan | undefined;
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
      plan = rows[0]['QUERY PLAN'][0].Plan;
      return { rows: [] };
    },
  } as unknown as pg.Pool;
  const all = { brand_id: BRAND, point_ids: null, statuses: null, after_id: 0, limit: LIMIT };
  await listOrders(explaining, { ...all, ...filter });
  return rowsOf('orders', plan!);
};

const SCOPE: PartnerOrderScope = { brand_id: BRAND, point_ids: null, key_id: KEY, order_ids: null };
/** A page, the look at the changes of six hours, and the last ones. An explained plan rounds its counts. */
const ROWS_OF_FEED = LIMIT + 1 + 6 * 60 + 10;

test.each<[string, Partial<PartnerOrderScope>, shownTo: number | null]>([
  ['of the brand', {}, CLOSED * 10],
  ['of a point', { point_ids: [POINTS[1]!] }, CLOSED * 10],
  ['of a point without any', { point_ids: [POINTS[5]!] }, CLOSED * 10],
  ['of two points', { point_ids: POINTS.slice(0, 2) }, CLOSED * 10],
  ['of some orders', { order_ids: [5, 6, 70_000] }, CLOSED * 10],
  ['of a read model that is behind', {}, null],
])('a page of the change feed looks at few others, wherever it begins: %s', async (_, terms, shownTo) => {
  for (const minute of [0, CLOSED / 2, CLOSED - 20]) {
    for (const after_id of [null, 1_000_000_000]) {
      let looked = 0;
      const explaining = {
        query: async (text: string, values: unknown[]) => {
          const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
          looked += rowsOf('partner_orders', rows[0]['QUERY PLAN'][0].Plan);
          // Of these orders there are no events.
          return text.includes('order_events') ? { rows: [] } : pool.query(text, values);
        },
      } as unknown as pg.Pool;
      const changed_since = new Date(Date.parse('2026-01-01T00:00:00Z') + minute * 60_000).toISOString();
      const from = { pool: explaining, store: { read: async () => [] } };
      await orderChangesAfter(from, { ...SCOPE, ...terms }, { changed_since, after_id }, LIMIT, shownTo);
      expect(looked, `from minute ${minute}, id ${after_id}`).toBeLessThanOrEqual(ROWS_OF_FEED);
    }
  }
});

test.each<[string, Partial<OrderListFilter>]>([
  ['of a point, in one status', { point_ids: [POINTS[0]!], statuses: ['CREATED'] }],
  ['of a point, in two statuses', { point_ids: [POINTS[0]!], statuses: ['CREATED', 'COOKING'] }],
  ['of a point, in all statuses', { point_ids: [POINTS[0]!] }],
  ['of a point, deleted, of which there are none', { point_ids: [POINTS[0]!], statuses: ['DELETED'] }],
  ['of two points', { point_ids: POINTS.slice(0, 2), statuses: ['COOKING'] }],
])('a page of orders looks at no others, however many are closed: %s', async (_, filter) => {
  expect(await rowsLookedAt(filter)).toBeLessThanOrEqual(ROWS);
});

test.each<[string, Partial<OrderListFilter>]>([
  ['of many points', { point_ids: POINTS, statuses: ['CREATED', 'COOKING'] }],
  ['of the brand', { statuses: ['CREATED', 'COOKING'] }],
  ['of the brand, deleted, of which there are none', { statuses: ['DELETED'] }],
])('a page of a whole brand looks at its open orders, and at no closed ones: %s', async (_, filter) => {
  expect(await rowsLookedAt(filter)).toBeLessThanOrEqual(OPEN);
});

test('a page has the first ids that fit, each once, for any points and statuses', async () => {
  const brand_id = randomUUID();
  const statuses: OrderStatus[] = ['CREATED', 'CLOSED', 'COOKING'];
  const orders = Array.from({ length: 90 }, (_, n) => ({
    order_id: 1_000_000 + n,
    point_id: POINTS[n % POINTS.length]!,
    status: statuses[(n % 7) % 3]!,
  }));
  for (const { order_id, point_id, status } of orders) {
    const placed = {
      type: 'OrderPlaced',
      data: { order_id, lines: [], personal: { client_id: null } },
      metadata: { occurred_at: '2026-03-02T09:00:00.000Z' },
    } as unknown as Parameters<typeof packOrderEvent>[0];
    await pool.query('insert into read.orders (order_id, brand_id, point_id, status) values ($1, $2, $3, $4)', [
      order_id,
      brand_id,
      point_id,
      status,
    ]);
    await pool.query(`insert into read.order_events (order_id, revision, event) values ($1, 0, $2)`, [
      order_id,
      packOrderEvent(placed).event,
    ]);
  }
  const points = [null, [POINTS[3]!], [POINTS[3]!, POINTS[3]!, POINTS[8]!], POINTS, POINTS.slice(1)];
  const wanted: (OrderStatus[] | null)[] = [
    null,
    ['CREATED'],
    ['CLOSED', 'CREATED', 'CLOSED'],
    ['PACKED'],
    ['DELETED', 'CLOSED'],
    statuses,
  ];
  for (const point_ids of points) {
    for (const asked of wanted) {
      for (const after_id of [0, 1_000_041]) {
        const filter = { brand_id, point_ids, statuses: asked, after_id, limit: 20 };
        const { items: found, has_more } = await listOrders(pool, filter);
        const its = orders.filter(
          (order) =>
            order.order_id > after_id &&
            (point_ids?.includes(order.point_id) ?? true) &&
            (asked?.includes(order.status) ?? true),
        );
        expect(found.map(({ order_id, status }) => ({ order_id, status }))).toEqual(
          its.slice(0, 20).map(({ order_id, status }) => ({ order_id, status })),
        );
        expect(has_more).toBe(its.length > 20);
      }
    }
  }
});

test('pages of huge orders end early, with an order at least, and a reader who goes on gets each of them', async () => {
  const brand_id = randomUUID();
  const key_id = randomUUID();
  const ids = Array.from({ length: 8 }, (_, n) => 2_000_000 + n);
  for (const order_id of ids) {
    const comment = 'x'.repeat(order_id === ids[4] ? 9_000_000 : 1_500_000);
    const placed = {
      type: 'OrderPlaced',
      data: { order_id, lines: [], comment, personal: { client_id: null } },
      metadata: { occurred_at: '2026-03-02T09:00:00.000Z' },
    } as unknown as Parameters<typeof packOrderEvent>[0];
    await pool.query(
      `with placed as (insert into read.orders (order_id, brand_id, point_id, status) values ($1, $2, $3, 'CREATED')),
         shown as (insert into read.partner_orders (order_id, brand_id, point_id, key_id, changed_position, changed_at)
           values ($1, $2, $3, $4, $1, '2026-03-02T09:00:00Z'::timestamptz + $1 * interval '1 second'))
       insert into read.order_events (order_id, revision, event) values ($1, 0, $5)`,
      [order_id, brand_id, POINTS[0], key_id, packOrderEvent(placed).event],
    );
  }

  const pages: number[][] = [];
  for (let after_id = 0, has_more = true; has_more; ) {
    const filter = { brand_id, point_ids: null, statuses: null, after_id, limit: 100 };
    const page = await listOrders(pool, filter);
    pages.push(page.items.map(({ order_id }) => order_id));
    after_id = page.items.at(-1)!.order_id;
    has_more = page.has_more;
  }
  expect(pages).toEqual([ids.slice(0, 3), ids.slice(3, 5), ids.slice(5)]);

  const fed: number[][] = [];
  const scope = { ...SCOPE, brand_id, key_id };
  const from = { pool, store: { read: async () => [] } };
  for (
    let cursor: OrderCursor = { changed_since: '2026-03-01T00:00:00Z', after_id: null }, has_more = true;
    has_more;
  ) {
    const page = await orderChangesAfter(from, scope, cursor, 100, 10_000_000);
    fed.push(page.items.map(({ order }) => order.order_id));
    cursor = page.items.at(-1)!.cursor;
    has_more = page.has_more;
  }
  expect(fed).toEqual(pages);
});
