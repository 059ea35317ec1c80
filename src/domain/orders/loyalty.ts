import type { LoyaltyCustomer } from '../loyalty/answers.ts';
import { conflict } from '../refusal.ts';
import type { ChequeClosed, LoyaltyCustomerAttached, LoyaltyHoldRequested, OrderEvent } from './events.ts';
import type { OrderLoyalty } from './loyalty-state.ts';
import { redeemedBy } from './redeemed.ts';
import type { Order } from './state.ts';
import { requireWithTill } from './status.ts';

export type LoyaltyOrderCommand =
  | {
      readonly type: 'AttachLoyaltyCustomer';
      readonly customer: LoyaltyCustomer;
    }
  | ({ readonly type: 'RequestLoyaltyHold' } & Omit<LoyaltyHoldRequested, 'order_id'>)
  /** Null: whatever is held. No events if nothing is held, or something else. */
  | {
      readonly type: 'GiveUpLoyaltyHold';
      readonly operation_id: string | null;
      readonly hold_id: string | number | null;
    };

export const decideLoyalty = (order: Order, command: LoyaltyOrderCommand): readonly OrderEvent[] => {
  const { order_id, loyalty } = order;
  switch (command.type) {
    case 'AttachLoyaltyCustomer': {
      requireOpen(order);
      const personal = { client_id: order.personal.client_id, ...command.customer };
      return [{ type: 'LoyaltyCustomerAttached', data: { order_id, personal } }];
    }
    case 'RequestLoyaltyHold': {
      requireOpen(order);
      const { type: _, ...hold } = command;
      if (loyalty.hold?.operation_id === hold.operation_id) return [];
      // Another closing of the same cheque came first: the caller asks again, with another id.
      if (hold.ordinal !== nextOrdinal(order)) throw conflict('loyalty_did_not_answer');
      return [...giveUpAll(order), { type: 'LoyaltyHoldRequested', data: { order_id, ...hold } }];
    }
    case 'GiveUpLoyaltyHold':
      return giveUpAll(order, command.hold_id).filter(
        ({ data }) => command.operation_id === null || data.operation_id === command.operation_id,
      );
  }
};

const requireOpen = (order: Order): void => {
  if (order.status === 'CLOSED') throw conflict('cheque_already_closed');
  requireWithTill(order.status);
};

/** The ordinal of a hold that is asked for now: it ends the one that is open. */
export const nextOrdinal = ({ loyalty }: Order): number => loyalty.ordinal + (loyalty.hold === null ? 0 : 1);

type GivenUp = Extract<OrderEvent, { type: 'LoyaltyHoldGivenUp' }>;

/** Ends all holds of the cheque, but for the one that is used. `hold_id`: of the hold that was asked for last. */
export const giveUpAll = (
  { order_id, loyalty: { hold, undone } }: Order,
  hold_id: string | number | null = null,
  usedId: string | null = null,
): GivenUp[] => {
  const held = [undone, hold && { ...hold, hold_id }].filter((each) => each !== null);
  return held
    .filter(({ operation_id }) => operation_id !== usedId)
    .map(({ operation_id, hold_id }) => ({ type: 'LoyaltyHoldGivenUp', data: { order_id, operation_id, hold_id } }));
};

/** The events that come before a closing. Throws if its hold was given up meanwhile: the caller asks for another. */
export const beforeClosing = (order: Order, cheque: Pick<ChequeClosed, 'payments'>): readonly OrderEvent[] => {
  const { hold, undone } = order.loyalty;
  const used = redeemedBy(cheque);
  if (used === null) return giveUpAll(order);
  const own = [hold, undone].find((each) => each?.operation_id === used.operation_id);
  if (own?.amount !== used.amount) throw conflict('loyalty_did_not_answer');
  return giveUpAll(order, null, used.operation_id);
};

/** Null: the guest was erased. */
const knownCustomer = (personal: LoyaltyCustomerAttached['personal']): OrderLoyalty['customer'] => {
  const { client_id: _, customer_id, name, phone, balance, level, can_redeem } = personal;
  if (customer_id === null || balance === null || can_redeem === null) return null;
  return { customer_id, name, phone, balance, level, can_redeem };
};

type LoyaltyOrderEvent = Extract<OrderEvent, { type: `Loyalty${string}` | 'ChequeClosed' | 'ChequeReopened' }>;

/** `order`: as it was before the event. */
export const evolveOrderLoyalty = ({ loyalty, cheque }: Order, event: LoyaltyOrderEvent): OrderLoyalty => {
  switch (event.type) {
    case 'LoyaltyCustomerAttached':
      return { ...loyalty, customer: knownCustomer(event.data.personal) };
    case 'LoyaltyHoldRequested': {
      const { operation_id, customer_id, amount } = event.data;
      return { ...loyalty, hold: { operation_id, customer_id, amount } };
    }
    case 'LoyaltyHoldGivenUp': {
      const { operation_id } = event.data;
      if (loyalty.undone?.operation_id === operation_id) return { ...loyalty, undone: null };
      if (loyalty.hold?.operation_id !== operation_id) return loyalty;
      return { ...loyalty, hold: null, ordinal: loyalty.ordinal + 1 };
    }
    case 'ChequeClosed':
      return { ...loyalty, hold: null, undone: null, ordinal: loyalty.ordinal + 1, closings: loyalty.closings + 1 };
    case 'ChequeReopened':
      return { ...loyalty, undone: cheque && redeemedBy(cheque) };
  }
};
