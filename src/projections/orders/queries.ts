import type pg from 'pg';
import type {
  ChequeAmounts,
  ChequeAssigned,
  ChequeOpened,
  GoodsReturned,
  OrderLine,
  OrderPlaced,
} from '../../domain/orders/events.ts';
import { type Order, openingOrder } from '../../domain/orders/state.ts';

export interface OrderListFilter {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  readonly statuses: readonly string[] | null;
  readonly after_id: number;
  readonly limit: number;
}

interface OrderRow
  extends Pick<
    Order,
    'status' | 'courier_id' | 'cheque' | 'cancellation' | 'provider_payments' | 'printed_line_ids' | 'tickets'
  > {
  readonly placed: OrderPlaced | ChequeOpened;
  readonly amounts: ChequeAmounts | null;
  readonly assigned: Omit<ChequeAssigned, 'order_id' | 'courier_id'> | null;
  readonly added: readonly { readonly line: OrderLine; readonly comment: string | null }[];
  readonly reduced: readonly { readonly line_id: number; readonly line: OrderLine | null }[];
  readonly returns: readonly GoodsReturned[];
}

const LIST = `
  select o.status, o.courier_id, o.placed, o.amounts, o.assigned, o.cheque, o.cancellation,
    k.printed_line_ids, k.tickets, p.provider_payments, a.added, d.reduced, r.returns
  from read.orders o
  cross join lateral (
    select coalesce(array_agg(line_id order by line_id), '{}') as printed_line_ids,
      coalesce(max(ticket_number), 0) as tickets
    from read.kitchen_lines where order_id = o.order_id
  ) k
  cross join lateral (
    select coalesce(
      json_agg(json_build_object('provider_payment_id', provider_payment_id, 'amount', amount, 'is_refund_due', is_refund_due) order by position), '[]'
    ) as provider_payments
    from read.provider_payments where order_id = o.order_id
  ) p
  cross join lateral (
    select coalesce(json_agg(json_build_object('line', line, 'comment', comment) order by line_id), '[]') as added
    from read.added_lines where order_id = o.order_id
  ) a
  cross join lateral (
    select coalesce(json_agg(json_build_object('line_id', line_id, 'line', line)), '[]') as reduced
    from read.reduced_lines where order_id = o.order_id
  ) d
  cross join lateral (
    select coalesce(json_agg(returned order by return_id), '[]') as returns
    from read.order_returns where order_id = o.order_id
  ) r
  where o.brand_id = $1
    and ($2::uuid[] is null or o.point_id = any($2))
    and ($3::text[] is null or o.status = any($3))
    and o.order_id > $4
  order by o.order_id limit $5`;

/** Orders of a brand by ascending id, in the aggregate's own shape; one more than `limit` tells that there are more. */
export const listOrders = async (pool: pg.Pool, filter: OrderListFilter): Promise<Order[]> => {
  const { brand_id, point_ids, statuses, after_id, limit } = filter;
  const { rows } = await pool.query<OrderRow>(LIST, [brand_id, point_ids, statuses, after_id, limit + 1]);
  return rows.map(toOrder);
};

const toOrder = ({ placed, amounts, assigned, added, reduced, ...rest }: OrderRow): Order => {
  const order = openingOrder(placed);
  const left = new Map(reduced.map(({ line_id, line }) => [line_id, line]));
  const lines = [...order.lines, ...added.map(({ line }) => line)].flatMap((line) => {
    const now = left.get(line.line_id);
    return now === undefined ? line : (now ?? []);
  });
  const line_comments = { ...order.personal.line_comments };
  for (const { line, comment } of added) if (comment !== null) line_comments[line.line_id] = comment;
  return { ...order, ...amounts, ...assigned, ...rest, lines, personal: { ...order.personal, line_comments } };
};
