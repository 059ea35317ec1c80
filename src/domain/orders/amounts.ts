import { proRata, sum } from '../money.ts';
import type { ChequeAmounts, OrderLine } from './events.ts';
import type { Order } from './state.ts';

export const itemsAmount = (lines: readonly OrderLine[]): number =>
  sum(lines, (line) => line.total + sum(line.modifiers, (modifier) => modifier.total));

type AmountChanges = Partial<Omit<ChequeAmounts, 'total_amount'> & Pick<Order, 'discount_percent'>>;

/**
 * The cheque's amounts with these changes. A discount in percent is computed anew, rounded half up. If another discount is
 * larger than the items that are left, it shrinks to their amount.
 */
export const amountsWith = (order: Order, changed: AmountChanges): ChequeAmounts => {
  const { items_amount, discount, discount_percent, service_amount, delivery_amount } = { ...order, ...changed };
  const asked = discount_percent === null ? discount : proRata(items_amount, discount_percent, 100);
  const applied = Math.min(asked, items_amount);
  const total_amount = items_amount - applied + service_amount + delivery_amount;
  return { items_amount, discount: applied, service_amount, delivery_amount, total_amount };
};
