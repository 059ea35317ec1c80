import { BRAND, local, POINT } from './columns.ts';
import { type AnalyticsView, column, type ViewColumn } from './view.ts';

const at = (milliseconds: string, about: string): ViewColumn =>
  local(`to_timestamp((${milliseconds}) / 1000.0)`, about);
const endedAs = (status: string): string => `case when t.status = '${status}' then t.ended_ms end`;

/** When the guest had it: at the delivery, else at the closing. */
const DONE = `case when t.status <> 'DELETED' then coalesce(t.delivered_ms, ${endedAs('CLOSED')}) end`;

const orderTimes: AnalyticsView = {
  name: 'order_times',
  kind: 'fact',
  key: ['order_id'],
  about:
    'The life of an order, also of one that is still open or was deleted: when it came to each step, the last time if it came to it again.',
  tables: ['orders'],
  from: (table) => `${table('orders')} as t`,
  columns: {
    order_id: column('bigint', 't.order_id', 'The order; of a closed one it is cheque_id of the other views.'),
    brand_id: BRAND,
    point_id: POINT,
    business_date: column(
      'date',
      't.business_date',
      'The business day it was closed or deleted on, and until then the one it was placed on: dates.date.',
    ),
    order_type_id: column('integer', 't.order_type_id', '1 hall, 2 takeaway, 3 delivery.'),
    status: column('text', 't.status', 'Its status now, as the API names it.'),
    placed_at: at('t.began_ms', 'When it was placed, or its cheque opened'),
    accepted_at: at('t.accepted_ms', 'When the till accepted it; null: it did not'),
    cooking_at: at('t.cooking_ms', 'When the kitchen began; null: it did not'),
    packed_at: at('t.packed_ms', 'When it was ready; null: nobody said so'),
    taken_at: at('t.taken_ms', 'When a courier took it; null: none did'),
    delivered_at: at('t.delivered_ms', 'When the guest got it; null: nobody said so'),
    closed_at: at(endedAs('CLOSED'), 'When its cheque was closed; null: it is not'),
    deleted_at: at(endedAs('DELETED'), 'When it was deleted; null: it was not'),
    promised_at: at('t.promised_ms', 'For when it was promised; null: for no time'),
    late_by: column(
      'numeric(10,2)',
      `(${DONE} - t.promised_ms) / 60000.0`,
      'Minutes from the promised time to the delivery, or to the closing if nobody told of a delivery; below 0: it came before. Null: nothing was promised, or it is not done.',
    ),
    zone_id: column('bigint', 't.zone_id', 'The delivery zone, by number; null: none.'),
    zone_name: column('text', 't.zone_name', 'Its name when the order was placed.'),
  },
};

export const orderFacts: readonly AnalyticsView[] = [orderTimes];
