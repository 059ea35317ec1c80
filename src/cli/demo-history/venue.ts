import type pg from 'pg';
import { hallsOf } from '../../projections/venue/queries-points.ts';
import { cancelCauses, type PaymentTypeView, paymentTypes } from '../../projections/venue/queries-references.ts';
import { POINTS, type PointKey } from '../demo/brand/points.ts';

export interface SoldProduct {
  readonly product_id: number;
  readonly price: number;
  /** Of a kilogram and the like: sold in parts. */
  readonly is_divisible: boolean;
  readonly modifier_groups: readonly {
    readonly min: number;
    readonly required: boolean;
    readonly items: readonly { readonly product_id: number; readonly min_amount: number }[];
  }[];
}

/** What orders at a point are made of. */
export interface HistoryPoint {
  readonly key: PointKey;
  readonly point_id: string;
  readonly timezone: string;
  readonly products: readonly SoldProduct[];
  readonly tables: readonly number[];
  readonly cash: PaymentTypeView;
  readonly terminal: PaymentTypeView;
  readonly online: PaymentTypeView;
  readonly causes: readonly number[];
  readonly cashiers: readonly number[];
  readonly waiters: readonly number[];
  readonly couriers: readonly number[];
  /** The till shift that is open now; null: none. */
  readonly open_shift_id: number | null;
}

/** What the app shows and the point sells, without what is limited: a history must not use up today's stop-list. */
const PRODUCTS = `
  with shown as (
    select distinct (p->>'product_id')::bigint as product_id
    from read.showcases, json_array_elements(document->'products') as p where brand_id = $1
  )
  select p.product_id, p.is_divisible, p.modifier_groups,
    coalesce((select price from read.product_prices
      where point_id = $2 and product_id = p.product_id and window_key = ''), p.base_price) as price
  from read.products p join shown using (product_id)
  where p.brand_id = $1 and p.is_active
    and not exists (select from read.withdrawn_products w where w.point_id = $2 and w.product_id = p.product_id)
    and not exists (select from read.closed_sections c where c.point_id = $2 and c.category_id = p.category_id)
    and not exists (select from read.stop_list s where s.point_id = $2 and s.product_id = p.product_id)
  order by p.product_id`;

/** The demo brand's points as they are now. */
export const loadPoints = async (pool: pg.Pool, brandId: string): Promise<HistoryPoint[]> => {
  const { rows } = await pool.query<{ point_id: string; name: string; timezone: string }>(
    'select point_id, name, timezone from read.points where brand_id = $1',
    [brandId],
  );
  return Promise.all(
    Object.entries(POINTS).map(([key, { name }]) => {
      const point = rows.find((row) => row.name === name);
      if (!point) throw new Error(`the demo brand has no ${name} any more: start over with --fresh`);
      return loadPoint(pool, brandId, key as PointKey, point);
    }),
  );
};

const loadPoint = async (
  pool: pg.Pool,
  brandId: string,
  key: PointKey,
  { point_id, timezone }: { point_id: string; timezone: string },
): Promise<HistoryPoint> => {
  const [products, halls, types, causes, staff, shifts] = await Promise.all([
    pool.query<SoldProduct>(PRODUCTS, [brandId, point_id]),
    hallsOf(pool, brandId, point_id),
    paymentTypes(pool, brandId, point_id),
    cancelCauses(pool, brandId),
    pool.query<{ employee_id: number; role: string }>(
      'select employee_id, role from read.employees where brand_id = $1 and point_id = $2 order by employee_id',
      [brandId, point_id],
    ),
    pool.query<{ shift_id: number }>(
      'select shift_id from read.till_shifts where point_id = $1 and closed_at is null',
      [point_id],
    ),
  ]);
  const payment = (category: number): PaymentTypeView => types.find(({ category_id }) => category_id === category)!;
  const staffOf = (role: string): number[] =>
    staff.rows.filter((employee) => employee.role === role).map(({ employee_id }) => employee_id);
  return {
    ...{ key, point_id, timezone, products: products.rows },
    tables: halls.flatMap((hall) => hall.tables.map(({ id }) => id)),
    ...{ cash: payment(1), terminal: payment(2), online: payment(5) },
    causes: causes.filter(({ is_comment_required }) => !is_comment_required).map(({ id }) => id),
    ...{ cashiers: staffOf('cashier'), waiters: staffOf('waiter'), couriers: staffOf('courier') },
    open_shift_id: shifts.rows[0]?.shift_id ?? null,
  };
};
