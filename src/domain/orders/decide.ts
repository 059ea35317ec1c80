import type { Decider } from '../decider.ts';
import { conflict, notFound } from '../refusal.ts';
import type { OrderCommand } from './commands.ts';
import { decideCheque } from './decide-cheque.ts';
import { cancelOrDelete } from './deletion.ts';
import type { ChequeOpened, OrderEvent, OrderPlaced } from './events.ts';
import { evolveOrder } from './evolve.ts';
import { getsTicketOnArrival, sendToKitchen, ticket } from './kitchen.ts';
import { decideLoyalty } from './loyalty.ts';
import { openingOrder } from './opening.ts';
import { type Order, type OrderState, UNPLACED, type UnplacedOrder } from './state.ts';
import { isBefore, isWithTill, type OrderStatus } from './status.ts';
import { leaveWaiting } from './waiting.ts';

/** The order's statuses (docs/domain.md#orders): only forward; steps may be skipped. */
const decide = (state: OrderState, command: OrderCommand): readonly OrderEvent[] => {
  if (state.status === 'UNPLACED') return decideUnplaced(state, command);
  const order_id = state.order_id;
  switch (command.type) {
    case 'PlaceOrder':
    case 'OpenCheque':
    case 'AbandonOrder':
      return [];
    case 'AcceptOrder':
      // Items that were added since then go to the kitchen when the till accepts once more.
      if (state.status === 'UNCONFIRMED_ORDER') return ticket(state);
      return forward(state, 'UNCONFIRMED_ORDER', [{ type: 'OrderAccepted', data: { order_id } }, ...ticket(state)]);
    case 'SendToKitchen':
      return sendToKitchen(state, command.line_ids);
    case 'StartCooking':
      return forward(state, 'COOKING', [{ type: 'CookingStarted', data: { order_id } }, ...ticket(state)]);
    case 'PackOrder':
      return forward(state, 'PACKED', [{ type: 'OrderPacked', data: { order_id } }]);
    case 'HandToCourier': {
      const courier_id = command.courier_id ?? state.courier_id;
      const handed = [{ type: 'OrderHandedToCourier', data: { order_id, courier_id } }] as const;
      // Another courier takes over the delivery.
      if (state.status === 'TAKEN_BY_COURIER' && courier_id !== state.courier_id) return handed;
      return forward(state, 'TAKEN_BY_COURIER', handed);
    }
    case 'DeliverOrder':
      return forward(state, 'DELIVERED', [{ type: 'OrderDelivered', data: { order_id } }]);
    case 'CancelOrder':
    case 'DeleteCheque':
      return cancelOrDelete(state, command);
    case 'RegisterPayment':
    case 'FailPayment':
    case 'ExpirePayment':
    case 'ConfirmOrder':
    case 'RejectOrder':
    case 'ReleasePreorder':
    case 'FlagShortage':
      return leaveWaiting(state, command);
    case 'AttachLoyaltyCustomer':
    case 'RequestLoyaltyHold':
    case 'GiveUpLoyaltyHold':
      return decideLoyalty(state, command);
    default:
      return decideCheque(state, command);
  }
};

const decideUnplaced = (state: UnplacedOrder, command: OrderCommand): readonly OrderEvent[] => {
  switch (command.type) {
    case 'PlaceOrder':
      return place(state, { type: 'OrderPlaced', data: command.order });
    case 'OpenCheque':
      return place(state, { type: 'ChequeOpened', data: command.cheque });
    case 'AbandonOrder': {
      const { type: _, ...data } = command;
      return state.abandoned_holds.includes(data.hold_id) ? [] : [{ type: 'OrderAbandoned', data }];
    }
    default:
      throw notFound('order_not_found');
  }
};

type Opening =
  | { readonly type: 'OrderPlaced'; readonly data: OrderPlaced }
  | { readonly type: 'ChequeOpened'; readonly data: ChequeOpened };

const place = ({ abandoned_holds }: UnplacedOrder, opening: Opening): readonly OrderEvent[] => {
  const { hold_id } = opening.data;
  // The units of this order were given back in the meantime: the caller has to take units again.
  if (hold_id !== null && abandoned_holds.includes(hold_id)) throw conflict('order_hold_abandoned');
  return getsTicketOnArrival(opening.data) ? [opening, ...ticket(openingOrder(opening.data))] : [opening];
};

/** A repeated step gives no events; a step back is refused. */
const forward = (order: Order, status: OrderStatus, events: readonly OrderEvent[]): readonly OrderEvent[] => {
  if (order.status === status) return [];
  if (!isWithTill(order.status) || !isBefore(order.status, status)) {
    throw conflict('order_status_conflict', { from: order.status, to: status });
  }
  return events;
};

export const orderDecider: Decider<OrderState, OrderCommand, OrderEvent> = {
  category: 'order',
  stateVersion: 9,
  initial: UNPLACED,
  evolve: evolveOrder,
  decide,
};
