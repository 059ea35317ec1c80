import { sum } from '../money.ts';
import type { ChequeAmounts, OrderLine } from './events.ts';
import type { Order } from './state.ts';

export const itemsAmount = (lines: readonly OrderLine[]): number =>
  sum(lines, (line) => line.total + sum(line.modifiers, (modifier) => modifier.total));

/**
 * The cheque's amounts with these changes. If the discount is larger than the items that are left, it shrinks to their
 * amount.
 */
export const amountsWith = (order: Order, changed: Partial<Omit<ChequeAmounts, 'total_amount'>>): ChequeAmounts => {
  const { items_amount, discount, service_amount, delivery_amount } = { ...order, ...changed };
  const applied = Math.min(discount, items_amount);
  const total_amount = items_amount - applied + service_amount + delivery_amount;
  return { items_amount, discount: applied, service_amount, delivery_amount, total_amount };
};
