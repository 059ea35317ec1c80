import type { ChequeClosed, GoodsReturned } from '../orders/events.ts';
import { redeemedBy } from '../orders/redeemed.ts';
import type { Order } from '../orders/state.ts';
import { PAYMENT_CATEGORY } from '../references/lists.ts';

/** The calls that a loyalty service takes. */
export const LOYALTY_METHODS = ['ping', 'customer', 'hold', 'commit', 'cancel', 'refund'] as const;
export type LoyaltyMethod = (typeof LOYALTY_METHODS)[number];

type OutsideId = string | number;

/** A guest, as a commit and a refund name one. */
export interface CallCustomer {
  /** Null: the service finds the guest by the phone. */
  readonly customer_id: OutsideId | null;
  /** Digits with the country code. */
  readonly phone: string | null;
}

/** Where a method is called. */
export const methodUrl = (baseUrl: string, method: LoyaltyMethod): string => {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${method}`;
  return url.href;
};

export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '');

/** The guest of a cheque: the one who paid with points, or who was identified, or whose phone is known. */
export const customerOf = (order: Order, cheque: ChequeClosed, clientPhone: string | null): CallCustomer => {
  const { customer } = order.loyalty;
  const paid = cheque.payments.find(({ loyalty }) => loyalty !== null)?.loyalty;
  const isOther = paid && customer && String(paid.customer_id) !== String(customer.customer_id);
  const phone = (isOther ? null : customer?.phone) ?? clientPhone;
  return {
    customer_id: paid?.customer_id ?? customer?.customer_id ?? null,
    phone: phone === null ? null : phoneDigits(phone),
  };
};

export const holdBody = (
  order: Order,
  uuid: string,
  hold: { readonly operation_id: string; readonly customer_id: OutsideId; readonly amount: number },
) => {
  const lines = order.lines.flatMap((line) => [line, ...line.modifiers]);
  return {
    operation_id: hold.operation_id,
    customer_id: hold.customer_id,
    amount: hold.amount,
    point_id: order.point_id,
    cheque: {
      uuid,
      total: order.total_amount,
      lines: lines.map(({ product_id, name, quantity, price, total: amount }) => ({
        product_id,
        name,
        quantity,
        price,
        amount,
      })),
    },
  };
};

const PAYMENT_TYPES: Readonly<Record<number, string>> = {
  [PAYMENT_CATEGORY.cash]: 'cash',
  [PAYMENT_CATEGORY.card]: 'card',
  [PAYMENT_CATEGORY.points]: 'points',
};

export const commitBody = (cheque: ChequeClosed, uuid: string, operation_id: string, customer: CallCustomer) => {
  const redeemed = redeemedBy(cheque);
  return {
    operation_id,
    customer,
    hold_id: redeemed?.hold_id ?? null,
    redeemed: redeemed?.amount ?? 0,
    cheque: {
      uuid,
      number: cheque.cheque_number,
      point_id: cheque.point_id,
      opened_at: cheque.opened_at,
      closed_at: cheque.closed_at,
      total: cheque.total_amount,
      goods_total: cheque.goods_amount,
      discount: cheque.discount,
      lines: cheque.lines.map(({ line_id, product_id, product_name: name, quantity, price, amount }) => ({
        line_id,
        product_id,
        name,
        quantity,
        price,
        amount,
      })),
      payments: cheque.payments.map(({ payment_category_id, loyalty, amount }) => ({
        type: loyalty === null ? (PAYMENT_TYPES[payment_category_id] ?? 'other') : 'points',
        amount,
      })),
    },
  };
};

export const cancelBody = (
  operation_id: string,
  cancelled: {
    readonly ref_operation_id: string;
    readonly ref_operation: 'commit' | 'hold';
    readonly hold_id: OutsideId | null;
  },
) => {
  const { ref_operation_id, ref_operation, hold_id } = cancelled;
  return { operation_id, ref_operation_id, ref_operation, hold_id };
};

export const refundBody = (
  { total_amount: amount, lines }: GoodsReturned,
  operation_id: string,
  ref_operation_id: string,
  customer: CallCustomer,
) => ({
  operation_id,
  ref_operation_id,
  customer,
  amount,
  lines: lines.map(({ product_id, quantity, amount }) => ({ product_id, quantity, amount })),
});
