import { sum } from '../money.ts';
import { PAYMENT_CATEGORY } from '../references/lists.ts';
import { debtOf } from './close-cheque.ts';
import type { ChequeClosed, ChequePayment, DebtSetOff, GoodsReturned, Refund } from './events.ts';
import { firstOf } from './first-of.ts';

/** Categories of payment in the order in which money goes back. Points are none: they never become money. */
export const MONEY = ['online', 'card', 'cash'] as const;
export type MoneyCategory = (typeof MONEY)[number];

/** What may still go back of a cheque, by category of payment. */
export type LeftToGiveBack = Readonly<Record<'debt' | MoneyCategory, number>>;

export type PaidCheque = Pick<ChequeClosed, 'payments' | 'organization_id'>;
/** What an earlier return of the cheque gave back. */
export type Returned = Pick<GoodsReturned, 'debt_amount' | 'refunds'>;

/** In each category: what the cheque was paid with, less what its returns gave back. */
export const leftToGiveBack = (cheque: PaidCheque, returns: readonly Returned[]): LeftToGiveBack => {
  const leftIn = (name: MoneyCategory): number => sum(moneyLeft(cheque, returns, name), ({ amount }) => amount);
  const debt = sum(debtsLeft(cheque, returns), ({ amount }) => amount);
  return { debt, online: leftIn('online'), card: leftIn('card'), cash: leftIn('cash') };
};

/**
 * The money that may still go back in a category, by payment type. A return may have used another type of the category
 * than the guest: that lowers what is left in the category too.
 */
export const moneyLeft = (cheque: PaidCheque, returns: readonly Returned[], name: MoneyCategory): readonly Refund[] => {
  const isOfCategory = (it: Refund): boolean => it.payment_category_id === PAYMENT_CATEGORY[name];
  const paid = cheque.payments.filter((it) => isOfCategory(it) && !isInPoints(it));
  const back = returns.flatMap(({ refunds }) => refunds).filter(isOfCategory);
  const firsts = paid.filter((it, index) => paid.findIndex((one) => isOfType(one, it)) === index);
  const left = firsts.map((type) => {
    const { payment_type_id, payment_type_name, payment_category_id } = type;
    const amount = Math.max(0, amountOf(paid, type) - amountOf(back, type));
    return { payment_type_id, payment_type_name, payment_category_id, amount };
  });
  return firstOf(left, Math.max(0, amountOf(paid) - amountOf(back)));
};

/**
 * Who still owes how much for the cheque: its organization, or the employees who were named. Returns set debts off in this
 * order, so the sum of what they set off is enough.
 */
export const debtsLeft = (cheque: PaidCheque, returns: readonly Returned[]): readonly DebtSetOff[] => {
  const ofOrganization = debtOf(cheque);
  const owed = ofOrganization
    ? [{ employee_id: null, amount: ofOrganization.amount }]
    : cheque.payments
        .filter((it) => it.payment_category_id === PAYMENT_CATEGORY.debt)
        .map(({ debtor_employee_id: employee_id, amount }) => ({ employee_id, amount }));
  let back = sum(returns, (it) => it.debt_amount);
  return owed.map(({ employee_id, amount }) => {
    const part = Math.min(back, amount);
    back -= part;
    return { employee_id, amount: amount - part };
  });
};

/** The part of a return that lowers the debt of the cheque's organization. */
export const setOffForOrganization = ({ debts }: Pick<GoodsReturned, 'debts'>): number =>
  sum(debts, (debt) => (debt.employee_id === null ? debt.amount : 0));

/** Points that a loyalty service held are points, whatever the payment type. */
const isInPoints = ({ loyalty }: ChequePayment): boolean => loyalty !== null && loyalty.operation_id !== null;

const isOfType = (one: Refund, other: Refund): boolean => one.payment_type_id === other.payment_type_id;

const amountOf = (parts: readonly Refund[], type?: Refund): number =>
  sum(parts, (it) => (type === undefined || isOfType(it, type) ? it.amount : 0));
