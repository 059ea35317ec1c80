import type { DomainEvent, Happened } from '../decider.ts';
import type { OrderEvent } from './events.ts';
import { lastLineId } from './lines.ts';
import { evolveOrderLoyalty } from './loyalty.ts';
import { openingOrder } from './opening.ts';
import { type Order, type OrderState, openHoldIds } from './state.ts';
import type { OrderStatus } from './status.ts';

export const evolveOrder = (state: OrderState, event: Happened<OrderEvent>): OrderState => {
  if (event.type === 'OrderPlaced' || event.type === 'ChequeOpened') return openingOrder(event.data);
  if (state.status === 'UNPLACED') {
    if (event.type !== 'OrderAbandoned') return state;
    return { ...state, abandoned_holds: [...state.abandoned_holds, event.data.hold_id] };
  }
  return evolvePlaced(state, event);
};

type LaterEvent = Exclude<OrderEvent, { type: 'OrderPlaced' | 'ChequeOpened' }>;

const evolvePlaced = (order: Order, event: Happened<LaterEvent>): Order => {
  switch (event.type) {
    case 'PaymentRegistered': {
      const { provider_payment_id, amount, status } = event.data;
      const payment = { provider_payment_id, amount, refund_due: 0 };
      const provider_payments = [...order.provider_payments, payment];
      // A payment of an order that does not wait for one moves nothing.
      const isMoved = order.status === 'AWAITING_PAYMENT';
      return { ...(isMoved ? moved(order, status, event) : { ...order, status }), provider_payments };
    }
    case 'RefundRequired': {
      const { provider_payment_id, amount } = event.data;
      const provider_payments = order.provider_payments.map((payment) =>
        payment.provider_payment_id === provider_payment_id
          ? { ...payment, refund_due: payment.refund_due + amount }
          : payment,
      );
      return { ...order, provider_payments };
    }
    case 'OrderConfirmed':
      return moved(order, event.data.status, event);
    case 'PreorderReleased':
      return moved(order, 'CREATED', event);
    case 'PreorderFoundShort':
      // The time of the preorder has come. Once an operator confirms it, it goes to the till at once.
      return { ...moved(order, 'AWAITING_CONFIRMATION', event), release_at: null };
    case 'KitchenTicketPrinted': {
      const { ticket_number, line_ids } = event.data;
      const printed_at = event.metadata?.occurred_at ?? null;
      return { ...order, tickets: [...order.tickets, { ticket_number, printed_at, line_ids }] };
    }
    case 'OrderAccepted':
      return moved(order, 'UNCONFIRMED_ORDER', event);
    case 'CookingStarted':
      return moved(order, 'COOKING', event);
    case 'OrderPacked':
      return moved(order, 'PACKED', event);
    case 'OrderHandedToCourier':
      return { ...moved(order, 'TAKEN_BY_COURIER', event), courier_id: event.data.courier_id };
    case 'OrderDelivered':
      return moved(order, 'DELIVERED', event);
    case 'OrderDeleted': {
      const { deleted_by, cancel_cause_id, personal } = event.data;
      return {
        ...moved(order, 'DELETED', event),
        cancellation: { deleted_by, cancel_cause_id, comment: personal.comment },
      };
    }
    case 'OrderAbandoned':
    case 'PaymentFailed':
    case 'KitchenCancellationPrinted':
      return order;
    case 'LoyaltyCustomerAttached':
    case 'LoyaltyHoldRequested':
    case 'LoyaltyHoldGivenUp':
      return { ...order, loyalty: evolveOrderLoyalty(order, event) };
    default:
      return evolveCheque(order, event);
  }
};

type ChequeEvent = Extract<
  LaterEvent,
  { type: `Item${string}` | `Cheque${string}` | 'ChargeAbandoned' | 'GoodsReturned' }
>;

const evolveCheque = (order: Order, event: Happened<ChequeEvent>): Order => {
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
    case 'ChargeAbandoned':
      return { ...order, abandoned_charge_ids: [...order.abandoned_charge_ids, event.data.charge_id] };
    case 'ItemRemoved': {
      const { line_id, line, amounts } = event.data;
      const lines = order.lines.flatMap((it) => (it.line_id === line_id ? (line ?? []) : it));
      return { ...order, ...amounts, lines };
    }
    case 'ChequeAdjusted': {
      const { amounts, discount_percent, personal } = event.data;
      const discount_reason = personal.reason;
      return { ...order, ...amounts, discount_percent, personal: { ...order.personal, discount_reason } };
    }
    case 'ChequeAssigned': {
      const { order_id: _, ...assigned } = event.data;
      return { ...order, ...assigned };
    }
    case 'ChequeClosed':
      return {
        ...moved(order, 'CLOSED', event),
        cheque: event.data,
        loyalty: evolveOrderLoyalty(order, event),
        closed_from: order.status,
        undone_shift_id: null,
        undone_payments: [],
        sold_hold_ids: [...order.sold_hold_ids, ...openHoldIds(order)],
      };
    case 'ChequeReopened': {
      const loyalty = evolveOrderLoyalty(order, event);
      const { status, shift_id: undone_shift_id } = event.data;
      const undone_payments = order.cheque?.payments ?? [];
      const undone = { cheque: null, closed_from: null, undone_shift_id, undone_payments };
      return { ...moved(order, status, event), ...undone, loyalty };
    }
    case 'GoodsReturned':
      return { ...order, returns: [...order.returns, event.data] };
  }
};

const moved = (order: Order, status: OrderStatus, { metadata }: Pick<DomainEvent, 'metadata'>): Order => {
  if (metadata === undefined) return { ...order, status };
  return { ...order, status, status_times: { ...order.status_times, [status]: metadata.occurred_at } };
};
