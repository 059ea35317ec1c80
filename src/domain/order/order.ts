import type { ChequeClosed, OrderEvent, OrderPlaced } from './events.ts';
import type { OrderStatus } from './status.ts';

/** A payment that came in online. */
export interface ProviderPayment {
  readonly provider_payment_id: string;
  readonly amount: number;
}

/** What an order is now. The cheque of the till and the order of the partner are one thing. */
export interface Order extends OrderPlaced {
  readonly courier_id: number | null;
  /** Lines the kitchen has a ticket for. A line gets one ticket, ever. */
  readonly printed_line_ids: readonly number[];
  readonly tickets: number;
  readonly provider_payments: readonly ProviderPayment[];
  readonly cheque: ChequeClosed | null;
  readonly cancellation: { deleted_by: string; cancel_cause_id: number | null; comment: string | null } | null;
}

/** Before it is placed. Units may have been taken for it, and given up again. */
export interface UnplacedOrder {
  readonly status: 'UNPLACED';
  readonly abandoned_holds: readonly string[];
}

export type OrderState = Order | UnplacedOrder;

export const UNPLACED: UnplacedOrder = { status: 'UNPLACED', abandoned_holds: [] };

/** The order, once it is placed. */
export const placedOrder = (state: OrderState): Order | null => (state.status === 'UNPLACED' ? null : state);

export const evolveOrder = (state: OrderState, event: OrderEvent): OrderState => {
  if (event.type === 'OrderPlaced') return { ...event.data, ...untouched };
  if (state.status === 'UNPLACED') {
    if (event.type !== 'OrderAbandoned') return state;
    return { ...state, abandoned_holds: [...state.abandoned_holds, event.data.hold_id] };
  }
  return evolvePlaced(state, event);
};

const untouched = {
  courier_id: null,
  printed_line_ids: [],
  tickets: 0,
  provider_payments: [],
  cheque: null,
  cancellation: null,
} as const;

const evolvePlaced = (order: Order, event: Exclude<OrderEvent, { type: 'OrderPlaced' }>): Order => {
  switch (event.type) {
    case 'PaymentRegistered': {
      const { provider_payment_id, amount, status } = event.data;
      return { ...order, status, provider_payments: [...order.provider_payments, { provider_payment_id, amount }] };
    }
    case 'OrderConfirmed':
      return moved(order, event.data.status);
    case 'PreorderReleased':
      return moved(order, 'CREATED');
    case 'PreorderFoundShort':
      // Its time has come: once confirmed, it goes straight to the till.
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
    case 'ChequeClosed':
      return { ...moved(order, 'CLOSED'), cheque: event.data };
    case 'OrderDeleted': {
      const { deleted_by, cancel_cause_id, personal } = event.data;
      return { ...moved(order, 'DELETED'), cancellation: { deleted_by, cancel_cause_id, comment: personal.comment } };
    }
    case 'OrderAbandoned':
    case 'PaymentFailed':
    case 'RefundRequired':
    case 'KitchenCancellationPrinted':
      return order;
  }
};

const moved = (order: Order, status: OrderStatus): Order => ({ ...order, status });
