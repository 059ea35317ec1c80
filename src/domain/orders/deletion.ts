import { conflict } from '../refusal.ts';
import { amountsWith } from './amounts.ts';
import type { Cancellation, DeletionCommand, TillDay } from './commands.ts';
import type { OrderEvent } from './events.ts';
import { cancellationSlip } from './kitchen.ts';
import { giveUpAll } from './loyalty.ts';
import { refundsBeyond } from './refunds.ts';
import { type Order, openHoldIds } from './state.ts';
import { isCancellable, isFinal, isWithTill } from './status.ts';
import { ofTillDay } from './till-day.ts';

/** The partner may cancel until the till has accepted. */
export const requireCancellable = ({ status }: Order): void => {
  if (status === 'DELETED') throw conflict('order_already_cancelled');
  if (!isCancellable(status)) throw conflict('order_already_accepted');
};

/** The till may delete until the cheque is closed. */
export const cancelOrDelete = (order: Order, command: DeletionCommand): readonly OrderEvent[] => {
  if (command.type === 'CancelOrder') {
    requireCancellable(order);
    return deletion(order, 'partner', command);
  }
  if (order.status === 'DELETED') throw conflict('order_already_cancelled');
  if (isFinal(order.status)) throw conflict('order_status_conflict', { from: order.status, to: 'DELETED' });
  return deletion(order, 'venue', command);
};

export const NO_CAUSE: Cancellation = { cancel_cause_id: null, cancel_cause_name: null, comment: null };

export const deletion = (
  order: Order,
  deleted_by: 'partner' | 'venue' | 'system',
  { cancel_cause_id, cancel_cause_name, comment, ...day }: Cancellation & TillDay,
): readonly OrderEvent[] => {
  const { order_id } = order;
  const deleted = {
    order_id,
    deleted_by,
    cancel_cause_id,
    cancel_cause_name,
    ...ofTillDay(order, day),
    was_with_till: isWithTill(order.status),
    was_printed: order.tickets.length > 0,
    amounts: amountsWith(order, {}),
    hold_ids: openHoldIds(order),
    personal: { client_id: order.personal.client_id, comment },
  };
  return [
    ...giveUpAll(order),
    { type: 'OrderDeleted', data: deleted },
    ...cancellationSlip(order),
    ...refundsBeyond(order, 0),
  ];
};
