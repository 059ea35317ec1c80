import type { Decider } from '../decider.ts';
import { conflict, invalid, notFound } from '../refusal.ts';
import { closeCheque } from './close-cheque.ts';
import type { OrderCommand } from './commands.ts';
import type { OrderEvent } from './events.ts';
import { evolveOrder, type Order, type OrderState } from './order.ts';
import { isBefore, isCancellable, isFinal, isWithTill, type OrderStatus } from './status.ts';

/** The order's story (sections "Order status" and "Kitchen rules"): forward only, steps may be skipped. */
const decide = (state: OrderState, command: OrderCommand): readonly OrderEvent[] => {
  if (command.type === 'PlaceOrder') return state ? [] : place(command);
  if (state === null) throw notFound('order_not_found');
  const order_id = state.order_id;
  switch (command.type) {
    case 'AcceptOrder':
      return forward(state, 'UNCONFIRMED_ORDER', [{ type: 'OrderAccepted', data: { order_id } }, ...ticket(state)]);
    case 'SendToKitchen':
      return sendToKitchen(state, command.line_ids);
    case 'StartCooking':
      return forward(state, 'COOKING', [{ type: 'CookingStarted', data: { order_id } }, ...ticket(state)]);
    case 'PackOrder':
      return forward(state, 'PACKED', [{ type: 'OrderPacked', data: { order_id } }]);
    case 'HandToCourier': {
      const { courier_id } = command;
      return forward(state, 'TAKEN_BY_COURIER', [{ type: 'OrderHandedToCourier', data: { order_id, courier_id } }]);
    }
    case 'DeliverOrder':
      return forward(state, 'DELIVERED', [{ type: 'OrderDelivered', data: { order_id } }]);
    case 'CloseCheque':
      return closeCheque(state, command);
    case 'CancelOrder':
      return cancel(state, command);
    case 'DeleteCheque':
      return deleteCheque(state, command);
  }
};

const place = ({ order, print }: Extract<OrderCommand, { type: 'PlaceOrder' }>): readonly OrderEvent[] => {
  const placed: OrderEvent = { type: 'OrderPlaced', data: order };
  const state = evolveOrder(null, placed);
  return print && state ? [placed, ...ticket(state)] : [placed];
};

/** A step that was taken already is no step; one that leads back is refused. */
const forward = (order: Order, status: OrderStatus, events: readonly OrderEvent[]): readonly OrderEvent[] => {
  if (order.status === status) return [];
  if (!isWithTill(order.status) || !isBefore(order.status, status)) throw wrongStatus(order, status);
  return events;
};

const wrongStatus = (order: Order, status: OrderStatus) =>
  conflict('order_status_conflict', { from: order.status, to: status });

/** A ticket for the lines the kitchen has not got: each line prints once, ever. */
const ticket = (order: Order, lineIds: readonly number[] = order.lines.map((line) => line.line_id)): OrderEvent[] => {
  const printed = new Set(order.printed_line_ids);
  const line_ids = lineIds.filter((lineId) => !printed.has(lineId));
  if (line_ids.length === 0) return [];
  const data = { order_id: order.order_id, ticket_number: order.tickets + 1, line_ids };
  return [{ type: 'KitchenTicketPrinted', data }];
};

const sendToKitchen = (order: Order, lineIds: readonly number[] | undefined): readonly OrderEvent[] => {
  const known = new Set(order.lines.map((line) => line.line_id));
  for (const line_id of lineIds ?? []) if (!known.has(line_id)) throw invalid('line_not_found', { line_id });
  if (!isWithTill(order.status)) throw wrongStatus(order, 'COOKING');
  return ticket(order, lineIds && [...new Set(lineIds)]);
};

type Deletion = Extract<OrderCommand, { type: 'CancelOrder' | 'DeleteCheque' }>;

const cancel = (order: Order, command: Deletion): readonly OrderEvent[] => {
  if (order.status === 'DELETED') throw conflict('order_already_cancelled');
  if (!isCancellable(order.status)) throw conflict('order_already_accepted');
  return deletion(order, 'partner', command);
};

const deleteCheque = (order: Order, command: Deletion): readonly OrderEvent[] => {
  if (order.status === 'DELETED') throw conflict('order_already_cancelled');
  if (isFinal(order.status)) throw wrongStatus(order, 'DELETED');
  return deletion(order, 'venue', command);
};

/** The kitchen gets a cancellation slip only for what it has a ticket for. */
const deletion = (order: Order, deleted_by: 'partner' | 'venue', command: Deletion): readonly OrderEvent[] => {
  const { order_id, printed_line_ids, personal } = order;
  const { cancel_cause_id, cancel_cause_name, comment } = command;
  const deleted: OrderEvent = {
    type: 'OrderDeleted',
    data: {
      order_id,
      deleted_by,
      cancel_cause_id,
      cancel_cause_name,
      personal: { client_id: personal.client_id, comment },
    },
  };
  if (printed_line_ids.length === 0) return [deleted];
  return [deleted, { type: 'KitchenCancellationPrinted', data: { order_id, line_ids: [...printed_line_ids] } }];
};

export const orderDecider: Decider<OrderState, OrderCommand, OrderEvent> = {
  category: 'order',
  stateVersion: 1,
  initial: null,
  evolve: evolveOrder,
  decide,
};
