import type { ChequeClosed, ChequeOpened, GoodsReturned, OrderEvent, OrderPlaced } from './events.ts';
import { lastLineId } from './lines.ts';
import type { OrderStatus } from './status.ts';

/** A payment that came in online. */
export interface ProviderPayment {
  readonly provider_payment_id: string;
  readonly amount: number;
  /** It paid for nothing: the venue has to refund it. */
  readonly is_refund_due: boolean;
}

/** Lines that were added later, and the hold of their units. */
export interface AddedLines {
  readonly hold_id: string | null;
  readonly line_ids: readonly number[];
}

/** What a partner's order and a till's cheque have in common, and what only one of them has. */
interface Opening
  extends Omit<OrderPlaced, 'key_id' | 'payment_type_id' | 'personal'>,
    Pick<ChequeOpened, 'waiter_id' | 'reservation_id' | 'deposit'> {
  /** Null: the till opened it. */
  readonly key_id: string | null;
  /** Null: the way to pay is known only when it is closed. */
  readonly payment_type_id: number | null;
  readonly personal: Omit<OrderPlaced['personal'], 'client_id' | 'phone'> & {
    readonly client_id: number | null;
    readonly phone: string | null;
  };
}

/** The state of an order. The till's cheque and the partner's order are the same thing. */
export interface Order extends Opening {
  /** What the guest pays for the delivery now; `delivery` has the amount at the time of the order. */
  readonly delivery_amount: number;
  readonly organization_id: number | null;
  readonly courier_id: number | null;
  /** The highest number a line ever had. */
  readonly last_line_id: number;
  /** Lines that the kitchen has a ticket for. A line gets one ticket, ever. */
  readonly printed_line_ids: readonly number[];
  readonly tickets: number;
  readonly provider_payments: readonly ProviderPayment[];
  readonly added: readonly AddedLines[];
  /** Holds that were taken for items and given up again: no item may use them. */
  readonly abandoned_hold_ids: readonly string[];
  /** It was closed once: its units are sold, and stay sold if it is opened again. */
  readonly sold_hold_ids: readonly string[];
  readonly cheque: ChequeClosed | null;
  /** Its status before the closing. */
  readonly closed_from: OrderStatus | null;
  readonly returns: readonly GoodsReturned[];
  readonly cancellation: { deleted_by: string; cancel_cause_id: number | null; comment: string | null } | null;
}

/** Before the order is placed. Units may have been taken for it, and given up again. */
export interface UnplacedOrder {
  readonly status: 'UNPLACED';
  readonly abandoned_holds: readonly string[];
}

export type OrderState = Order | UnplacedOrder;

export const UNPLACED: UnplacedOrder = { status: 'UNPLACED', abandoned_holds: [] };

/** The order, once it is placed. */
export const placedOrder = (state: OrderState): Order | null => (state.status === 'UNPLACED' ? null : state);

/** Its holds whose units are not sold. */
export const openHoldIds = ({ hold_id, added, sold_hold_ids }: Order): string[] => {
  const taken = [hold_id, ...added.map((items) => items.hold_id)].filter((holdId) => holdId !== null);
  return taken.filter((holdId) => !sold_hold_ids.includes(holdId));
};

/** The order, as its first event made it. */
export const openingOrder = (opening: OrderPlaced | ChequeOpened): Order => ({
  ...NOTHING_YET,
  ...opening,
  personal: { address: null, comment: null, ...opening.personal },
  delivery_amount: ('delivery' in opening && opening.delivery?.price) || 0,
  last_line_id: lastLineId(opening.order_id, opening.lines),
});

const NOTHING_YET = {
  key_id: null,
  payment_type_id: null,
  waiter_id: null,
  reservation_id: null,
  deposit: null,
  discount: 0,
  service_amount: 0,
  delivery: null,
  auto_confirm: false,
  needs_confirmation: false,
  payment_due_at: null,
  scheduled_at: null,
  release_at: null,
  organization_id: null,
  courier_id: null,
  printed_line_ids: [],
  tickets: 0,
  provider_payments: [],
  added: [],
  abandoned_hold_ids: [],
  sold_hold_ids: [],
  cheque: null,
  closed_from: null,
  returns: [],
  cancellation: null,
} as const;

