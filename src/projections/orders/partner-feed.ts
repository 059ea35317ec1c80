import type pg from 'pg';
import type { Order } from '../../domain/orders/state.ts';
import type { OrderStatus } from '../../domain/orders/status.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { lastBeforeMinuteOf } from '../reports/moment.ts';
import { foldOrder, type Page, pageOfRows, pageWithEvents } from './order-events.ts';
import { allStatusTimes, STATUS_TIME_COLUMNS, type StatusTimeColumns } from './partner-orders.ts';

/** The orders of one key: at these points, or at all of the brand (null). */
export interface PartnerOrderScope {
  readonly brand_id: string;
  readonly point_ids: readonly string[] | null;
  readonly key_id: string;
  /** Only these; null: all. */
  readonly order_ids: readonly number[] | null;
}

/** The last change that a reader has seen. */
export interface OrderCursor {
  /** ISO 8601 instant in UTC, in microseconds. */
  readonly changed_since: string;
  readonly after_id: number | null;
}

export interface OrderChange {
  readonly order: Order;
  readonly cursor: OrderCursor;
}

interface ChangeRow extends StatusTimeColumns {
  readonly status: OrderStatus;
  readonly events: string;
  readonly changed_since: string;
  readonly after_id: number;
  readonly has_next: boolean;
}

const CHANGED_SINCE = `to_char(changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The orders that `pick` chooses of those of the scope: $1 brand, $2 key, $3 points, $4 orders. */
const ORDERS = (pick: string, { point_ids, order_ids }: PartnerOrderScope, order: string) =>
  pageWithEvents(
    `select o.status, p.*, p.order_id as after_id
    from (
      select order_id, changed_position, ${CHANGED_SINCE} as changed_since, ${STATUS_TIME_COLUMNS.join(', ')}
      from read.partner_orders
      where brand_id = $1 and key_id = $2 and ${atPoints(point_ids)}
        and ${order_ids === null ? '$4::bigint[] is null' : 'order_id = any ($4)'} and ${pick}
    ) p
    join read.orders o on o.order_id = p.order_id`,
    order,
  );

/** One point is found by an index of its own. Nearly all orders of a key are at the points that it may use now. */
const atPoints = (points: readonly string[] | null): string =>
  points?.length === 1 ? 'point_id = ($3::uuid[])[1]' : '($3::uuid[] is null or point_id = any ($3))';

const readOrder = ({ status, events, changed_since, after_id, ...columns }: ChangeRow): OrderChange => {
  const order = foldOrder(events, status);
  const status_times = allStatusTimes(order.status_times, columns);
  return { order: { ...order, status_times }, cursor: { changed_since, after_id } };
};

const valuesOf = ({ brand_id, key_id, point_ids, order_ids }: PartnerOrderScope) => [
  brand_id,
  key_id,
  point_ids,
  order_ids,
];

/** Orders by ascending id: fewer than `limit` if they are huge. */
export const partnerOrders = async (pool: pg.Pool, scope: PartnerOrderScope, limit: number): Promise<Page<Order>> => {
  const text = ORDERS('true order by order_id limit $5', scope, 'order_id');
  const { rows } = await pool.query<ChangeRow>(text, [...valuesOf(scope), limit + 1]);
  return pageOfRows(rows, limit, (row) => readOrder(row).order);
};

const AFTER_POSITION = 'changed_position > $7';
const AFTER_TIME = 'changed_position >= $7 and changed_at > $8';
const AFTER_TIME_AND_ID = 'changed_position >= $7 and (changed_at, order_id) > ($8, $9)';

/**
 * Orders of a key that changed after the cursor, in the order of the log, each as it is now. The cursor's change is looked
 * up, and the feed goes on from its place in the log: clocks may repeat and go back, places do not. A page of huge orders has
 * fewer than `limit`.
 *
 * `shownTo`: the end of the log when the request came, which the read model has reached; null: it has not. Later changes
 * are left for the next time, because they may be part of an append that the read model has only half. All changes of an
 * append have one time: a reader that was shown the first half would come back with a cursor that fits the second too.
 */
export const orderChangesAfter = async (
  { pool, store }: { readonly pool: pg.Pool; readonly store: Pick<EventStore, 'read'> },
  scope: PartnerOrderScope,
  cursor: OrderCursor,
  limit: number,
  shownTo: number | null,
): Promise<Page<OrderChange>> => {
  const upTo = shownTo ?? (await wholeUpTo(pool, scope));
  const place = await placeOf(pool, store, scope, cursor);
  const from = place ?? (await longBefore(pool, cursor));
  const { changed_since, after_id } = cursor;
  const ask = async (after: string, ...values: readonly unknown[]) => {
    const pick = `changed_position <= $6 and ${after} order by changed_position limit $5`;
    const text = ORDERS(pick, scope, 'changed_position');
    return pool.query<ChangeRow>(text, [...valuesOf(scope), limit + 1, upTo, from, ...values]);
  };
  const { rows } =
    place !== null
      ? await ask(AFTER_POSITION)
      : after_id === null
        ? await ask(AFTER_TIME, changed_since)
        : await ask(AFTER_TIME_AND_ID, changed_since, after_id);
  return pageOfRows(rows, limit, readOrder);
};

/** All of the key's changes but those of the last append, of which the read model may have only the first half. */
const wholeUpTo = async (pool: pg.Pool, { brand_id, key_id }: PartnerOrderScope): Promise<number> => {
  const latest = 'from read.partner_orders where brand_id = $1 and key_id = $2 order by changed_position desc limit 1';
  const { rows } = await pool.query<{ changed_position: number }>(
    `select changed_position from read.partner_orders
     where brand_id = $1 and key_id = $2 and changed_at <> (select changed_at ${latest})
     order by changed_position desc limit 1`,
    [brand_id, key_id],
  );
  return rows[0]?.changed_position ?? 0;
};

/** Events of an order at a time. It has some ten, a long cheque some hundreds. */
const PAGE = 1_000;

/**
 * The place in the log of the change that the reader has seen: the order may have changed since, so its own events are
 * searched. Null: no change of an own order at this time. Then only the time counts.
 */
const placeOf = async (
  pool: pg.Pool,
  store: Pick<EventStore, 'read'>,
  { brand_id, key_id }: PartnerOrderScope,
  { changed_since, after_id }: OrderCursor,
): Promise<number | null> => {
  if (after_id === null) return null;
  const { rowCount } = await pool.query(
    'select from read.partner_orders where order_id = $3 and brand_id = $1 and key_id = $2',
    [brand_id, key_id, after_id],
  );
  if (rowCount === 0) return null;
  const seen = Temporal.Instant.from(changed_since);
  let place: number | null = null;
  for (let next = 0, length = PAGE; length === PAGE; ) {
    const events = await store.read(`order-${after_id}`, next, PAGE);
    length = events.length;
    next = (events.at(-1)?.revision ?? next) + 1;
    const same = events.findLast((event) => Temporal.Instant.from(event.recorded_at).equals(seen));
    place = same?.position ?? place;
  }
  return place;
};

/** How far the log's clock may have been set back without a change being missed by a reader that names a time alone. */
const SET_BACK = '6 hours';

/**
 * Where to begin for a time alone: a place before all changes after it. The order of places is that of times, but for a
 * clock that was set back. So the changes of some hours before are looked at, however many there are in all.
 */
const longBefore = async (pool: pg.Pool, { changed_since }: OrderCursor): Promise<number> =>
  (await lastBeforeMinuteOf(pool, changed_since, SET_BACK)).position;
