import type pg from 'pg';
import type { Order } from '../../domain/orders/state.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/orders/status.ts';
import { EVENTS_TEXT, foldOrder } from './order-events.ts';

export interface OrderListFilter {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  readonly statuses: readonly string[] | null;
  readonly after_id: number;
  readonly limit: number;
}

/**
 * A page of each status is read from an index that ends with the id. The first ids of these pages together are the page
 * of the list. So a list of open orders costs the same, however many are closed. Were Postgres free to choose, it would
 * walk along all ids of a point: years of closed orders come first.
 */
const list = (from: string, scope: string): string => `
  select o.status, e.events
  from (
    select page.order_id, page.status
    from ${from}
    cross join lateral (
      select order_id, brand_id, status from read.orders
      where status = wanted.status and order_id > $4 and ${scope}
      order by order_id limit $5
    ) page
    where page.brand_id = $1
    order by page.order_id limit $5
  ) o
  cross join lateral (
    select ${EVENTS_TEXT} as events from read.order_events where order_id = o.order_id
  ) e
  order by o.order_id`;

const WANTED = 'unnest($3::text[]) as wanted (status)';
const OF_BRAND = list(WANTED, 'brand_id = $1 and ($2::uuid[] is null or point_id = any ($2))');
const OF_POINTS = list(`${WANTED} cross join unnest($2::uuid[]) as place (point_id)`, 'point_id = place.point_id');

/** With more of them, a page for each would be too much to read. The pages of the brand are mostly theirs then. */
const FEW_POINTS = 20;

/** Orders of a brand by ascending id, in the aggregate's own shape. One more than `limit` means that there are more. */
export const listOrders = async (pool: pg.Pool, filter: OrderListFilter): Promise<Order[]> => {
  const { brand_id, point_ids, after_id, limit } = filter;
  // Named twice, an order would be listed twice.
  const points = point_ids && [...new Set(point_ids)];
  const statuses = [...new Set(filter.statuses ?? ORDER_STATUSES)];
  const text = points !== null && points.length <= FEW_POINTS ? OF_POINTS : OF_BRAND;
  const values = [brand_id, points, statuses, after_id, limit + 1];
  const { rows } = await pool.query<{ status: OrderStatus; events: string }>(text, values);
  return rows.map(({ status, events }) => foldOrder(events, status));
};
