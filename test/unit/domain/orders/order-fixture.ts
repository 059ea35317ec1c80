import type { OrderCommand, ReturnGoods } from '../../../../src/domain/orders/commands.ts';
import { orderDecider } from '../../../../src/domain/orders/decide.ts';
import {
  type ChequeOpened,
  type OrderDeleted,
  type OrderEvent,
  type OrderPlaced,
  orderEvents,
} from '../../../../src/domain/orders/events.ts';
import type { PricedItem } from '../../../../src/domain/orders/pricing.ts';
import type { OrderStatus } from '../../../../src/domain/orders/status.ts';
import { specOf } from '../../../support/given-when-then.ts';

export const { given } = specOf(orderDecider, orderEvents);

export const order_id = 7;
export const plov = {
  line_id: 1,
  product_id: 11,
  name: 'Plov',
  category_id: 3,
  quantity: 2,
  price: 45_000,
  total: 90_000,
  cost: 20_000,
};
export const garlic = {
  line_id: 2,
  product_id: 12,
  name: 'Garlic',
  category_id: null,
  quantity: 2,
  price: 3_000,
  total: 6_000,
  cost: null,
};
export const tea = {
  line_id: 3,
  product_id: 13,
  name: 'Tea',
  category_id: 4,
  quantity: 1,
  price: 8_000,
  total: 8_000,
  cost: 500,
};

export const order: OrderPlaced = {
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
  auto_confirm: false,
  needs_confirmation: false,
  payment_due_at: null,
  scheduled_at: null,
  release_at: null,
  hold_id: null,
  placed_at: '2026-03-01T09:00:00.000Z',
  placed_business_date: '2026-03-01',
  personal: { client_id: 5, name: 'Aziza', phone: '+998901234567', address: null, comment: null, line_comments: {} },
};

/** Placed so that it waits for what its status says. */
export const placed = (status: OrderStatus = 'CREATED', terms: Partial<OrderPlaced> = {}): OrderEvent => ({
  type: 'OrderPlaced',
  data: { ...order, status, ...WAITS[status], ...terms },
});
const WAITS: { readonly [Status in OrderStatus]?: Partial<OrderPlaced> } = {
  AWAITING_PAYMENT: { payment_due_at: '2026-03-01T09:30:00.000Z' },
  AWAITING_CONFIRMATION: { needs_confirmation: true },
  PREORDER: { scheduled_at: '2026-03-01T15:00:00.000Z', release_at: '2026-03-01T14:30:00.000Z' },
};
export const printed = (line_ids: number[], ticket_number = 1): OrderEvent => ({
  type: 'KitchenTicketPrinted',
  data: { order_id, ticket_number, line_ids },
});
export const accepted: OrderEvent = { type: 'OrderAccepted', data: { order_id } };
export const cooking: OrderEvent = { type: 'CookingStarted', data: { order_id } };
export const packed: OrderEvent = { type: 'OrderPacked', data: { order_id } };
export const onTheWay: OrderEvent = { type: 'OrderHandedToCourier', data: { order_id, courier_id: 9 } };
export const delivered: OrderEvent = { type: 'OrderDelivered', data: { order_id } };

