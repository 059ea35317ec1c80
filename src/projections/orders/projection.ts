import type { ChequeClosed, OrderPlaced } from '../../domain/order/events.ts';
import type { OrderStatus } from '../../domain/order/status.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Projection, type Row } from '../projection.ts';

/** The venue's order lists: what was placed, where it stands, what the kitchen has. */
export const ordersProjection: Projection = {
  name: 'orders',
  version: 1,
  tables: [
    {
      name: 'orders',
      columns: {
        order_id: 'bigint',
        brand_id: 'uuid',
        point_id: 'uuid',
        status: 'text',
        external_id: 'text',
        client_id: 'bigint',
        total_amount: 'bigint',
        placed_at: 'timestamptz',
        status_changed_at: 'timestamptz',
        courier_id: 'bigint',
        /** The order as it was placed: payload of OrderPlaced. */
        placed: 'json',
        /** The cheque as it was closed: payload of ChequeClosed. */
        cheque: 'json',
        /** Who cancelled, why: payload of OrderDeleted. */
        cancellation: 'json',
      },
      key: ['order_id'],
      indexes: [
        ['brand_id', 'point_id', 'order_id'],
        ['brand_id', 'status', 'order_id'],
      ],
    },
    {
      name: 'kitchen_lines',
      columns: { line_id: 'bigint', order_id: 'bigint', ticket_number: 'integer', printed_at: 'timestamptz' },
      key: ['line_id'],
      indexes: [['order_id']],
    },
  ],
  on: {
    OrderPlaced: (event, write) => {
      const order = dataOf<OrderPlaced>(event);
      write.put('orders', {
        order_id: order.order_id,
        brand_id: order.brand_id,
        point_id: order.point_id,
        status: order.status,
        external_id: order.external_id,
        client_id: order.personal.client_id,
        total_amount: order.total_amount,
        placed_at: order.placed_at,
        status_changed_at: order.placed_at,
        placed: order,
      });
    },
    KitchenTicketPrinted: (event, write) => {
      const { order_id, ticket_number, line_ids } = dataOf<{
        order_id: number;
        ticket_number: number;
        line_ids: number[];
      }>(event);
      const printed_at = event.metadata.occurred_at;
      for (const line_id of line_ids) write.put('kitchen_lines', { line_id, order_id, ticket_number, printed_at });
    },
    OrderAccepted: (event, write) => moveTo(event, write, 'UNCONFIRMED_ORDER'),
    CookingStarted: (event, write) => moveTo(event, write, 'COOKING'),
    OrderPacked: (event, write) => moveTo(event, write, 'PACKED'),
    OrderHandedToCourier: (event, write) => {
      const { courier_id } = dataOf<{ courier_id: number | null }>(event);
      moveTo(event, write, 'TAKEN_BY_COURIER', { courier_id });
    },
    OrderDelivered: (event, write) => moveTo(event, write, 'DELIVERED'),
    ChequeClosed: (event, write) => moveTo(event, write, 'CLOSED', { cheque: dataOf<ChequeClosed>(event) }),
    OrderDeleted: (event, write) => moveTo(event, write, 'DELETED', { cancellation: dataOf<object>(event) }),
  },
};

const moveTo = (event: RecordedEvent, write: BatchWriter, status: OrderStatus, more: Row = {}): void => {
  const { order_id } = dataOf<{ order_id: number }>(event);
  write.patch('orders', { order_id }, { status, status_changed_at: event.metadata.occurred_at, ...more });
};
