import { lineTotal } from '../../domain/money.ts';
import type { Dice } from './random.ts';
import type { HistoryPoint, SoldProduct } from './venue.ts';

export interface CartItem {
  readonly product_id: number;
  readonly quantity: number;
  readonly modifiers: readonly { readonly product_id: number; readonly quantity: number }[];
}

/** If everything in it is free, a cart never reaches the minimum of a delivery. */
const MAX_ITEMS = 100;

/**
 * One to five products with the required modifiers and some others. For a delivery, more products until it reaches the
 * minimum at the lowest prices: its price then depends on the hour and the day.
 */
export const fillCart = (dice: Dice, point: HistoryPoint, isDelivery: boolean): CartItem[] => {
  const { products, delivery_minimum } = point;
  const wanted = dice.between(1, 5);
  const items: CartItem[] = [];
  let amount = 0;
  while (items.length < wanted || (isDelivery && amount < delivery_minimum && items.length < MAX_ITEMS)) {
    // The first entries of the menu sell best.
    const product = products[Math.floor(products.length * dice.next() ** 1.6)]!;
    const quantity = product.is_divisible ? dice.between(2, 15) / 10 : dice.weighted({ '1': 70, '2': 22, '3': 8 });
    items.push({ product_id: product.product_id, quantity: Number(quantity), modifiers: modifiersOf(dice, product) });
    amount += lineTotal(product.lowest_price, Number(quantity));
  }
  return items;
};

const modifiersOf = (dice: Dice, { modifier_groups }: SoldProduct): CartItem['modifiers'] =>
  modifier_groups.flatMap(({ min, required, items }) => {
    const count = Math.max(min, required || dice.chance(25) ? 1 : 0);
    const from = dice.between(0, Math.max(0, items.length - count));
    return items
      .slice(from, from + count)
      .map(({ product_id, min_amount }) => ({ product_id, quantity: Math.max(1, min_amount) }));
  });
