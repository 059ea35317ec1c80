import { sum } from '../../domain/money.ts';
import type { ChequePayment } from '../../domain/orders/events.ts';
import type { Order } from '../../domain/orders/state.ts';
import { PAYMENT_CATEGORY } from '../../domain/references/lists.ts';
import { conflict, invalid } from '../../domain/refusal.ts';

/** An amount in points that one guest pays. */
export interface Points {
  readonly customer_id: NonNullable<ChequePayment['loyalty']>['customer_id'];
  readonly amount: number;
}

export const isInPoints = ({ loyalty, payment_category_id }: ChequePayment): boolean =>
  loyalty !== null || payment_category_id === PAYMENT_CATEGORY.points;

/**
 * The points that the service is to hold; null: the guest pays without points. Throws if they are not of one guest, if
 * a payment that is not in points names a guest, or the guest may not pay with points.
 */
export const pointsOf = (
  order: Order,
  given: readonly ChequePayment[],
  paid: readonly ChequePayment[],
): Points | null => {
  for (const [index, { loyalty, payment_category_id }] of given.entries()) {
    if (payment_category_id === PAYMENT_CATEGORY.points && loyalty === null) {
      throw invalid('loyalty_customer_required', { field: `payments[${index}].loyalty` });
    }
    // Held as points, it would be counted as cash or card all the same: the guest would pay twice.
    if (payment_category_id !== PAYMENT_CATEGORY.points && loyalty !== null) {
      throw invalid('loyalty_is_for_points', { field: `payments[${index}].loyalty` });
    }
  }
  const [first, ...others] = given.flatMap(({ loyalty }) => loyalty ?? []).map(({ customer_id }) => customer_id);
  if (first === undefined) return null;
  if (others.some((other) => String(other) !== String(first))) {
    throw invalid('loyalty_customers_differ', { field: 'payments' });
  }
  const amount = sum(
    paid.filter(({ loyalty }) => loyalty !== null),
    (payment) => payment.amount,
  );
  if (amount === 0) return null;
  const { customer } = order.loyalty;
  if (customer && !customer.can_redeem && String(customer.customer_id) === String(first)) {
    throw conflict('loyalty_redeeming_off');
  }
  return { customer_id: first, amount };
};
