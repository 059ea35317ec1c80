import type { ChequeAmounts } from '../../domain/orders/events.ts';
import type { EventHandlers } from '../engine/define-projection.ts';
import type { BatchWriter, TableDefinition } from '../engine/projection.ts';

/** Lines that came in later. Most orders have none. */
export const addedLinesTable: TableDefinition = {
  name: 'added_lines',
  columns: { line_id: 'bigint', order_id: 'bigint', line: 'json', comment: 'text' },
  key: ['line_id'],
  indexes: [['order_id']],
};

/** Lines that were taken off, in part or whole. */
export const reducedLinesTable: TableDefinition = {
  name: 'reduced_lines',
  columns: {
    line_id: 'bigint',
    order_id: 'bigint',
    /** What is left of it; null: nothing. */
    line: 'json',
  },
  key: ['line_id'],
  indexes: [['order_id']],
};

export const orderReturnsTable: TableDefinition = {
  name: 'order_returns',
  columns: {
    return_id: 'bigint',
    order_id: 'bigint',
    /** Payload of GoodsReturned. */
    returned: 'json',
  },
  key: ['return_id'],
  indexes: [['order_id']],
};

/** What the till does with a cheque after it was placed or opened, and before and after its status changes. */
export const changeHandlers: EventHandlers = {
  ItemsAdded: (event, write) => {
    const { order_id, lines, amounts, personal } = event.data;
    for (const line of lines) {
      const comment = personal.line_comments[line.line_id] ?? null;
      write.put('added_lines', { line_id: line.line_id, order_id, line, comment });
    }
    setAmounts(order_id, amounts, write);
  },
  ItemRemoved: (event, write) => {
    const { order_id, line_id, line, amounts } = event.data;
    write.put('reduced_lines', { line_id, order_id, line });
    setAmounts(order_id, amounts, write);
  },
  ChequeAdjusted: (event, write) => {
    const { order_id, amounts } = event.data;
    setAmounts(order_id, amounts, write);
  },
  ChequeAssigned: (event, write) => {
    const { order_id, courier_id, ...assigned } = event.data;
    write.patch('orders', { order_id }, { courier_id, assigned });
  },
  GoodsReturned: ({ data: returned }, write) => {
    write.put('order_returns', { return_id: returned.return_id, order_id: returned.order_id, returned });
  },
};

const setAmounts = (order_id: number, amounts: ChequeAmounts, write: BatchWriter): void =>
  write.patch('orders', { order_id }, { amounts });
