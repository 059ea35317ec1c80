import { conflict } from '../refusal.ts';
import type { OrderEvent } from './events.ts';
import { type Order, requireClosed } from './state.ts';

/** Undoes the closing: the cheque gets back its earlier status. A cheque with returned goods cannot be reopened. */
export const reopenCheque = (order: Order, reason: string): readonly OrderEvent[] => {
  const { cheque, closed_from } = requireClosed(order);
  const { order_id, returns } = order;
  if (returns.length > 0) throw conflict('cheque_has_returns');
  const { point_id, shift_id, cheque_number, business_date, total_amount, organization_id, charge_id, lines } = cheque;
  const line_ids = lines.map((line) => line.line_id);
  const charged = { organization_id, charge_id };
  const closing = { point_id, shift_id, cheque_number, business_date, total_amount, ...charged, line_ids };
  const personal = { client_id: order.personal.client_id, reason };
  return [{ type: 'ChequeReopened', data: { order_id, status: closed_from, ...closing, personal } }];
};
