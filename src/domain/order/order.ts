import type { ChequeClosed, OrderEvent, OrderPlaced } from './events.ts';
import type { OrderStatus } from './status.ts';

/** What an order is now. The cheque of the till and the order of the partner are one thing. */
export interface Order extends OrderPlaced {
  readonly courier_id: number | null;
  /** Lines the kitchen has a ticket for. A line gets one ticket, ever. */
  readonly printed_line_ids: readonly number[];
  readonly tickets: number;
  readonly cheque: ChequeClosed | null;
  readonly cancellation: { deleted_by: string; cancel_cause_id: number | null; comment: string | null } | null;
}

/** Null until the order is placed. */
export type OrderState = Order | null;

export const evolveOrder = (state: OrderState, event: OrderEvent): OrderState => {
  if (event.type === 'OrderPlaced') {
    return { ...event.data, courier_id: null, printed_line_ids: [], tickets: 0, cheque: null, cancellation: null };
  }
  if (state === null) return state;
  switch (event.type) {
    case 'KitchenTicketPrinted':
      return {
        ...state,
        printed_line_ids: [...state.printed_line_ids, ...event.data.line_ids],
        tickets: event.data.ticket_number,
      };
    case 'KitchenCancellationPrinted':
      return state;
    case 'OrderAccepted':
      return moved(state, 'UNCONFIRMED_ORDER');
    case 'CookingStarted':
      return moved(state, 'COOKING');
    case 'OrderPacked':
      return moved(state, 'PACKED');
    case 'OrderHandedToCourier':
      return { ...moved(state, 'TAKEN_BY_COURIER'), courier_id: event.data.courier_id };
    case 'OrderDelivered':
      return moved(state, 'DELIVERED');
    case 'ChequeClosed':
      return { ...moved(state, 'CLOSED'), cheque: event.data };
    case 'OrderDeleted': {
      const { deleted_by, cancel_cause_id, personal } = event.data;
      return { ...moved(state, 'DELETED'), cancellation: { deleted_by, cancel_cause_id, comment: personal.comment } };
    }
  }
};

const moved = (order: Order, status: OrderStatus): Order => ({ ...order, status });
