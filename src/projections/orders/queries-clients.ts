import type pg from 'pg';
import { mapInTurns } from '../../concurrency/turns.ts';
import type { Order } from '../../domain/orders/state.ts';
import type { OrderStatus } from '../../domain/orders/status.ts';
import { EVENTS_TEXT, foldOrder } from './order-events.ts';

/** How many orders a client has in the brand, without deleted ones. */
export const countOrders = async (pool: pg.Pool, brandId: string, clientId: number): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from read.orders where client_id = $1 and brand_id = $2 and status <> 'DELETED'`,
    [clientId, brandId],
  );
  return rows[0]!.count;
};

/** All orders that a client ever placed in the brand, in the order of their ids. */
export const ordersOfClient = async (
  pool: pg.Pool,
  brandId: string,
  clientId: number,
): Promise<{ readonly order_id: number; readonly status: OrderStatus }[]> => {
  const text = 'select order_id, status from read.orders where client_id = $1 and brand_id = $2 order by order_id';
  return (await pool.query(text, [clientId, brandId])).rows;
};

/** Ids of all orders a client ever placed in the brand. */
export const orderIdsOf = async (pool: pg.Pool, brandId: string, clientId: number): Promise<number[]> => {
  const { rows } = await pool.query<{ order_id: number }>(
    'select order_id from read.orders where client_id = $1 and brand_id = $2 order by order_id',
    [clientId, brandId],
  );
  return rows.map(({ order_id }) => order_id);
};

/** The last orders of a client in the brand, the newest first, in the aggregate's own shape. */
export const lastOrdersOf = async (
  pool: pg.Pool,
  brandId: string,
  clientId: number,
  limit: number,
): Promise<Order[]> => {
  const text = `
    select o.status, (select ${EVENTS_TEXT} from read.order_events where order_id = o.order_id) as events
    from (
      select order_id, status from read.orders where client_id = $1 and brand_id = $2 order by order_id desc limit $3
    ) o order by o.order_id desc`;
  const { rows } = await pool.query<{ status: OrderStatus; events: string }>(text, [clientId, brandId, limit]);
  return mapInTurns(rows, ({ status, events }) => foldOrder(events, status));
};
