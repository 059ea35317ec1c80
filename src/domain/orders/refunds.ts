import { sum } from '../money.ts';
import { PAYMENT_CATEGORY } from '../references/lists.ts';
import type { OrderEvent } from './events.ts';
import type { Order, ProviderPayment } from './state.ts';

/** What came online for an order and is its own: what has to be given back is left out. */
export const paidOnline = ({ provider_payments }: Pick<Order, 'provider_payments'>): number =>
  sum(provider_payments, ({ amount, refund_due }) => amount - refund_due);

/** Of these payments, or of money that went back, what is online. */
export const onlineIn = (parts: readonly { readonly payment_category_id: number; readonly amount: number }[]): number =>
  sum(
    parts.filter(({ payment_category_id }) => payment_category_id === PAYMENT_CATEGORY.online),
    ({ amount }) => amount,
  );

/** Money that came online has to be given back. */
export const refund = (
  order_id: number,
  { provider_payment_id, amount }: Pick<ProviderPayment, 'provider_payment_id' | 'amount'>,
): OrderEvent => ({
  type: 'RefundRequired',
  data: { order_id, provider_payment_id, amount },
});

/** Of what came online the order keeps so much, at most. The rest has to be given back: of the last payments first. */
export const refundsBeyond = (order: Order, kept: number): OrderEvent[] => {
  let beyond = paidOnline(order) - kept;
  return order.provider_payments.toReversed().flatMap(({ provider_payment_id, amount, refund_due }) => {
    const due = Math.min(beyond, amount - refund_due);
    if (due <= 0) return [];
    beyond -= due;
    return [refund(order.order_id, { provider_payment_id, amount: due })];
  });
};
