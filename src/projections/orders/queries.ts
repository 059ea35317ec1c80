import type pg from 'pg';
import type { Order } from '../../domain/orders/state.ts';
import type { OrderStatus } from '../../domain/orders/status.ts';
import { EVENTS_TEXT, foldOrder } from './order-events.ts';

export interface OrderListFilter {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  readonly statuses: readonly string[] | null;
  readonly after_id: number;
  readonly limit: number;
}

const LIST = `
  select o.status, e.events
  from read.orders o
  cross join lateral (
    select ${EVENTS_TEXT} as events from read.order_events where order_id = o.order_id
  ) e
  where o.brand_id = $1
    and ($2::uuid[] is null or o.point_id = any($2))
    and ($3::text[] is null or o.status = any($3))
    and o.order_id > $4
  order by o.order_id limit $5`;

/** Orders of a brand by ascending id, in the aggregate's own shape. One more than `limit` means that there are more. */
export const listOrders = async (pool: pg.Pool, filter: OrderListFilter): Promise<Order[]> => {
  const { brand_id, point_ids, statuses, after_id, limit } = filter;
  const values = [brand_id, point_ids, statuses, after_id, limit + 1];
  const { rows } = await pool.query<{ status: OrderStatus; events: string }>(LIST, values);
  return rows.map(({ status, events }) => foldOrder(events, status));
};
