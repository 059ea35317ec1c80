import { sum } from '../money.ts';
import { conflict } from '../refusal.ts';
import type { OrderLine } from './events.ts';
import type { PricedItem, PricedLine } from './pricing.ts';

/** Line ids are unique in the brand and sort with their order: exports find lines by the orders. */
const LINES_PER_ORDER = 100_000;

/** The number before an order's first line. */
export const noLineOf = (orderId: number): number => orderId * LINES_PER_ORDER;

/** The order of a line with this id. */
export const orderOfLine = (lineId: number): number => Math.floor(lineId / LINES_PER_ORDER);

/** The highest id that a line of the order can have. */
export const lastLineOf = (orderId: number): number => noLineOf(orderId + 1) - 1;

export const lastLineId = (orderId: number, lines: readonly OrderLine[]): number =>
  lines.reduce(
    (last, line) => line.modifiers.reduce((most, it) => Math.max(most, it.line_id), Math.max(last, line.line_id)),
    noLineOf(orderId),
  );

/** How many lines there are, modifiers among them. */
export const countLines = (lines: readonly { readonly modifiers: readonly unknown[] }[]): number =>
  sum(lines, ({ modifiers }) => 1 + modifiers.length);

/** Items as lines of an order, with numbers that follow `last`. A number is used once, even if its line is removed. */
export const numberLines = (
  items: readonly PricedItem[],
  orderId: number,
  last: number = noLineOf(orderId),
): { readonly lines: OrderLine[]; readonly line_comments: Record<string, string> } => {
  let line_id = last;
  const line_comments: Record<string, string> = {};
  const number = ({ product_id, name, category_id, quantity, price, taken_from_till, total, cost }: PricedLine) => {
    line_id += 1;
    // The next number belongs to another order.
    if (line_id >= noLineOf(orderId + 1)) throw conflict('cheque_has_too_many_lines');
    const mark = taken_from_till && { taken_from_till };
    return { category_id, cost, line_id, name, price, product_id, quantity, ...mark, total };
  };
  const lines = items.map((item) => {
    const { category_id, cost, line_id, name, price, product_id, quantity, taken_from_till, total } = number(item);
    if (item.comment) line_comments[line_id] = item.comment;
    const modifiers = item.modifiers.map(number);
    const mark = taken_from_till && { taken_from_till };
    return { category_id, cost, line_id, modifiers, name, price, product_id, quantity, ...mark, total };
  });
  return { lines, line_comments };
};
