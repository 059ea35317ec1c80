import type { OrderPlaced } from '../../domain/orders/events.ts';
import type { BatchWriter, TableDefinition } from '../engine/projection.ts';

export type OrderTimerKind = 'payment' | 'release';

/**
 * The timers of orders: what happens without a request, and when. An order has rows only while it waits. An order that
 * waits for its payment first and for its time afterwards has both; its status says which one counts.
 */
export const orderTimersTable: TableDefinition = {
  name: 'order_timers',
  columns: {
    order_id: 'bigint',
    kind: 'text',
    brand_id: 'uuid',
    point_id: 'uuid',
    due_at: 'timestamptz',
    /** When a preorder is wanted; null for a payment. */
    scheduled_at: 'timestamptz',
    placed_business_date: 'date',
  },
  key: ['order_id', 'kind'],
  indexes: [['kind', 'due_at']],
};

export const startTimers = (order: OrderPlaced, write: BatchWriter): void => {
  const { order_id, brand_id, point_id, placed_business_date, payment_due_at, release_at, scheduled_at } = order;
  const start = (kind: OrderTimerKind, due_at: string, wanted: string | null): void =>
    write.put('order_timers', {
      order_id,
      kind,
      brand_id,
      point_id,
      due_at,
      scheduled_at: wanted,
      placed_business_date,
    });
  if (payment_due_at !== null) start('payment', payment_due_at, null);
  if (release_at !== null) start('release', release_at, scheduled_at);
};

export const endTimer = (order_id: number, kind: OrderTimerKind, write: BatchWriter): void =>
  write.remove('order_timers', { order_id, kind });
