import type pg from 'pg';
import type { PointDefined, ReservationRules } from '../../domain/points/events.ts';
import { hallsOf, listPoints } from '../../projections/points/queries.ts';
import { cancelCauses, type PaymentTypeView, paymentTypes } from '../../projections/references/queries.ts';
import { demoEntries, demoPoint } from '../brand/demo-file.ts';
import { POINT_KEYS, type PointKey } from '../brand/point-keys.ts';
import { type HistoryMoney, loadMoney } from './venue-money.ts';

export interface SoldProduct {
  readonly product_id: number;
  /** The lowest price, at any hour, on any day and in any showcase. */
  readonly lowest_price: number;
  /** Sold in parts, such as of a kilogram. */
  readonly is_divisible: boolean;
  readonly modifier_groups: readonly {
    readonly min: number;
    readonly required: boolean;
    readonly items: readonly { readonly product_id: number; readonly min_amount: number }[];
  }[];
}

/** The parts of orders at a point. */
export interface HistoryPoint {
  readonly key: PointKey;
  readonly point_id: string;
  readonly timezone: string;
  readonly products: readonly SoldProduct[];
  readonly tables: readonly HistoryTable[];
  /** Tables that only guests of the history use, on any of its days. */
  readonly tables_to_book: readonly HistoryTable[];
  /** Above the minimum of every delivery zone of the point. */
  readonly delivery_minimum: number;
  readonly reservation_rules: ReservationRules;
  readonly cash: PaymentTypeView;
  readonly terminal: PaymentTypeView;
  readonly online: PaymentTypeView;
  readonly causes: readonly number[];
  readonly cashiers: readonly number[];
  readonly waiters: readonly number[];
  readonly couriers: readonly number[];
  readonly staff: readonly HistoryEmployee[];
  /** Null: the brand was made by an earlier version, without accounts that its money could go to. */
  readonly money: HistoryMoney | null;
}

export interface HistoryTable {
  readonly id: number;
  /** Null: any number. */
  readonly capacity: number | null;
}

export interface HistoryEmployee {
  readonly employee_id: number;
  readonly role: string;
}

/**
 * Products that the app shows and the point sells, without limited ones: a history must not use up today's stop-list.
 */
const PRODUCTS = `
  with shown as (
    select (p->>'product_id')::bigint as product_id, min((p->>'price')::bigint) as price
    from read.showcases, json_array_elements(document->'products') as p where brand_id = $1
    group by 1
  )
  select p.product_id, p.is_divisible, p.modifier_groups,
    least(p.base_price, shown.price, (select min(price) from read.product_prices
      where point_id = $2 and product_id = p.product_id)) as lowest_price
  from read.products p join shown using (product_id)
  where p.brand_id = $1 and p.is_active
    and not exists (select from read.withdrawn_products w where w.point_id = $2 and w.product_id = p.product_id)
    and not exists (select from read.closed_sections c where c.point_id = $2 and c.category_id = p.category_id)
    and not exists (select from read.stop_list s where s.point_id = $2 and s.product_id = p.product_id)
  order by p.product_id`;

/** The demo brand's points as they are now. */
export const loadPoints = async (pool: pg.Pool, brandId: string): Promise<HistoryPoint[]> => {
  const known = await listPoints(pool, brandId, null);
  return Promise.all(
    POINT_KEYS.map((key) => {
      const { name } = demoPoint(key);
      const point = known.find((it) => it.name === name);
      if (!point) throw new Error(`the demo brand has no ${name} any more: start over with --fresh`);
      return loadPoint(pool, brandId, key, point);
    }),
  );
};

/** In the order of the demo's file: ids are given to many at once, so their order is another in each database. */
const STAFF = `
  select employee_id, role from read.employees
  where known_to is null and brand_id = $1 and point_id = $2 and standing = 'active'
  order by array_position($3::text[], login), employee_id`;

const loadPoint = async (
  pool: pg.Pool,
  brandId: string,
  key: PointKey,
  { point_id, timezone, reservation_rules }: PointDefined,
): Promise<HistoryPoint> => {
  const [products, halls, types, causes, staff, zones] = await Promise.all([
    pool.query<SoldProduct>(PRODUCTS, [brandId, point_id]),
    hallsOf(pool, brandId, point_id),
    paymentTypes(pool, brandId, point_id),
    cancelCauses(pool, brandId),
    pool.query<HistoryEmployee>(STAFF, [brandId, point_id, demoEntries('staff').map(([login]) => login)]),
    pool.query<{ minimum: number | null }>(
      'select max(min_order_amount) as minimum from read.delivery_zones where point_id = $1 and not is_removed',
      [point_id],
    ),
  ]);
  const money = await loadMoney(pool, brandId, point_id, types);
  const payment = (category: number): PaymentTypeView => types.find(({ category_id }) => category_id === category)!;
  const staffOf = (role: string): number[] =>
    staff.rows.filter((employee) => employee.role === role).map(({ employee_id }) => employee_id);
  const tables = halls.flatMap((hall) => hall.tables.map(({ id, capacity }) => ({ id, capacity })));
  return {
    key,
    point_id,
    timezone,
    reservation_rules,
    products: products.rows,
    staff: staff.rows,
    tables,
    tables_to_book: tables,
    delivery_minimum: zones.rows[0]?.minimum ?? 0,
    cash: payment(1),
    terminal: payment(2),
    online: payment(5),
    causes: causes.filter(({ is_comment_required }) => !is_comment_required).map(({ id }) => id),
    cashiers: staffOf('cashier'),
    waiters: staffOf('waiter'),
    couriers: staffOf('courier'),
    money,
  };
};
