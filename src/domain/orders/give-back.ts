import { sum } from '../money.ts';
import { PAYMENT_CATEGORY } from '../references/lists.ts';
import { conflict, Refusal } from '../refusal.ts';
import type { GoodsToReturn } from './commands.ts';
import type { DebtSetOff, Refund } from './events.ts';
import { firstOf } from './first-of.ts';
import {
  debtsLeft,
  type LeftToGiveBack,
  leftToGiveBack,
  MONEY,
  moneyLeft,
  type PaidCheque,
  type Returned,
} from './left-to-give-back.ts';

/** What a return gives back. */
interface GivenBack {
  readonly refunded_amount: number;
  readonly debt_amount: number;
  /** The money, by payment type. */
  readonly refunds: Refund[];
  /** Whose debt shrinks. */
  readonly debts: DebtSetOff[];
}

type Asked = Pick<
  GoodsToReturn,
  'payment_type_id' | 'payment_type_name' | 'payment_category_id' | 'refunded_amount' | 'debt_amount'
>;

/**
 * What a return that is worth `total` gives back: in each category of payment at most what was paid in it, less what
 * went back already. First it sets off the debt: as much as was asked for, else all there is. Then it gives money: as
 * much as was asked for by the payment type that was named, else as the guest paid: of two types of one category the named
 * one first. So a return may give back less than it is worth (points never become money), but never more. Throws
 * refund_exceeds_return, refund_exceeds_payments (409).
 */
export const giveBack = (cheque: PaidCheque, returns: readonly Returned[], total: number, given: Asked): GivenBack => {
  const left = leftToGiveBack(cheque, returns);
  const asked = debtIsNoMoney(given);
  const refunded = (asked.refunded_amount ?? 0) + (asked.debt_amount ?? 0);
  if (refunded > total) throw conflict('refund_exceeds_return', { refunded, total });
  const debt_amount = asked.debt_amount ?? Math.min(left.debt, total - refunded);
  if (debt_amount > left.debt) throw exceedsPayments(debt_amount, left.debt, left);
  const refunds =
    asked.refunded_amount === undefined
      ? firstOf(
          MONEY.flatMap((name) => namedFirst(moneyLeft(cheque, returns, name), given)),
          total - debt_amount,
        )
      : byNamedType(asked, asked.refunded_amount, left);
  const refunded_amount = sum(refunds, ({ amount }) => amount);
  return { refunded_amount, debt_amount, refunds, debts: firstOf(debtsLeft(cheque, returns), debt_amount) };
};

/** Nobody is given a debt in the hand: what is to go back by a payment type of debt is set off. */
const debtIsNoMoney = (asked: Asked): Asked => {
  if (asked.payment_category_id !== PAYMENT_CATEGORY.debt || asked.refunded_amount === undefined) return asked;
  return { ...asked, refunded_amount: 0, debt_amount: asked.refunded_amount + (asked.debt_amount ?? 0) };
};

const namedFirst = (parts: readonly Refund[], { payment_type_id }: Asked): readonly Refund[] => [
  ...parts.filter((part) => part.payment_type_id === payment_type_id),
  ...parts.filter((part) => part.payment_type_id !== payment_type_id),
];

const byNamedType = (named: Asked, amount: number, left: LeftToGiveBack): Refund[] => {
  const { payment_type_id, payment_type_name, payment_category_id } = named;
  const category = MONEY.find((name) => PAYMENT_CATEGORY[name] === payment_category_id);
  const most = category === undefined ? 0 : left[category];
  if (amount > most) throw exceedsPayments(amount, most, left);
  return amount === 0 ? [] : [{ payment_type_id, payment_type_name, payment_category_id, amount }];
};

const exceedsPayments = (asked: number, most: number, left: LeftToGiveBack): Refusal =>
  new Refusal('conflict', 'refund_exceeds_payments', { asked, left: most }, { details: { left } });
