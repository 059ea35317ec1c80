import type pg from 'pg';
import type { Order } from '../../domain/orders/state.ts';
import { isFinal, type OrderStatus } from '../../domain/orders/status.ts';
import { IS_OPEN, IS_OVER } from './open-orders.ts';
import { foldOrder, type Page, pageOfRows, pageWithEvents } from './order-events.ts';

export interface OrderListFilter {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  readonly statuses: readonly OrderStatus[] | null;
  readonly after_id: number;
  readonly limit: number;
}

/** With more of them, a page for each would be too much to read. The pages of the brand are mostly theirs then. */
const FEW_POINTS = 20;
const areFew = (points: readonly string[] | null): points is readonly string[] =>
  points !== null && points.length <= FEW_POINTS;

/** The first ids that fulfil the condition: of each of the points, if they are few. */
const pageOf = (condition: string, points: readonly string[] | null, order = 'order_id'): string => {
  const select = (scope: string, by: string): string =>
    `select order_id, status from read.orders
     where brand_id = $1 and ${scope} and order_id > $4 and ${condition} order by ${by} limit $5`;
  if (!areFew(points)) return `(${select('($2::uuid[] is null or point_id = any ($2))', order)})`;
  return `(select page.* from unnest($2::uuid[]) as place (point_id)
    cross join lateral (${select('point_id = place.point_id', 'order_id')}) page)`;
};

/**
 * Open orders are few, and have an index of their own: all of a brand's are sorted. Were Postgres to take them in the order of
 * their ids, it might walk past years of closed ones first. Each final status is read by itself. The orders of a point are
 * in two indexes: those that are open, and those that are over.
 */
const pagesOf = (statuses: readonly OrderStatus[] | null, points: readonly string[] | null): string[] => {
  if (statuses === null) {
    const any = '$3::text[] is null';
    return areFew(points)
      ? [IS_OPEN, IS_OVER].map((part) => pageOf(`${any} and ${part}`, points))
      : [pageOf(any, points)];
  }
  return [
    pageOf(`status = any ($3::text[]) and ${IS_OPEN}`, points, 'order_id + 0'),
    ...statuses.filter(isFinal).map((status) => pageOf(`status = '${status}' and ${IS_OVER}`, points)),
  ];
};

/** Orders of a brand by ascending id, in the aggregate's own shape: fewer than `limit` if they are huge. */
export const listOrders = async (pool: pg.Pool, filter: OrderListFilter): Promise<Page<Order>> => {
  const { brand_id, point_ids, after_id, limit } = filter;
  // Named twice, an order would be listed twice.
  const points = point_ids && [...new Set(point_ids)];
  const statuses = filter.statuses && [...new Set(filter.statuses)];
  const pages = pagesOf(statuses, points).join(' union all ');
  const text = pageWithEvents(`select order_id, status from (${pages}) orders order by order_id limit $5`, 'order_id');
  const values = [brand_id, points, statuses, after_id, limit + 1];
  const { rows } = await pool.query<{ status: OrderStatus; events: string; has_next: boolean }>(text, values);
  return pageOfRows(rows, limit, ({ status, events }) => foldOrder(events, status));
};
