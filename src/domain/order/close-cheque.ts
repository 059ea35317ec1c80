import { sum } from '../money.ts';
import { conflict } from '../refusal.ts';
import type { CloseCheque } from './commands.ts';
import type { ChequeLine, OrderEvent, OrderLine, OrderModifierLine } from './events.ts';
import type { Order } from './order.ts';
import { isWithTill } from './status.ts';

/**
 * Closing records the cheque whole: number, business day, payments and every line with its cost and category as they
 * were. Exports and reports then follow from this one event, whatever the catalogue becomes.
 */
export const closeCheque = (order: Order, command: CloseCheque): readonly OrderEvent[] => {
  if (order.status === 'CLOSED') throw conflict('cheque_already_closed');
  if (!isWithTill(order.status)) throw conflict('order_status_conflict', { from: order.status, to: 'CLOSED' });
  const paid = sum(command.payments, (payment) => payment.amount);
  if (paid !== order.total_amount) throw conflict('payments_differ_from_total', { paid, total: order.total_amount });
  const { shift_id, cheque_number, cashier_id, business_date } = command;
  return [
    {
      type: 'ChequeClosed',
      data: {
        order_id: order.order_id,
        point_id: order.point_id,
        shift_id,
        cheque_number,
        business_date,
        timezone: order.timezone,
        opened_at: order.placed_at,
        closed_at: command.at,
        order_type_id: order.order_type_id,
        order_type_sub_id: order.order_type_sub_id,
        source_id: order.source_id,
        external_id: order.external_id,
        waiter_id: null,
        cashier_id,
        courier_id: order.courier_id,
        client_id: order.personal.client_id,
        table_id: order.table_id,
        guests: order.persons,
        goods_amount: order.items_amount,
        discount: order.discount,
        service_amount: order.service_amount,
        delivery_amount: order.delivery?.price ?? 0,
        total_amount: order.total_amount,
        hold_id: order.hold_id,
        payments: [...command.payments],
        lines: order.lines.flatMap(chequeLines),
      },
    },
  ];
};

const chequeLines = (line: OrderLine): ChequeLine[] => [
  chequeLine(line, null),
  ...line.modifiers.map((modifier) => chequeLine(modifier, line.line_id)),
];

const chequeLine = (line: OrderModifierLine, parent_line_id: number | null): ChequeLine => ({
  line_id: line.line_id,
  parent_line_id,
  product_id: line.product_id,
  product_name: line.name,
  category_id: line.category_id,
  quantity: line.quantity,
  price: line.price,
  amount: line.total,
  discount: 0,
  net_amount: line.total,
  cost: line.cost,
});
