import type { EventOf } from '../../domain/event-catalogue.ts';
import type { OrderStatus } from '../../domain/orders/status.ts';
import type { Recorded, RecordedEvent } from '../../event-store/event-store.ts';
import type { BatchWriter, TableDefinition } from '../engine/projection.ts';

/**
 * When an order came to a status by an event that says nothing else, in milliseconds. The other events of an order are kept
 * with their times (order-events.ts).
 */
const TIMES = {
  PREORDER: 'preorder_ms',
  CREATED: 'created_ms',
  UNCONFIRMED_ORDER: 'unconfirmed_ms',
  COOKING: 'cooking_ms',
  PACKED: 'packed_ms',
  DELIVERED: 'delivered_ms',
} as const satisfies Partial<Record<OrderStatus, string>>;

type TimeColumn = (typeof TIMES)[keyof typeof TIMES];
export type StatusTimeColumns = Readonly<Record<TimeColumn, number | null>>;

export const STATUS_TIME_COLUMNS: readonly TimeColumn[] = Object.values(TIMES);

/**
 * The orders that partners placed, and the last change of each that its partner sees: what a partner finds its orders by.
 * Cheques that the till opened are not in it, and cost nothing.
 */
export const partnerOrdersTable: TableDefinition = {
  name: 'partner_orders',
  columns: {
    order_id: 'bigint',
    brand_id: 'uuid',
    point_id: 'uuid',
    key_id: 'uuid',
    /** The log position of its last change: the order of the change feed. */
    changed_position: 'bigint',
    changed_at: 'timestamptz',
    preorder_ms: 'bigint',
    created_ms: 'bigint',
    unconfirmed_ms: 'bigint',
    cooking_ms: 'bigint',
    packed_ms: 'bigint',
    delivered_ms: 'bigint',
  },
  key: ['order_id'],
  // Each change of an order writes its entries anew, so there are no more: claims know the external_id, and moments the time.
  indexes: [
    ['key_id', 'changed_position'],
    ['key_id', 'point_id', 'changed_position'],
  ],
};

const columnOf = (status: OrderStatus): TimeColumn | undefined =>
  (TIMES as Readonly<Partial<Record<OrderStatus, TimeColumn>>>)[status];

export const putPartnerOrder = (event: Recorded<EventOf<'OrderPlaced'>>, write: BatchWriter): void => {
  const { order_id, brand_id, point_id, key_id } = event.data;
  write.put('partner_orders', { order_id, brand_id, point_id, key_id, ...changeOf(event) });
};

/** The partner sees a change of its order. `status`: the event says nothing but that the order came to it. */
export const changePartnerOrder = (
  event: RecordedEvent & { readonly data: { readonly order_id: number } },
  write: BatchWriter,
  status?: OrderStatus,
): void => {
  const column = status && columnOf(status);
  const time = column && { [column]: Date.parse(event.metadata.occurred_at) };
  write.patch('partner_orders', { order_id: event.data.order_id }, { ...changeOf(event), ...time });
};

const changeOf = ({ position, recorded_at }: RecordedEvent) => ({
  changed_position: position,
  changed_at: recorded_at,
});

/** The times of both kinds of events. If an order came to a status several times, the last one counts. */
export const allStatusTimes = (
  kept: Readonly<Partial<Record<OrderStatus, string>>>,
  columns: StatusTimeColumns,
): Readonly<Partial<Record<OrderStatus, string>>> => {
  const times = { ...kept };
  for (const [status, column] of Object.entries(TIMES) as [keyof typeof TIMES, TimeColumn][]) {
    const time = columns[column];
    if (time === null) continue;
    const before = times[status];
    if (before === undefined || Date.parse(before) < time) times[status] = new Date(time).toISOString();
  }
  return times;
};
