import { conflict, invalid } from '../refusal.ts';
import type { OrderEvent, OrderModifierLine, SlipLine } from './events.ts';
import { type Order, printedLines } from './state.ts';
import { isWithTill, type OrderStatus } from './status.ts';

/** A ticket for the lines that the kitchen does not have yet. Each line is printed once (docs/domain.md#orders). */
export const ticket = (
  order: Order,
  lineIds: readonly number[] = order.lines.map((line) => line.line_id),
): OrderEvent[] => {
  const printed = printedLines(order);
  const line_ids = lineIds.filter((lineId) => !printed.has(lineId));
  if (line_ids.length === 0) return [];
  const data = { order_id: order.order_id, ticket_number: order.tickets.length + 1, line_ids };
  return [{ type: 'KitchenTicketPrinted', data }];
};

/**
 * With auto-confirmation the kitchen gets its ticket as soon as the order reaches the till. A cheque that the till opened has
 * no such setting.
 */
export const getsTicketOnArrival = (order: {
  readonly status: OrderStatus;
  readonly auto_confirm?: boolean | undefined;
}): boolean => order.status === 'CREATED' && order.auto_confirm === true;

/** Its first ticket, if it gets one when it reaches the till. */
export const ticketOnArrival = (order: Order, status: OrderStatus): OrderEvent[] =>
  getsTicketOnArrival({ auto_confirm: order.auto_confirm, status }) ? ticket(order) : [];

export const sendToKitchen = (order: Order, lineIds: readonly number[] | undefined): readonly OrderEvent[] => {
  const known = new Set(order.lines.map((line) => line.line_id));
  for (const [index, line_id] of (lineIds ?? []).entries()) {
    if (!known.has(line_id)) throw invalid('line_not_found', { field: `line_ids[${index}]`, line_id });
  }
  if (!isWithTill(order.status)) throw conflict('order_status_conflict', { from: order.status, to: 'COOKING' });
  return ticket(order, lineIds && [...new Set(lineIds)]);
};

/** A slip for the lines that were printed on a ticket and not yet cancelled by an earlier slip. */
export const cancellationSlip = (order: Order): OrderEvent[] => {
  const { order_id, lines } = order;
  const onTickets = printedLines(order);
  const printed = lines.filter((line) => onTickets.has(line.line_id));
  const items = printed.flatMap(({ modifiers, ...line }) => slipLines([line, ...modifiers], line.line_id));
  const line_ids = printed.map((line) => line.line_id);
  return printed.length === 0 ? [] : [{ type: 'KitchenCancellationPrinted', data: { order_id, line_ids, items } }];
};

/** Units of a line and of its modifiers, as a slip shows them. */
export const slipLines = (units: readonly OrderModifierLine[], lineId: number): SlipLine[] =>
  units.map(({ line_id, product_id, name, quantity }) => {
    const parent_line_id = line_id === lineId ? null : lineId;
    return { line_id, parent_line_id, product_id, name, quantity };
  });
