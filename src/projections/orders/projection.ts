import type { EventOf } from '../../domain/event-catalogue.ts';
import type { OrderEvent } from '../../domain/orders/events.ts';
import type { OrderStatus } from '../../domain/orders/status.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';
import { LIFE_COLUMNS, lifeOf, stepOf } from './life.ts';
import { IS_OPEN, IS_OVER } from './open-orders.ts';
import { orderEventsTable, packOrderEvent } from './order-events.ts';
import { changePartnerOrder, partnerOrdersTable, putPartnerOrder } from './partner-orders.ts';
import { beginningOf, endOf, SPAN_COLUMNS, spanIndexes } from './spans.ts';
import { endTimer, orderTimersTable, startTimers } from './timers.ts';

/** The venue's order lists: each order's history and status. */
export const ordersProjection = defineProjection({
  name: 'orders',
  version: 17,
  tables: [
    {
      name: 'orders',
      columns: {
        order_id: 'bigint',
        brand_id: 'uuid',
        point_id: 'uuid',
        status: 'text',
        client_id: 'bigint',
        ...SPAN_COLUMNS,
        ...LIFE_COLUMNS,
      },
      key: ['order_id'],
      indexes: [['client_id']],
      // Few of years of orders are open. Each change of an open order writes its index entries anew, and an order ends once.
      partialIndexes: [
        { columns: ['brand_id', 'point_id', 'order_id', 'status'], where: IS_OPEN },
        { columns: ['brand_id', 'point_id', 'order_id'], where: IS_OVER },
        { columns: ['brand_id', 'status', 'order_id'], where: IS_OVER },
        ...spanIndexes,
      ],
    },
    orderEventsTable,
    orderTimersTable,
    partnerOrdersTable,
  ],
  on: {
    OrderPlaced: (event, write) => {
      putOrder(event, write);
      putPartnerOrder(event, write);
      startTimers(event.data, write);
    },
    ChequeOpened: (event, write) => putOrder(event, write),
    ItemsAdded: (event, write) => change(event, write),
    ItemRemoved: (event, write) => change(event, write),
    ChequeAdjusted: (event, write) => change(event, write),
    ChequeAssigned: (event, write) => keep(event, write),
    GoodsReturned: (event, write) => keep(event, write),
    KitchenTicketPrinted: (event, write) => keep(event, write),
    PaymentRegistered: (event, write) => {
      endTimer(event.data.order_id, 'payment', write);
      change(event, write, event.data.status);
    },
    RefundRequired: (event, write) => change(event, write),
    OrderConfirmed: (event, write) => moveTo(event, write, event.data.status),
    PreorderReleased: (event, write) => {
      endTimer(event.data.order_id, 'release', write);
      moveTo(event, write, 'CREATED');
    },
    PreorderFoundShort: (event, write) => {
      endTimer(event.data.order_id, 'release', write);
      change(event, write, 'AWAITING_CONFIRMATION');
    },
    OrderAccepted: (event, write) => moveTo(event, write, 'UNCONFIRMED_ORDER'),
    CookingStarted: (event, write) => moveTo(event, write, 'COOKING'),
    OrderPacked: (event, write) => moveTo(event, write, 'PACKED'),
    OrderHandedToCourier: (event, write) => change(event, write, 'TAKEN_BY_COURIER'),
    OrderDelivered: (event, write) => moveTo(event, write, 'DELIVERED'),
    ChequeClosed: (event, write) => {
      change(event, write);
      end(event, write, 'CLOSED');
    },
    ChequeReopened: (event, write) => change(event, write, event.data.status),
    OrderDeleted: (event, write) => {
      const { order_id } = event.data;
      endTimer(order_id, 'payment', write);
      endTimer(order_id, 'release', write);
      change(event, write);
      end(event, write, 'DELETED');
    },
    ClientErased: ({ data }, write) => {
      for (const order_id of data.order_ids) write.forget('order_events', { order_id }, { personal: null });
    },
  },
});

const putOrder = (event: Recorded<EventOf<'OrderPlaced' | 'ChequeOpened'>>, write: BatchWriter): void => {
  const { order_id, brand_id, point_id, status, personal } = event.data;
  const row = { order_id, brand_id, point_id, status, client_id: personal.client_id };
  write.put('orders', { ...row, ...beginningOf(event), ...lifeOf(event) });
  keep(event, write);
};

const keep = (event: Recorded<OrderEvent>, write: BatchWriter, status?: OrderStatus): void => {
  const { order_id } = event.data;
  write.put('order_events', { order_id, revision: event.revision, ...packOrderEvent(event) });
  if (status) write.patch('orders', { order_id }, { status, ...stepOf(event) });
};

/** Kept, and a change that the order's partner sees. */
const change = (event: Recorded<OrderEvent>, write: BatchWriter, status?: OrderStatus): void => {
  keep(event, write, status);
  changePartnerOrder(event, write);
};

const end = (
  event: Recorded<EventOf<'ChequeClosed' | 'OrderDeleted'>>,
  write: BatchWriter,
  status: OrderStatus,
): void => {
  const { order_id, business_date } = event.data;
  write.patch('orders', { order_id }, { status, business_date, ...endOf(event) });
};

/** The event says nothing but this. */
const moveTo = (event: Recorded<OrderEvent>, write: BatchWriter, status: OrderStatus): void => {
  write.patch('orders', { order_id: event.data.order_id }, { status, ...stepOf(event) });
  changePartnerOrder(event, write, status);
};
