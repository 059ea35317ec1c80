import { describe, expect, test } from 'vitest';
import type { OrderCommand } from '../../../src/domain/order/commands.ts';
import { orderDecider } from '../../../src/domain/order/decide.ts';
import { type OrderEvent, type OrderPlaced, orderEvents } from '../../../src/domain/order/events.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../src/domain/order/status.ts';
import { specOf } from '../../support/given-when-then.ts';

const { given } = specOf(orderDecider, orderEvents);

const order_id = 7;
const plov = {
  line_id: 1,
  product_id: 11,
  name: 'Plov',
  category_id: 3,
  quantity: 2,
  price: 45_000,
  total: 90_000,
  cost: 20_000,
};
const garlic = {
  line_id: 2,
  product_id: 12,
  name: 'Garlic',
  category_id: null,
  quantity: 2,
  price: 3_000,
  total: 6_000,
  cost: null,
};
const tea = {
  line_id: 3,
  product_id: 13,
  name: 'Tea',
  category_id: 4,
  quantity: 1,
  price: 8_000,
  total: 8_000,
  cost: 500,
};

const order: OrderPlaced = {
  order_id,
  brand_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0001',
  point_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0002',
  key_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0003',
  external_id: 'A-1',
  timezone: 'Asia/Tashkent',
  status: 'CREATED',
  order_type_id: 3,
  order_type_sub_id: null,
  payment_type_id: 21,
  source_id: 0,
  table_id: null,
  persons: 2,
  lines: [
    { ...plov, modifiers: [garlic] },
    { ...tea, modifiers: [] },
  ],
  items_amount: 104_000,
  discount: 0,
  service_amount: 0,
  delivery: { price: 10_000, zone_id: null, zone_name: null, minutes: null, min_order_amount: 0 },
  total_amount: 114_000,
  scheduled_at: null,
  placed_at: '2026-03-01T09:00:00.000Z',
  personal: { client_id: 5, name: 'Aziza', phone: '+998901234567', address: null, comment: null, line_comments: {} },
};

const placed = (status: OrderStatus = 'CREATED'): OrderEvent => ({ type: 'OrderPlaced', data: { ...order, status } });
const printed = (line_ids: number[], ticket_number = 1): OrderEvent => ({
  type: 'KitchenTicketPrinted',
  data: { order_id, ticket_number, line_ids },
});
const accepted: OrderEvent = { type: 'OrderAccepted', data: { order_id } };
const cooking: OrderEvent = { type: 'CookingStarted', data: { order_id } };
const packed: OrderEvent = { type: 'OrderPacked', data: { order_id } };
const onTheWay: OrderEvent = { type: 'OrderHandedToCourier', data: { order_id, courier_id: 9 } };
const delivered: OrderEvent = { type: 'OrderDelivered', data: { order_id } };

const payment = {
  payment_type_id: 21,
  payment_type_name: 'Cash',
  payment_category_id: 1,
  amount: 114_000,
  tendered: 120_000,
};
const close = (amount = 114_000): OrderCommand => ({
  type: 'CloseCheque',
  shift_id: 31,
  cheque_number: 4,
  cashier_id: 8,
  business_date: '2026-03-01',
  at: '2026-03-01T10:00:00.000Z',
  payments: [{ ...payment, amount }],
});
const reason = { cancel_cause_id: 41, cancel_cause_name: 'Changed mind', comment: 'sorry' };
const cancel: OrderCommand = { type: 'CancelOrder', ...reason };
const deleteCheque: OrderCommand = { type: 'DeleteCheque', ...reason };
const deleted = (deleted_by: 'partner' | 'venue'): OrderEvent => ({
  type: 'OrderDeleted',
  data: {
    order_id,
    deleted_by,
    cancel_cause_id: 41,
    cancel_cause_name: 'Changed mind',
    personal: { client_id: 5, comment: 'sorry' },
  },
});

const closed = given(placed()).when(close()).result().events;

/** A history that ends in each status. */
const HISTORIES: Record<OrderStatus, OrderEvent[]> = {
  AWAITING_PAYMENT: [placed('AWAITING_PAYMENT')],
  AWAITING_CONFIRMATION: [placed('AWAITING_CONFIRMATION')],
  PREORDER: [placed('PREORDER')],
  CREATED: [placed()],
  UNCONFIRMED_ORDER: [placed(), accepted],
  COOKING: [placed(), accepted, cooking],
  PACKED: [placed(), accepted, packed],
  TAKEN_BY_COURIER: [placed(), accepted, onTheWay],
  DELIVERED: [placed(), accepted, delivered],
  CLOSED: [placed(), ...closed],
  DELETED: [placed(), deleted('venue')],
};

describe('placing', () => {
  test('records the order, and prints nothing before the till confirms', () => {
    given().when({ type: 'PlaceOrder', order, print: false }).then(placed());
  });

  test('prints at once when the key confirms by itself', () => {
    given()
      .when({ type: 'PlaceOrder', order, print: true })
      .then(placed(), printed([1, 3]));
  });

  test('a second time is no second order', () => {
    given(placed()).when({ type: 'PlaceOrder', order, print: true }).thenNothing();
  });

  test('every other command needs an order', () => {
    given().when({ type: 'AcceptOrder' }).thenRefused('not_found', 'order_not_found');
  });
});

