import type pg from 'pg';
import type { Need } from '../../domain/needs.ts';
import type { Order } from '../../domain/orders/state.ts';
import { ORDER_STATUSES } from '../../domain/orders/status.ts';
import type { MotivationScope } from '../../domain/payroll/events.ts';
import { accountBalance } from '../money/queries.ts';
import { listOrders } from '../orders/queries.ts';

interface Needing {
  /** The read models that the question is asked of. */
  readonly from: readonly string[];
  find(pool: pg.Pool, brandId: string, id: number): Promise<readonly Need[]>;
}

const OPEN = ORDER_STATUSES.filter((status) => status !== 'CLOSED' && status !== 'DELETED');
const PAGE = 500;

/** Open orders of the brand for which this is true. */
const openOrders =
  (isNeeding: (order: Order, id: number) => boolean) =>
  async (pool: pg.Pool, brand_id: string, id: number): Promise<Need[]> => {
    const needs: Need[] = [];
    for (let after_id = 0; ; ) {
      const asked = { brand_id, point_ids: null, statuses: OPEN, after_id, limit: PAGE };
      const page = await listOrders(pool, asked);
      const found = page.items.filter((order) => isNeeding(order, id));
      needs.push(...found.map(({ order_id }) => ({ what: 'order', id: order_id, name: String(order_id) })));
      if (!page.has_more) return needs;
      after_id = page.items.at(-1)!.order_id;
    }
  };

const rowsOf = async (pool: pg.Pool, text: string, values: readonly unknown[]): Promise<Need[]> =>
  (await pool.query<Need>(text, [...values])).rows;

const HELD = `
  select 'reservation' as what, reservation_id::text as id, to_char(date, 'YYYY-MM-DD') || ' ' || start_time as name
  from read.table_holds where brand_id = $1 and table_id = $2
  union all
  select 'walk_in', table_id::text, to_char(seated_at at time zone 'utc', 'YYYY-MM-DD HH24:MI')
  from read.walk_ins where brand_id = $1 and table_id = $2`;

const organizationsIn = (field: 'region_id' | 'district_id'): Needing => ({
  from: ['counterparties'],
  find: (pool, brandId, id) =>
    rowsOf(
      pool,
      `select 'organization' as what, organization_id as id, name from read.organizations
       where brand_id = $1 and ${field} = $2 and known_to is null order by organization_id`,
      [brandId, id],
    ),
});

const motivationsOn = (field: 'category_ids' | 'menu_folder_ids'): Needing => ({
  from: ['payroll'],
  find: async (pool, brandId, id) => {
    const { rows } = await pool.query<{ motivation_id: number; name: string; scope: MotivationScope }>(
      'select motivation_id, name, scope from read.motivations where brand_id = $1 and known_to is null order by 1',
      [brandId],
    );
    const needing = rows.filter(({ scope }) => scope[field]?.includes(id));
    return needing.map(({ motivation_id, name }) => ({ what: 'motivation', id: motivation_id, name }));
  },
});

/** What needs an entry of a list, beside what stands with it on its own stream. */
export const NEEDING = {
  table: {
    from: ['orders', 'reservations'],
    find: async (pool, brandId, id) => [
      ...(await openOrders(({ table_id }, tableId) => table_id === tableId)(pool, brandId, id)),
      ...(await rowsOf(pool, HELD, [brandId, id])),
    ],
  },
  payment_type: {
    from: ['orders'],
    find: openOrders(({ payment_type_id }, typeId) => payment_type_id === typeId),
  },
  order_type_sub: {
    from: ['venue'],
    find: (pool, brandId, id) =>
      rowsOf(
        pool,
        `select 'key' as what, key_id::text as id, name from read.access_keys
         where brand_id = $1 and revoked_at is null
           and exists (select from json_each_text(default_order_type_sub_ids) sub where sub.value = $2::text)
         order by key_id`,
        [brandId, String(id)],
      ),
  },
  account: {
    from: ['money'],
    find: async (pool, brandId, id) => {
      const balance = await accountBalance(pool, brandId, id);
      return balance === 0 ? [] : [{ what: 'money', id, name: String(balance) }];
    },
  },
  region: organizationsIn('region_id'),
  district: organizationsIn('district_id'),
  category: motivationsOn('category_ids'),
  menu_folder: motivationsOn('menu_folder_ids'),
} as const satisfies Readonly<Record<string, Needing>>;
