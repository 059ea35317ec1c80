import { conflict } from '../refusal.ts';
import type { ChequeClosed, ChequeOpened, ChequePayment, GoodsReturned, OrderDeleted, OrderPlaced } from './events.ts';
import type { OrderLoyalty } from './loyalty-state.ts';
import type { OrderStatus } from './status.ts';

/** A payment that came in online. */
export interface ProviderPayment {
  readonly provider_payment_id: string;
  readonly amount: number;
  /** So much of it has to be given back: the order was deleted, or is paid otherwise. 0: it is the order's. */
  readonly refund_due: number;
}

/** A ticket that the kitchen got. */
export interface Ticket {
  /** 1, 2, 3… within the order. */
  readonly ticket_number: number;
  /** ISO 8601 in UTC. Null: not known. */
  readonly printed_at: string | null;
  readonly line_ids: readonly number[];
}

/** Lines that were added later, and the hold of their units. */
export interface AddedLines {
  readonly hold_id: string | null;
  readonly line_ids: readonly number[];
}

/**
 * The fields of the first event: those that a partner's order and a cheque of the till both have, and those that only
 * one of them has.
 */
interface Opening
  extends Omit<OrderPlaced, 'key_id' | 'payment_type_id' | 'personal'>,
    Pick<ChequeOpened, 'waiter_id' | 'reservation_id' | 'deposit'> {
  /** Null: the till opened it. */
  readonly key_id: string | null;
  /** Null: a cheque of the till gets its payment types when it is closed. */
  readonly payment_type_id: number | null;
  readonly personal: Omit<OrderPlaced['personal'], 'client_id' | 'phone'> & {
    readonly client_id: number | null;
    readonly phone: string | null;
    readonly discount_reason: string | null;
  };
}

/** Who deleted it, and why. */
interface Cancelled extends Pick<OrderDeleted, 'deleted_by' | 'cancel_cause_id'> {
  readonly comment: string | null;
}

/** The state of an order. The till's cheque and the partner's order are the same thing. */
export interface Order extends Opening {
  /** What the guest pays for the delivery now; `delivery` has the amount at the time of the order. */
  readonly delivery_amount: number;
  /** The discount in percent of the goods, with at most 3 places. Null: it is an amount, or there is none. */
  readonly discount_percent: number | null;
  readonly organization_id: number | null;
  readonly courier_id: number | null;
  /** The highest number that a line of this order ever had. */
  readonly last_line_id: number;
  /** What the kitchen has tickets for. A line is printed once. */
  readonly tickets: readonly Ticket[];
  readonly provider_payments: readonly ProviderPayment[];
  readonly added: readonly AddedLines[];
  /** Holds that were taken for items and are given back: no item may use them. */
  readonly abandoned_hold_ids: readonly string[];
  /** Charges that are released: the cheque must not be closed with them. */
  readonly abandoned_charge_ids: readonly string[];
  /** Holds of an earlier closing. Their units are sold, and stay sold if the cheque is reopened. */
  readonly sold_hold_ids: readonly string[];
  readonly cheque: ChequeClosed | null;
  /** Its status before the closing. */
  readonly closed_from: OrderStatus | null;
  /** The shift of a closing that was undone, until it is closed again. */
  readonly undone_shift_id: number | null;
  /** What a closing that was undone was paid with, until it is closed again. */
  readonly undone_payments: readonly ChequePayment[];
  /** When it came to each status that it has had, for the last time: ISO 8601. */
  readonly status_times: Readonly<Partial<Record<OrderStatus, string>>>;
  readonly loyalty: OrderLoyalty;
  readonly returns: readonly GoodsReturned[];
  readonly cancellation: Cancelled | null;
}

/** The state before the order is placed. Units may have been taken for it and given back. */
export interface UnplacedOrder {
  readonly status: 'UNPLACED';
  readonly abandoned_holds: readonly string[];
}

export type OrderState = Order | UnplacedOrder;

export const UNPLACED: UnplacedOrder = { status: 'UNPLACED', abandoned_holds: [] };

/** The order, once it is placed. */
export const placedOrder = (state: OrderState): Order | null => (state.status === 'UNPLACED' ? null : state);

/** The order, for callers whose command has just placed it, or was carried out on it. */
export const requirePlaced = (state: OrderState): Order => {
  if (state.status === 'UNPLACED') throw new Error('a command was carried out on an order that is not placed');
  return state;
};

/** The closed cheque, and the status that the order had before the closing. Throws unless the order is closed. */
export const requireClosed = ({ status, cheque, closed_from }: Order) => {
  if (status === 'DELETED') throw conflict('order_already_cancelled');
  if (cheque === null || closed_from === null) throw conflict('cheque_not_closed');
  return { cheque, closed_from };
};

/** The lines that the kitchen has a ticket for. */
export const printedLines = ({ tickets }: Order): ReadonlySet<number> =>
  new Set(tickets.flatMap(({ line_ids }) => line_ids));

/** The holds of the order whose units are not sold. */
export const openHoldIds = ({ hold_id, added, sold_hold_ids }: Order): string[] => {
  const taken = [hold_id, ...added.map((items) => items.hold_id)].filter((holdId) => holdId !== null);
  return taken.filter((holdId) => !sold_hold_ids.includes(holdId));
};