describe('kitchen', () => {
  test('accepting prints what the kitchen has not got', () => {
    given(placed())
      .when({ type: 'AcceptOrder' })
      .then(accepted, printed([1, 3]));
    given(placed(), printed([1]))
      .when({ type: 'AcceptOrder' })
      .then(accepted, printed([3], 2));
    given(placed(), printed([1, 3]))
      .when({ type: 'AcceptOrder' })
      .then(accepted);
  });

  test('each line prints once, however often and in whatever pieces it is sent', () => {
    given(placed())
      .when({ type: 'SendToKitchen', line_ids: [3, 3] })
      .then(printed([3]));
    given(placed(), printed([3]))
      .when({ type: 'SendToKitchen' })
      .then(printed([1], 2));
    given(placed(), printed([3]))
      .when({ type: 'SendToKitchen', line_ids: [3] })
      .thenNothing();
  });

  test('a modifier is no line of its own there', () => {
    given(placed())
      .when({ type: 'SendToKitchen', line_ids: [2] })
      .thenRefused('invalid', 'line_not_found', { line_id: 2 });
  });

  test('a cancellation slip follows only a ticket', () => {
    given(placed()).when(cancel).then(deleted('partner'));
    given(placed(), printed([1]))
      .when(cancel)
      .then(deleted('partner'), { type: 'KitchenCancellationPrinted', data: { order_id, line_ids: [1] } });
  });
});

describe('closing', () => {
  test('records the cheque whole, each modifier a line of its own', () => {
    const { events, state } = given(placed(), accepted).when(close()).result();
    expect(state?.status).toBe('CLOSED');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'ChequeClosed',
      data: {
        cheque_number: 4,
        goods_amount: 104_000,
        delivery_amount: 10_000,
        total_amount: 114_000,
        client_id: 5,
        lines: [
          { line_id: 1, parent_line_id: null, amount: 90_000, net_amount: 90_000, cost: 20_000, category_id: 3 },
          { line_id: 2, parent_line_id: 1, amount: 6_000, cost: null },
          { line_id: 3, parent_line_id: null, amount: 8_000 },
        ],
      },
    });
  });

  test('payments must equal the total', () => {
    const params = { paid: 113_999, total: 114_000 };
    given(placed()).when(close(113_999)).thenRefused('conflict', 'payments_differ_from_total', params);
  });
});

/** What each command does in each status: the status it leads to, `same` (nothing to do) or the refusal's code. */
const NO = 'order_status_conflict';
const TABLE: Record<string, { command: OrderCommand; outcomes: Record<OrderStatus, string> }> = {
  AcceptOrder: { command: { type: 'AcceptOrder' }, outcomes: steps('UNCONFIRMED_ORDER') },
  StartCooking: { command: { type: 'StartCooking' }, outcomes: steps('COOKING') },
  PackOrder: { command: { type: 'PackOrder' }, outcomes: steps('PACKED') },
  HandToCourier: { command: { type: 'HandToCourier', courier_id: 9 }, outcomes: steps('TAKEN_BY_COURIER') },
  DeliverOrder: { command: { type: 'DeliverOrder' }, outcomes: steps('DELIVERED') },
  CloseCheque: { command: close(), outcomes: { ...steps('CLOSED'), CLOSED: 'cheque_already_closed' } },
  CancelOrder: {
    command: cancel,
    outcomes: {
      AWAITING_PAYMENT: 'DELETED',
      AWAITING_CONFIRMATION: 'DELETED',
      PREORDER: 'DELETED',
      CREATED: 'DELETED',
      UNCONFIRMED_ORDER: 'order_already_accepted',
      COOKING: 'order_already_accepted',
      PACKED: 'order_already_accepted',
      TAKEN_BY_COURIER: 'order_already_accepted',
      DELIVERED: 'order_already_accepted',
      CLOSED: 'order_already_accepted',
      DELETED: 'order_already_cancelled',
    },
  },
  DeleteCheque: {
    command: deleteCheque,
    outcomes: {
      AWAITING_PAYMENT: 'DELETED',
      AWAITING_CONFIRMATION: 'DELETED',
      PREORDER: 'DELETED',
      CREATED: 'DELETED',
      UNCONFIRMED_ORDER: 'DELETED',
      COOKING: 'DELETED',
      PACKED: 'DELETED',
      TAKEN_BY_COURIER: 'DELETED',
      DELIVERED: 'DELETED',
      CLOSED: NO,
      DELETED: 'order_already_cancelled',
    },
  },
};

/** Forward from any status the till has; nothing at its own; refused backwards, before the till and after the end. */
function steps(to: OrderStatus): Record<OrderStatus, string> {
  const path: OrderStatus[] = [
    'CREATED',
    'UNCONFIRMED_ORDER',
    'COOKING',
    'PACKED',
    'TAKEN_BY_COURIER',
    'DELIVERED',
    'CLOSED',
  ];
  const outcome = (from: OrderStatus): string => {
    if (from === to) return 'same';
    return path.includes(from) && path.indexOf(from) < path.indexOf(to) ? to : NO;
  };
  return Object.fromEntries(ORDER_STATUSES.map((from) => [from, outcome(from)])) as Record<OrderStatus, string>;
}

describe.each(Object.entries(TABLE))('%s', (_name, { command, outcomes }) => {
  test.each(ORDER_STATUSES)('in %s', (from) => {
    const when = given(...HISTORIES[from]).when(command);
    const outcome = outcomes[from];
    if (outcome === 'same') return when.thenNothing();
    if ((ORDER_STATUSES as readonly string[]).includes(outcome)) {
      expect(when.result().state?.status).toBe(outcome);
      return;
    }
    expect(() => when.result()).toThrow(expect.objectContaining({ kind: 'conflict', code: outcome }));
  });
});
