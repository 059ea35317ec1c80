import type { EventOf } from '../../../domain/event-catalogue.ts';
import type { ChequePayment } from '../../../domain/orders/events.ts';
import type { Recorded } from '../../../event-store/event-store.ts';
import { personBehind } from '../../accounts/person-behind.ts';
import { defineProjection } from '../../engine/define-projection.ts';
import type { BatchWriter } from '../../engine/projection.ts';
import { putDeletedCheque, putRemovedItems } from './deletions.ts';
import { chequesTables } from './tables.ts';

/** Closed cheques, returns and deletions for exports and reports (docs/domain.md#exports-and-reports): each from one event. */
export const chequesProjection = defineProjection({
  name: 'cheques',
  version: 4,
  tables: chequesTables,
  on: {
    ChequeClosed: (event, write) => {
      const { order_id, lines, hold_ids: _, charge_id: __, payments, ...cheque } = event.data;
      const { brand_id } = event.metadata;
      const { point_id, business_date, waiter_id } = cheque;
      const paid = { payments: payments.map(viewPayment), ...onlyPayment(payments) };
      write.insert('cheques', { ...cheque, id: order_id, brand_id, ...paid });
      for (const { line_id, ...line } of lines) {
        const ofCheque = { cheque_id: order_id, brand_id, point_id, business_date, waiter_id };
        write.insert('cheque_lines', { ...line, id: line_id, ...ofCheque, returned_quantity: 0 });
      }
    },
    /** A reopened cheque is in no export until it is closed again. */
    ChequeReopened: (event, write) => {
      const { order_id, line_ids } = event.data;
      write.remove('cheques', { id: order_id });
      for (const id of line_ids) write.remove('cheque_lines', { id });
    },
    ChequeAdjusted: (event, write) => {
      const { order_id, amounts, discount_percent, personal } = event.data;
      const { brand_id, point_id, occurred_at: adjusted_at } = event.metadata;
      const { discount, service_amount, delivery_amount } = amounts;
      const of = { order_id, adjusted_by: personBehind(event) };
      write.put('cheque_adjustments', of);
      const set = { discount, discount_percent, service_amount, delivery_amount, reason: personal.reason };
      write.insert('adjustments', { ...of, ...set, position: event.position, brand_id, point_id, adjusted_at });
    },
    GoodsReturned: (event, write) => putReturn(event, write),
    OrderDeleted: (event, write) => putDeletedCheque(event, write),
    ItemRemoved: (event, write) => putRemovedItems(event, write),
    ClientErased: ({ data }, write) => {
      for (const table of ['removed_items', 'adjustments'])
        for (const order_id of data.order_ids) write.forget(table, { order_id }, { reason: null });
    },
  },
});

/** Exports leave `is_deposit` out (export-columns.ts). */
const viewPayment = ({ tendered: _, is_deposit, loyalty: __, debtor_employee_id: ___, ...payment }: ChequePayment) =>
  is_deposit ? { ...payment, is_deposit } : payment;

/** What covers the whole cheque, if one payment does that is no deposit. */
const onlyPayment = ([first, ...others]: readonly ChequePayment[]) => {
  if (!first || others.length > 0 || first.is_deposit) return {};
  return { only_payment_type_id: first.payment_type_id, only_payment_category_id: first.payment_category_id };
};

const putReturn = (event: Recorded<EventOf<'GoodsReturned'>>, write: BatchWriter): void => {
  const { return_id, order_id: cheque_id, lines, debts: _, ...returned } = event.data;
  const { brand_id } = event.metadata;
  const { point_id, business_date } = returned;
  write.insert('returns', { ...returned, id: return_id, cheque_id, brand_id, returned_by: personBehind(event) });
  for (const { line_id, returned_quantity, ...line } of lines) {
    const ofReturn = { return_id, cheque_id, brand_id, point_id, business_date };
    write.insert('return_lines', { ...line, ...ofReturn, cheque_line_id: line_id });
    write.patch('cheque_lines', { id: line_id }, { returned_quantity });
  }
};
