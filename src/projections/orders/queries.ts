import type pg from 'pg';
import type { OrderPlaced } from '../../domain/order/events.ts';
import type { Order } from '../../domain/order/order.ts';

export interface OrderListFilter {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  readonly statuses: readonly string[] | null;
  readonly after_id: number;
  readonly limit: number;
}

interface OrderRow extends Pick<Order, 'status' | 'courier_id' | 'cheque' | 'cancellation' | 'provider_payments'> {
  readonly placed: OrderPlaced;
  readonly printed_line_ids: number[];
  readonly tickets: number;
}

const LIST = `
  select o.status, o.courier_id, o.placed, o.cheque, o.cancellation, k.printed_line_ids, k.tickets, p.provider_payments
  from read.orders o
  cross join lateral (
    select coalesce(array_agg(line_id order by line_id), '{}') as printed_line_ids,
      coalesce(max(ticket_number), 0) as tickets
    from read.kitchen_lines where order_id = o.order_id
  ) k
  cross join lateral (
    select coalesce(
      json_agg(json_build_object('provider_payment_id', provider_payment_id, 'amount', amount) order by position), '[]'
    ) as provider_payments
    from read.provider_payments where order_id = o.order_id
  ) p
  where o.brand_id = $1
    and ($2::uuid[] is null or o.point_id = any($2))
    and ($3::text[] is null or o.status = any($3))
    and o.order_id > $4
  order by o.order_id limit $5`;

/** Orders of a brand by ascending id, in the aggregate's own shape; one more than `limit` tells that there are more. */
export const listOrders = async (pool: pg.Pool, filter: OrderListFilter): Promise<Order[]> => {
  const { brand_id, point_ids, statuses, after_id, limit } = filter;
  const { rows } = await pool.query<OrderRow>(LIST, [brand_id, point_ids, statuses, after_id, limit + 1]);
  return rows.map(({ placed, ...rest }) => ({ ...placed, ...rest }));
};
