import type { ChequeOpened, OrderPlaced } from './events.ts';
import { lastLineId } from './lines.ts';
import { NO_LOYALTY } from './loyalty-state.ts';
import type { Order } from './state.ts';

/** The order, as its first event made it. */
export const openingOrder = (opening: OrderPlaced | ChequeOpened): Order => ({
  ...NOTHING_YET,
  ...opening,
  personal: { address: null, comment: null, discount_reason: null, ...opening.personal },
  delivery_amount: 'delivery' in opening ? (opening.delivery?.price ?? 0) : 0,
  status_times: { [opening.status]: opening.placed_at },
  last_line_id: lastLineId(opening.order_id, opening.lines),
});

const NOTHING_YET = {
  key_id: null,
  payment_type_id: null,
  waiter_id: null,
  reservation_id: null,
  deposit: null,
  discount: 0,
  discount_percent: null,
  service_amount: 0,
  delivery: null,
  auto_confirm: false,
  needs_confirmation: false,
  payment_due_at: null,
  scheduled_at: null,
  release_at: null,
  organization_id: null,
  courier_id: null,
  tickets: [],
  provider_payments: [],
  added: [],
  abandoned_hold_ids: [],
  abandoned_charge_ids: [],
  sold_hold_ids: [],
  cheque: null,
  closed_from: null,
  undone_shift_id: null,
  undone_payments: [],
  loyalty: NO_LOYALTY,
  returns: [],
  cancellation: null,
} as const;
