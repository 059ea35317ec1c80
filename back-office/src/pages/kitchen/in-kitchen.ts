import { printedLines } from '../../reading/order-facts.ts';
import type { Order } from '../../reading/types.ts';

/** How many done ones can be looked at again. */
const DONE = 30;

/** When the kitchen got the first of its lines. */
const printedAt = (order: Order): string =>
  order.items.reduce((first, { printed_at }) => (printed_at !== null && printed_at < first ? printed_at : first), '9');

/** What the kitchen has to cook: the oldest first. */
export const ticketsOf = (orders: readonly Order[]): readonly Order[] =>
  orders
    .filter(
      (order) => (order.status === 'UNCONFIRMED_ORDER' || order.status === 'COOKING') && printedLines(order).length > 0,
    )
    .sort((one, other) => printedAt(one).localeCompare(printedAt(other)) || one.order_id - other.order_id);

/** What was packed and is still in the house: the last one first. */
export const doneOf = (orders: readonly Order[]): readonly Order[] =>
  orders
    .filter(({ status }) => status === 'PACKED' || status === 'TAKEN_BY_COURIER')
    .sort((one, other) => other.order_id - one.order_id)
    .slice(0, DONE);

/** One dish over all tickets. */
export interface Dish {
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
}

/** How much of each dish is to be cooked over all tickets: what a cook puts on at once. */
export const allDayOf = (tickets: readonly Order[]): readonly Dish[] => {
  const dishes = new Map<number, Dish>();
  for (const { product_id, name, quantity } of tickets.flatMap(printedLines)) {
    const before = dishes.get(product_id)?.quantity ?? 0;
    dishes.set(product_id, { productId: product_id, name, quantity: before + quantity });
  }
  return [...dishes.values()].sort((one, other) => other.quantity - one.quantity || one.name.localeCompare(other.name));
};
