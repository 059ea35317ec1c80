import { conflict } from '../refusal.ts';
import type { WaitingCommand } from './commands.ts';
import { deletion, NO_CAUSE } from './deletion.ts';
import type { OrderEvent } from './events.ts';
import { ticketOnArrival } from './kitchen.ts';
import { refund } from './refunds.ts';
import type { Order } from './state.ts';
import { nextStatus, type OrderStatus } from './status.ts';

/**
 * Brings a waiting order to the till, step by step: its payment comes, an operator confirms it, its time comes
 * (docs/domain.md#orders).
 */
export const leaveWaiting = (order: Order, command: WaitingCommand): readonly OrderEvent[] => {
  const { order_id } = order;
  switch (command.type) {
    case 'RegisterPayment':
      return registerPayment(order, command);
    case 'FailPayment': {
      requireStatus(order, 'AWAITING_PAYMENT', 'DELETED');
      const personal = { client_id: order.personal.client_id, reason: command.reason };
      const failed: OrderEvent = { type: 'PaymentFailed', data: { order_id, personal } };
      return [failed, ...deletion(order, 'system', { ...NO_CAUSE, ...command })];
    }
    case 'ExpirePayment':
      return order.status === 'AWAITING_PAYMENT' ? deletion(order, 'system', { ...NO_CAUSE, ...command }) : [];
    case 'ConfirmOrder': {
      requireStatus(order, 'AWAITING_CONFIRMATION', 'CREATED');
      const status = nextStatus(order, 'AWAITING_CONFIRMATION');
      return [{ type: 'OrderConfirmed', data: { order_id, status } }, ...ticketOnArrival(order, status)];
    }
    case 'RejectOrder':
      requireStatus(order, 'AWAITING_CONFIRMATION', 'DELETED');
      return deletion(order, 'venue', command);
    case 'ReleasePreorder':
      requireStatus(order, 'PREORDER', 'CREATED');
      return [{ type: 'PreorderReleased', data: { order_id } }, ...ticketOnArrival(order, 'CREATED')];
    case 'FlagShortage': {
      if (order.status !== 'PREORDER') return [];
      return [{ type: 'PreorderFoundShort', data: { order_id, product_ids: [...command.product_ids] } }];
    }
  }
};

const registerPayment = (
  order: Order,
  { provider_payment_id, amount }: Extract<WaitingCommand, { type: 'RegisterPayment' }>,
): readonly OrderEvent[] => {
  const { order_id, total_amount } = order;
  // Payment providers repeat calls. Each payment counts once; a call that tells another amount is no repeat.
  const known = order.provider_payments.find((payment) => payment.provider_payment_id === provider_payment_id);
  if (known?.amount === amount) return [];
  if (known) throw conflict('provider_payment_differs', { amount, registered: known.amount });
  const registered = (status: OrderStatus): OrderEvent => ({
    type: 'PaymentRegistered',
    data: { order_id, provider_payment_id, amount, status },
  });
  if (order.payment_due_at === null) throw conflict('online_payment_not_expected');
  // The money came, but the order is deleted or paid already: the payment is recorded, and has to be refunded.
  if (order.status !== 'AWAITING_PAYMENT') {
    return [registered(order.status), refund(order_id, { provider_payment_id, amount })];
  }
  if (amount !== total_amount) throw conflict('payment_differs_from_total', { amount, total: total_amount });
  const status = nextStatus(order, 'AWAITING_PAYMENT');
  return [registered(status), ...ticketOnArrival(order, status)];
};

const requireStatus = (order: Order, expected: OrderStatus, to: OrderStatus): void => {
  if (order.status === expected) return;
  if (order.status === 'DELETED') throw conflict('order_already_cancelled');
  throw conflict('order_status_conflict', { from: order.status, to });
};