export const payment = {
  payment_type_id: 21,
  payment_type_name: 'Cash',
  payment_category_id: 1,
  amount: 114_000,
  tendered: 120_000,
  is_deposit: false,
  loyalty: null,
  debtor_employee_id: null,
};
/** One payment type of each category. */
export const paidBy = {
  cash: { payment_type_id: 21, payment_type_name: 'Cash', payment_category_id: 1 },
  card: { payment_type_id: 22, payment_type_name: 'Card', payment_category_id: 2 },
  points: { payment_type_id: 24, payment_type_name: 'Points', payment_category_id: 4 },
  online: { payment_type_id: 25, payment_type_name: 'Online', payment_category_id: 5 },
  debt: { payment_type_id: 26, payment_type_name: 'On account', payment_category_id: 6 },
} as const;
export const close = (amount = 114_000): Extract<OrderCommand, { type: 'CloseCheque' }> => ({
  type: 'CloseCheque',
  shift_id: 31,
  cheque_number: 4,
  cashier_id: 8,
  business_date: '2026-03-01',
  at: '2026-03-01T10:00:00.000Z',
  payments: [{ ...payment, amount }],
  products: [],
  charge: null,
});
export const reason = { cancel_cause_id: 41, cancel_cause_name: 'Changed mind', comment: 'sorry' };
export const day = { business_date: '2026-03-01', shift_id: 31 };
export const cancel: OrderCommand = { type: 'CancelOrder', ...reason, ...day };
export const deleteCheque: OrderCommand = { type: 'DeleteCheque', ...reason, ...day };
export const deleted = (
  deleted_by: OrderDeleted['deleted_by'],
  terms: Partial<OrderDeleted> = {},
): Extract<OrderEvent, { type: 'OrderDeleted' }> => ({
  type: 'OrderDeleted',
  data: {
    order_id,
    deleted_by,
    cancel_cause_id: 41,
    cancel_cause_name: 'Changed mind',
    ...day,
    timezone: 'Asia/Tashkent',
    order_type_id: 3,
    source_id: 0,
    waiter_id: null,
    organization_id: null,
    was_with_till: true,
    was_printed: false,
    amounts: {
      items_amount: 104_000,
      discount: 0,
      service_amount: 0,
      delivery_amount: 10_000,
      total_amount: 114_000,
    },
    hold_ids: [],
    personal: { client_id: 5, comment: 'sorry' },
    ...terms,
  },
});

/** The till's own cheque: a table, a waiter, nobody in particular. */
export const cheque: ChequeOpened = {
  order_id,
  brand_id: order.brand_id,
  point_id: order.point_id,
  external_id: null,
  timezone: 'Asia/Tashkent',
  status: 'UNCONFIRMED_ORDER',
  order_type_id: 1,
  order_type_sub_id: null,
  source_id: 0,
  table_id: 61,
  waiter_id: 12,
  persons: 4,
  reservation_id: null,
  deposit: null,
  lines: order.lines,
  items_amount: 104_000,
  total_amount: 104_000,
  hold_id: null,
  placed_at: '2026-03-01T09:00:00.000Z',
  placed_business_date: '2026-03-01',
  personal: { client_id: null, name: null, phone: null, line_comments: {} },
};
export const opened = (terms: Partial<ChequeOpened> = {}): OrderEvent => ({
  type: 'ChequeOpened',
  data: { ...cheque, ...terms },
});

/** A soup as it is priced: 30 000, with bread for 2 000. */
export const soup: PricedItem = {
  product_id: 14,
  name: 'Shurpa',
  category_id: 5,
  quantity: 1,
  price: 30_000,
  total: 30_000,
  cost: 9_000,
  comment: 'no onion',
  modifiers: [
    { product_id: 15, name: 'Bread', category_id: null, quantity: 1, price: 2_000, total: 2_000, cost: null },
  ],
};
export const add = (items: readonly PricedItem[] = [soup], hold_id: string | null = null): OrderCommand => ({
  type: 'AddItems',
  items,
  hold_id,
});
export const remove = (line_id: number, quantity = 1, divisible_product_ids: number[] = []): OrderCommand => ({
  type: 'RemoveItem',
  line_id,
  quantity,
  reason: 'changed mind',
  divisible_product_ids,
  ...day,
});
export const giveBack = (
  lines: readonly { readonly line_id: number; readonly quantity: number }[],
  terms: Partial<ReturnGoods> = {},
): OrderCommand => ({
  type: 'ReturnGoods',
  return_id: 71,
  ordinal: 1,
  shift_id: 31,
  document_number: 1,
  business_date: '2026-03-02',
  at: '2026-03-02T08:00:00.000Z',
  payment_type_id: 21,
  payment_type_name: 'Cash',
  payment_category_id: 1,
  lines,
  refunded_amount: undefined,
  service_amount: 0,
  delivery_amount: 0,
  debt_amount: undefined,
  divisible_product_ids: [],
  ...terms,
});

export const abandon = (hold_id: string): OrderCommand => ({
  type: 'AbandonOrder',
  order_id,
  hold_id,
  brand_id: order.brand_id,
  point_id: order.point_id,
});

export const closed = given(placed()).when(close()).result().events;

/** A history that ends in each status. */
export const HISTORIES: Record<OrderStatus, OrderEvent[]> = {
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
