import type pg from 'pg';

/** What a point has set for a product. */
export interface ProductAtPoint {
  readonly point_id: string;
  /** As SetPrices takes them, in the order in which they were set: of windows that overlap the last one counts. */
  readonly prices: readonly {
    readonly price: number;
    readonly window: { readonly days: readonly number[]; readonly from: string; readonly to: string } | null;
  }[];
  /** Null: none was set. */
  readonly cost: number | null;
  readonly on_sale: boolean;
  /** Null: it has no limit. */
  readonly stop: { readonly quantity: number; readonly reason: string | null } | null;
}

interface PriceRow {
  readonly product_id: number;
  readonly point_id: string;
  readonly price: number;
  readonly days: readonly number[] | null;
  readonly from_time: string;
  readonly to_time: string;
}

const PRICES = `
  select product_id, point_id, price, days, from_time, to_time from read.product_prices
  where point_id = any ($1) and product_id = any ($2) order by set_position, set_place`;

const REST = `
  select product_id, point_id, cost, null::float8 as quantity, null as reason, 'cost' as kind from read.product_costs
  where point_id = any ($1) and product_id = any ($2)
  union all
  select product_id, point_id, null, null, null, 'withdrawn' from read.withdrawn_products
  where point_id = any ($1) and product_id = any ($2)
  union all
  select product_id, point_id, null, quantity::float8, reason, 'stop' from read.stop_list
  where point_id = any ($1) and product_id = any ($2)`;

interface RestRow {
  readonly product_id: number;
  readonly point_id: string;
  readonly cost: number | null;
  readonly quantity: number | null;
  readonly reason: string | null;
  readonly kind: 'cost' | 'withdrawn' | 'stop';
}

/**
 * What these points have set for these products, by product, in the order of the points. A point that has set nothing for a
 * product is not there: it sells it at the base price, without a limit.
 */
export const productsAtPoints = async (
  pool: pg.Pool,
  pointIds: readonly string[],
  productIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ProductAtPoint[]>> => {
  const asked = [pointIds, productIds];
  const [prices, rest] = await Promise.all([pool.query<PriceRow>(PRICES, asked), pool.query<RestRow>(REST, asked)]);
  const found = new Map<string, ProductAtPoint>();
  const change = (
    { product_id, point_id }: { readonly product_id: number; readonly point_id: string },
    next: (known: ProductAtPoint) => Partial<ProductAtPoint>,
  ): void => {
    const key = `${product_id} ${point_id}`;
    const known = found.get(key) ?? { point_id, prices: [], cost: null, on_sale: true, stop: null };
    found.set(key, { ...known, ...next(known) });
  };
  for (const row of prices.rows) {
    const window = row.days && { days: row.days, from: row.from_time, to: row.to_time };
    change(row, (known) => ({ prices: [...known.prices, { price: row.price, window }] }));
  }
  for (const row of rest.rows) {
    const { kind, cost, quantity, reason } = row;
    if (kind === 'cost') change(row, () => ({ cost }));
    else if (kind === 'withdrawn') change(row, () => ({ on_sale: false }));
    else change(row, () => ({ stop: { quantity: quantity!, reason } }));
  }
  const ofProduct = (id: number) => pointIds.flatMap((pointId) => found.get(`${id} ${pointId}`) ?? []);
  return new Map(productIds.map((id) => [id, ofProduct(id)]));
};

/** The points at which these categories are closed. */
export const pointsWithClosed = async (
  pool: pg.Pool,
  pointIds: readonly string[],
  categoryIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const { rows } = await pool.query<{ category_id: number; point_id: string }>(
    `select category_id, point_id from read.closed_sections
     where point_id = any ($1) and category_id = any ($2) order by point_id`,
    [pointIds, categoryIds],
  );
  const closed = new Map<number, string[]>();
  for (const { category_id, point_id } of rows) closed.set(category_id, [...(closed.get(category_id) ?? []), point_id]);
  return closed;
};
