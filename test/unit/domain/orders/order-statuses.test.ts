import { describe, expect, test } from 'vitest';
import type { OrderCommand } from '../../../../src/domain/orders/commands.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../../src/domain/orders/status.ts';
import {
  abandon,
  add,
  cancel,
  cheque,
  close,
  day,
  deleteCheque,
  giveBack,
  given,
  HISTORIES,
  order,
  reason,
  remove,
} from './order-fixture.ts';

/** What each command does in each status: the status it leads to, `same` (nothing to do) or the refusal's code. */
const NO = 'order_status_conflict';
const CANCELLED = 'order_already_cancelled';
const WAITING: OrderStatus[] = ['AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'PREORDER'];
const TILL: OrderStatus[] = ['CREATED', 'UNCONFIRMED_ORDER', 'COOKING', 'PACKED', 'TAKEN_BY_COURIER', 'DELIVERED'];
const TABLE: Record<OrderCommand['type'], { command: OrderCommand; outcomes: Record<OrderStatus, string> }> = {
  AcceptOrder: {
    command: { type: 'AcceptOrder' },
    // Once more prints what has come in since, and there is something in this history.
    outcomes: { ...steps('UNCONFIRMED_ORDER'), UNCONFIRMED_ORDER: 'UNCONFIRMED_ORDER' },
  },
  StartCooking: { command: { type: 'StartCooking' }, outcomes: steps('COOKING') },
  PackOrder: { command: { type: 'PackOrder' }, outcomes: steps('PACKED') },
  HandToCourier: { command: { type: 'HandToCourier', courier_id: 9 }, outcomes: steps('TAKEN_BY_COURIER') },
  DeliverOrder: { command: { type: 'DeliverOrder' }, outcomes: steps('DELIVERED') },
  SendToKitchen: {
    command: { type: 'SendToKitchen' },
    // A ticket is no status: it is printed in whatever status the till has the order.
    outcomes: everywhere(NO, Object.fromEntries(TILL.map((status) => [status, status]))),
  },
  CloseCheque: { command: close(), outcomes: { ...steps('CLOSED'), CLOSED: 'cheque_already_closed' } },
  CancelOrder: {
    command: cancel,
    outcomes: everywhere('order_already_accepted', { ...to('DELETED', [...WAITING, 'CREATED']), DELETED: CANCELLED }),
  },
  DeleteCheque: {
    command: deleteCheque,
    outcomes: everywhere('DELETED', { CLOSED: NO, DELETED: CANCELLED }),
  },
  RegisterPayment: {
    command: { type: 'RegisterPayment', provider_payment_id: 'P-1', amount: 114_000 },
    outcomes: everywhere('online_payment_not_expected', { AWAITING_PAYMENT: 'CREATED' }),
  },
  FailPayment: {
    command: { type: 'FailPayment', reason: 'card declined', ...day },
    outcomes: everywhere(NO, { AWAITING_PAYMENT: 'DELETED', DELETED: CANCELLED }),
  },
  ExpirePayment: {
    command: { type: 'ExpirePayment', ...day },
    outcomes: everywhere('same', { AWAITING_PAYMENT: 'DELETED' }),
  },
  ConfirmOrder: {
    command: { type: 'ConfirmOrder' },
    outcomes: everywhere(NO, { AWAITING_CONFIRMATION: 'CREATED', DELETED: CANCELLED }),
  },
  RejectOrder: {
    command: { type: 'RejectOrder', ...reason, ...day },
    outcomes: everywhere(NO, { AWAITING_CONFIRMATION: 'DELETED', DELETED: CANCELLED }),
  },
  ReleasePreorder: {
    command: { type: 'ReleasePreorder' },
    outcomes: everywhere(NO, { PREORDER: 'CREATED', DELETED: CANCELLED }),
  },
  FlagShortage: {
    command: { type: 'FlagShortage', product_ids: [11] },
    outcomes: everywhere('same', { PREORDER: 'AWAITING_CONFIRMATION' }),
  },
  AddItems: { command: add(), outcomes: changes() },
  RemoveItem: { command: remove(1), outcomes: changes() },
  AdjustCheque: { command: { type: 'AdjustCheque', discount: 4_000 }, outcomes: changes() },
  AssignCheque: { command: { type: 'AssignCheque', assigned: { waiter_id: 12 } }, outcomes: changes() },
  ReopenCheque: {
    command: { type: 'ReopenCheque', reason: 'paid twice' },
    outcomes: everywhere('cheque_not_closed', { CLOSED: 'CREATED', DELETED: CANCELLED }),
  },
  ReturnGoods: {
    command: giveBack([{ line_id: 1, quantity: 1 }]),
    outcomes: everywhere('cheque_not_closed', { CLOSED: 'CLOSED', DELETED: CANCELLED }),
  },
  // Whatever became of the order: these items may not come any more.
  AbandonItems: {
    command: { type: 'AbandonItems', hold_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0009' },
    outcomes: Object.fromEntries(ORDER_STATUSES.map((status) => [status, status])) as Record<OrderStatus, string>,
  },
  // The cheque may not be closed with this charge any more; a deleted order never is.
  AbandonCharge: {
    command: { type: 'AbandonCharge', charge_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0009' },
    outcomes: { ...changes(), ...Object.fromEntries(ORDER_STATUSES.map((it) => [it, it])), DELETED: 'same' },
  },
  AttachLoyaltyCustomer: {
    command: {
      type: 'AttachLoyaltyCustomer',
      customer: { customer_id: 'L-1', name: null, phone: null, balance: 0, level: null, can_redeem: true },
    },
    outcomes: changes(),
  },
  RequestLoyaltyHold: {
    command: {
      type: 'RequestLoyaltyHold',
      operation_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0010',
      ordinal: 1,
      customer_id: 'L-1',
      amount: 100,
    },
    outcomes: changes(),
  },
  // Nothing is held in these histories.
  GiveUpLoyaltyHold: {
    command: { type: 'GiveUpLoyaltyHold', operation_id: null, hold_id: null },
    outcomes: everywhere('same'),
  },
  OpenCheque: { command: { type: 'OpenCheque', cheque }, outcomes: everywhere('same') },
  PlaceOrder: { command: { type: 'PlaceOrder', order }, outcomes: everywhere('same') },
  AbandonOrder: { command: abandon('5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0009'), outcomes: everywhere('same') },
};

/** Forward from any status the till has; nothing at its own; refused backwards, before the till and after the end. */
function steps(to: OrderStatus): Record<OrderStatus, string> {
  const path = [...TILL, 'CLOSED'];
  const outcome = (from: OrderStatus): string => {
    if (from === to) return 'same';
    return path.includes(from) && path.indexOf(from) < path.indexOf(to) ? to : NO;
  };
  return Object.fromEntries(ORDER_STATUSES.map((from) => [from, outcome(from)])) as Record<OrderStatus, string>;
}

/** What is in the cheque changes while the till has it, and moves it nowhere. */
function changes(): Record<OrderStatus, string> {
  const same = Object.fromEntries(TILL.map((status) => [status, status]));
  return everywhere('order_not_with_till', { ...same, CLOSED: 'cheque_already_closed', DELETED: CANCELLED });
}

function everywhere(usual: string, exceptions: Partial<Record<OrderStatus, string>> = {}) {
  const all = Object.fromEntries(ORDER_STATUSES.map((status) => [status, usual])) as Record<OrderStatus, string>;
  return { ...all, ...exceptions };
}

function to(outcome: OrderStatus, from: readonly OrderStatus[]): Partial<Record<OrderStatus, string>> {
  return Object.fromEntries(from.map((status) => [status, outcome]));
}

describe.each(Object.entries(TABLE))('%s', (_name, { command, outcomes }) => {
  test.each(ORDER_STATUSES)('an order in status %s takes the command as the table says', (from) => {
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

describe('the courier', () => {
  const assigned = given(...HISTORIES.PACKED).when({ type: 'AssignCheque', assigned: { courier_id: 7 } });

  test('the assigned courier stays when no other courier is named', () => {
    const events = [...HISTORIES.PACKED, ...assigned.result().events];
    const { state } = given(...events)
      .when({ type: 'HandToCourier', courier_id: null })
      .result();
    expect(state).toMatchObject({ status: 'TAKEN_BY_COURIER', courier_id: 7 });
  });

  test('the courier may hand the order on to another', () => {
    const when = given(...HISTORIES.TAKEN_BY_COURIER).when({ type: 'HandToCourier', courier_id: 7 });
    expect(when.result().state).toMatchObject({ status: 'TAKEN_BY_COURIER', courier_id: 7 });
  });
});
