import type { ChequeClosed, ChequeReopened, GoodsReturned } from '../../../domain/orders/events.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Projection } from '../../engine/projection.ts';
import { chequesTables } from './tables.ts';

/** Closed cheques and returns as the exports give them (docs/domain.md#exports-and-reports): all from one event each. */
export const chequesProjection: Projection = {
  name: 'cheques',
  version: 2,
  tables: chequesTables,
  on: {
    ChequeClosed: (event, write) => {
      const { order_id, lines, hold_ids: _, payments, ...cheque } = dataOf<ChequeClosed>(event);
      const { brand_id } = event.metadata;
      const { point_id, business_date, waiter_id } = cheque;
      write.put('cheques', { ...cheque, id: order_id, brand_id, payments: payments.map(viewPayment) });
      for (const { line_id, ...line } of lines) {
        const ofCheque = { cheque_id: order_id, brand_id, point_id, business_date, waiter_id };
        write.put('cheque_lines', { ...line, id: line_id, ...ofCheque, returned_quantity: 0 });
      }
    },
    /** Until it is closed again, it is no cheque to anybody who counts money. */
    ChequeReopened: (event, write) => {
      const { order_id, line_ids } = dataOf<ChequeReopened>(event);
      write.remove('cheques', { id: order_id });
      for (const id of line_ids) write.remove('cheque_lines', { id });
    },
    GoodsReturned: (event, write) => putReturn(event, write),
  },
};

const viewPayment = ({ tendered: _, loyalty: __, ...payment }: ChequeClosed['payments'][number]) => payment;

const putReturn = (event: RecordedEvent, write: BatchWriter): void => {
  const { return_id, order_id: cheque_id, lines, ...returned } = dataOf<GoodsReturned>(event);
  const { brand_id } = event.metadata;
  const { point_id, business_date } = returned;
  write.put('returns', { ...returned, id: return_id, cheque_id, brand_id });
  for (const { line_id, returned_quantity, ...line } of lines) {
    const ofReturn = { return_id, cheque_id, brand_id, point_id, business_date };
    write.put('return_lines', { ...line, ...ofReturn, cheque_line_id: line_id });
    write.patch('cheque_lines', { id: line_id }, { returned_quantity });
  }
};
