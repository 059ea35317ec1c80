import { addQuantities, isWhole, lineTotal, proRataQuantity } from '../money.ts';
import { conflict, invalid } from '../refusal.ts';
import { amountsWith, itemsAmount } from './amounts.ts';
import type { RemoveItem } from './commands.ts';
import type { OrderEvent, OrderLine, OrderModifierLine } from './events.ts';
import { slipLines } from './kitchen.ts';
import { type Order, printedLines } from './state.ts';
import { requireWithTill } from './status.ts';
import { ofTillDay } from './till-day.ts';

/** Takes units of a line off the cheque, with their modifiers. The kitchen gets a slip for those with a ticket. */
export const removeItem = (order: Order, command: RemoveItem): readonly OrderEvent[] => {
  requireWithTill(order.status);
  const { line_id, quantity, reason } = command;
  const before = order.lines.find((line) => line.line_id === line_id);
  if (!before) throw invalid('line_not_found', { field: 'line_id', line_id });
  if (quantity > before.quantity) throw conflict('removal_exceeds_line', { quantity, left: before.quantity });
  const left = addQuantities(before.quantity, -quantity);
  const line = left === 0 ? null : withUnits(before, left);
  const removed = removedUnits(before, line);
  for (const { name, product_id, quantity: units } of [...removed, ...(line ? allLines(line) : [])]) {
    const was = allLines(before).find((it) => it.product_id === product_id)!.quantity;
    const isDivided = isWhole(was) && !isWhole(units);
    if (isDivided && !command.divisible_product_ids.includes(product_id)) {
      throw invalid('quantity_not_divisible', { field: 'quantity', name });
    }
  }
  const { order_id } = order;
  const { client_id } = order.personal;
  const lines = order.lines.flatMap((it) => (it.line_id === line_id ? (line ?? []) : it));
  const was_printed = printedLines(order).has(line_id);
  const amounts = amountsWith(order, { items_amount: itemsAmount(lines) });
  const data = {
    order_id,
    line_id,
    quantity,
    ...ofTillDay(order, command),
    was_printed,
    removed,
    line,
    amounts,
    personal: { client_id, reason },
  };
  const cancelled = { order_id, line_ids: [line_id], items: slipLines(removed, line_id) };
  const slip: OrderEvent = { type: 'KitchenCancellationPrinted', data: cancelled };
  return [{ type: 'ItemRemoved', data }, ...(was_printed ? [slip] : [])];
};

const allLines = ({ modifiers, ...line }: OrderLine): OrderModifierLine[] => [line, ...modifiers];

const withUnits = (line: OrderLine, left: number): OrderLine => ({
  ...resized(line, left),
  modifiers: line.modifiers.flatMap((modifier) => {
    const units = proRataQuantity(modifier.quantity, left, line.quantity);
    // A part of a unit times a part of a unit may round to 0.
    return units === 0 ? [] : resized(modifier, units);
  }),
});

const resized = <Line extends OrderModifierLine>(line: Line, quantity: number): Line => ({
  ...line,
  quantity,
  total: lineTotal(line.price, quantity),
});

/** The units that were removed: those of the line before, less those of what is left of it. */
const removedUnits = (before: OrderLine, after: OrderLine | null): OrderModifierLine[] => {
  const kept = new Map((after ? allLines(after) : []).map((line) => [line.line_id, line]));
  return allLines(before).flatMap((line) => {
    const rest = kept.get(line.line_id);
    const quantity = addQuantities(line.quantity, -(rest?.quantity ?? 0));
    return quantity === 0 ? [] : { ...line, quantity, total: line.total - (rest?.total ?? 0) };
  });
};
