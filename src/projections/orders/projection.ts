import type { ChequeOpened, OrderPlaced } from '../../domain/orders/events.ts';
import type { OrderStatus } from '../../domain/orders/status.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter, Row } from '../engine/projection.ts';
import { addedLinesTable, changeHandlers, orderReturnsTable, reducedLinesTable } from './changes.ts';
import { endTimer, orderTimersTable, startTimers } from './timers.ts';

/** The venue's order lists: what was placed, where it stands, what the kitchen has. */
export const ordersProjection = defineProjection({
  name: 'orders',
  version: 5,
  tables: [
    {
      name: 'orders',
      columns: {
        order_id: 'bigint',
        brand_id: 'uuid',
        point_id: 'uuid',
        status: 'text',
        client_id: 'bigint',
        courier_id: 'bigint',
        /** The order as it was placed, or its cheque opened: payload of OrderPlaced or ChequeOpened. */
        placed: 'json',
        /** Its amounts, once they were changed. */
        amounts: 'json',
        /** Waiter, table, guests and organization, once they were changed. */
        assigned: 'json',
        /** The cheque as it was closed: payload of ChequeClosed. */
        cheque: 'json',
        /** Who cancelled, why: payload of OrderDeleted. */
        cancellation: 'json',
      },
      key: ['order_id'],
      indexes: [['brand_id', 'point_id', 'order_id'], ['brand_id', 'status', 'order_id'], ['client_id']],
    },
    {
      name: 'kitchen_lines',
      columns: { line_id: 'bigint', order_id: 'bigint', ticket_number: 'integer', printed_at: 'timestamptz' },
      key: ['line_id'],
      indexes: [['order_id']],
    },
    {
      name: 'provider_payments',
      columns: {
        order_id: 'bigint',
        provider_payment_id: 'text',
        amount: 'bigint',
        is_refund_due: 'boolean',
        position: 'bigint',
      },
      key: ['order_id', 'provider_payment_id'],
    },
    addedLinesTable,
    reducedLinesTable,
    orderReturnsTable,
    orderTimersTable,
  ],
  on: {
    OrderPlaced: (event, write) => {
      const order = event.data;
      putOrder(order, write);
      startTimers(order, write);
    },
    ChequeOpened: (event, write) => putOrder(event.data, write),
    ...changeHandlers,
    PaymentRegistered: (event, write) => {
      const { order_id, provider_payment_id, amount, status } = event.data;
      write.put('provider_payments', {
        ...{ order_id, provider_payment_id, amount },
        is_refund_due: false,
        position: event.position,
      });
      endTimer(order_id, 'payment', write);
      moveTo(event, write, status);
    },
    RefundRequired: (event, write) => {
      const { order_id, provider_payment_id } = event.data;
      write.patch('provider_payments', { order_id, provider_payment_id }, { is_refund_due: true });
    },
    OrderConfirmed: (event, write) => moveTo(event, write, event.data.status),
    PreorderReleased: (event, write) => {
      endTimer(event.data.order_id, 'release', write);
      moveTo(event, write, 'CREATED');
    },
    PreorderFoundShort: (event, write) => {
      endTimer(event.data.order_id, 'release', write);
      moveTo(event, write, 'AWAITING_CONFIRMATION');
    },
    KitchenTicketPrinted: (event, write) => {
      const { order_id, ticket_number, line_ids } = event.data;
      const printed_at = event.metadata.occurred_at;
      for (const line_id of line_ids) write.put('kitchen_lines', { line_id, order_id, ticket_number, printed_at });
    },
    OrderAccepted: (event, write) => moveTo(event, write, 'UNCONFIRMED_ORDER'),
    CookingStarted: (event, write) => moveTo(event, write, 'COOKING'),
    OrderPacked: (event, write) => moveTo(event, write, 'PACKED'),
    OrderHandedToCourier: (event, write) => {
      const { courier_id } = event.data;
      moveTo(event, write, 'TAKEN_BY_COURIER', { courier_id });
    },
    OrderDelivered: (event, write) => moveTo(event, write, 'DELIVERED'),
    ChequeClosed: (event, write) => moveTo(event, write, 'CLOSED', { cheque: event.data }),
    ChequeReopened: (event, write) => moveTo(event, write, event.data.status, { cheque: null }),
    OrderDeleted: (event, write) => {
      const { order_id } = event.data;
      endTimer(order_id, 'payment', write);
      endTimer(order_id, 'release', write);
      moveTo(event, write, 'DELETED', { cancellation: event.data });
    },
  },
});

const putOrder = (order: OrderPlaced | ChequeOpened, write: BatchWriter): void => {
  write.put('orders', {
    order_id: order.order_id,
    brand_id: order.brand_id,
    point_id: order.point_id,
    status: order.status,
    client_id: order.personal.client_id,
    placed: order,
  });
};

/** All events of one order name it. */
interface OfOrder {
  readonly data: { readonly order_id: number };
}

const moveTo = ({ data }: OfOrder, write: BatchWriter, status: OrderStatus, more: Row = {}): void => {
  const { order_id } = data;
  write.patch('orders', { order_id }, { status, ...more });
};