export const evolveOrder = (state: OrderState, event: OrderEvent): OrderState => {
  if (event.type === 'OrderPlaced' || event.type === 'ChequeOpened') return openingOrder(event.data);
  if (state.status === 'UNPLACED') {
    if (event.type !== 'OrderAbandoned') return state;
    return { ...state, abandoned_holds: [...state.abandoned_holds, event.data.hold_id] };
  }
  return evolvePlaced(state, event);
};

type LaterEvent = Exclude<OrderEvent, { type: 'OrderPlaced' | 'ChequeOpened' }>;

const evolvePlaced = (order: Order, event: LaterEvent): Order => {
  switch (event.type) {
    case 'PaymentRegistered': {
      const { provider_payment_id, amount, status } = event.data;
      const payment = { provider_payment_id, amount, is_refund_due: false };
      return { ...order, status, provider_payments: [...order.provider_payments, payment] };
    }
    case 'RefundRequired': {
      const provider_payments = order.provider_payments.map((payment) =>
        payment.provider_payment_id === event.data.provider_payment_id ? { ...payment, is_refund_due: true } : payment,
      );
      return { ...order, provider_payments };
    }
    case 'OrderConfirmed':
      return moved(order, event.data.status);
    case 'PreorderReleased':
      return moved(order, 'CREATED');
    case 'PreorderFoundShort':
      // Its time has come: when it is confirmed, it goes straight to the till.
      return { ...moved(order, 'AWAITING_CONFIRMATION'), release_at: null };
    case 'KitchenTicketPrinted':
      return {
        ...order,
        printed_line_ids: [...order.printed_line_ids, ...event.data.line_ids],
        tickets: event.data.ticket_number,
      };
    case 'OrderAccepted':
      return moved(order, 'UNCONFIRMED_ORDER');
    case 'CookingStarted':
      return moved(order, 'COOKING');
    case 'OrderPacked':
      return moved(order, 'PACKED');
    case 'OrderHandedToCourier':
      return { ...moved(order, 'TAKEN_BY_COURIER'), courier_id: event.data.courier_id };
    case 'OrderDelivered':
      return moved(order, 'DELIVERED');
    case 'OrderDeleted': {
      const { deleted_by, cancel_cause_id, personal } = event.data;
      return { ...moved(order, 'DELETED'), cancellation: { deleted_by, cancel_cause_id, comment: personal.comment } };
    }
    case 'OrderAbandoned':
    case 'PaymentFailed':
    case 'KitchenCancellationPrinted':
      return order;
    default:
      return evolveCheque(order, event);
  }
};

type ChequeEvent = Extract<LaterEvent, { type: `Item${string}` | `Cheque${string}` | 'GoodsReturned' }>;

const evolveCheque = (order: Order, event: ChequeEvent): Order => {
  switch (event.type) {
    case 'ItemsAdded': {
      const { lines, hold_id, amounts, personal } = event.data;
      const line_ids = lines.map((line) => line.line_id);
      return {
        ...order,
        ...amounts,
        lines: [...order.lines, ...lines],
        last_line_id: Math.max(order.last_line_id, lastLineId(order.order_id, lines)),
        added: [...order.added, { hold_id, line_ids }],
        personal: {
          ...order.personal,
          line_comments: { ...order.personal.line_comments, ...personal.line_comments },
        },
      };
    }
    case 'ItemsAbandoned':
      return { ...order, abandoned_hold_ids: [...order.abandoned_hold_ids, event.data.hold_id] };
    case 'ItemRemoved': {
      const { line_id, line, amounts } = event.data;
      const lines = order.lines.flatMap((it) => (it.line_id === line_id ? (line ?? []) : it));
      return { ...order, ...amounts, lines };
    }
    case 'ChequeAdjusted':
      return { ...order, ...event.data.amounts };
    case 'ChequeAssigned': {
      const { order_id: _, ...assigned } = event.data;
      return { ...order, ...assigned };
    }
    case 'ChequeClosed':
      return {
        ...moved(order, 'CLOSED'),
        cheque: event.data,
        closed_from: order.status,
        sold_hold_ids: [...order.sold_hold_ids, ...openHoldIds(order)],
      };
    case 'ChequeReopened':
      return { ...moved(order, event.data.status), cheque: null, closed_from: null };
    case 'GoodsReturned':
      return { ...order, returns: [...order.returns, event.data] };
  }
};

const moved = (order: Order, status: OrderStatus): Order => ({ ...order, status });
