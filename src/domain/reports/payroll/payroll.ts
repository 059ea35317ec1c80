import { sum } from '../../money.ts';
import { dayAfter, daysOf, isWithin, type Period } from './days.ts';
import type { DebtSums, Payment, Place, Program } from './facts.ts';
import { type Motivated, motivationsOf } from './motivation.ts';
import { salaryOf, termsOn } from './salary.ts';

/** What one employee earned and got at one point. */
export interface PayrollRow extends DebtSums {
  readonly employee_id: number;
  readonly point_id: string;
  readonly salary_type_id: number | null;
  readonly working_days: number;
  /** Hundredths of hours. */
  readonly hundredths: number;
  /** There: some of the shifts overlap with others of the employee. */
  readonly overlap?: true;
  readonly sales: number;
  readonly salary_amount: number;
  readonly motivation_amount: number;
  readonly motivation_programs: readonly Motivated[];
  readonly bonus_amount: number;
  readonly fines_amount: number;
  readonly accrued_amount: number;
  readonly paid_amount: number;
  readonly payments: readonly Omit<Payment, 'date'>[];
  /** Of the wages, what was kept to pay a debt off. */
  readonly debt_from_wages: number;
  readonly balance_start: number | null;
  readonly balance_end: number | null;
}

type NotSummed = 'employee_id' | 'point_id' | 'salary_type_id' | 'balance_start' | 'balance_end' | keyof DebtSums;
type Sums = Omit<PayrollRow, NotSummed>;

/** The row of a period. Undefined: everything in it is zero. */
export const payrollRow = (place: Place, programs: readonly Program[], period: Period): PayrollRow | undefined => {
  const { employee_id, point_id } = place;
  const sums = sumsOf(place, programs, period);
  const balances = balancesOf(place, programs, period, sums);
  if (isNothing([...Object.values(sums), ...Object.values(balances), ...Object.values(place.debt)])) return undefined;
  const salary_type_id = termsOn(place, period.date_to)?.salary_type_id ?? null;
  return { employee_id, point_id, salary_type_id, ...sums, ...balances, ...place.debt };
};

/** What an employee earned and got at a point on one day. */
export interface PayrollDay extends Sums {
  readonly date: string;
  readonly employee_id: number;
  readonly point_id: string;
}

/** The days of a period on which anything was earned or paid. They add up to the row of the period. */
export const payrollDays = (place: Place, programs: readonly Program[], period: Period): PayrollDay[] => {
  const { employee_id, point_id } = place;
  return daysOf(period).flatMap((date) => {
    const sums = sumsOf(place, programs, { date_from: date, date_to: date });
    return isNothing(Object.values(sums)) ? [] : [{ date, employee_id, point_id, ...sums }];
  });
};

const isNothing = (values: readonly unknown[]): boolean =>
  values.every((value) => (Array.isArray(value) ? value.length === 0 : !value));

const sumsOf = (place: Place, programs: readonly Program[], period: Period): Sums => {
  const within = <Dated extends { readonly date: string }>(all: Iterable<Dated>) =>
    [...all].filter(({ date }) => isWithin(date, period));
  const work = within(place.work.values());
  const accruals = within(place.accruals);
  const amountOf = (kind: string) => sum(accruals, (accrual) => (accrual.kind === kind ? accrual.amount! : 0));
  const salary_amount = salaryOf(place, period);
  const motivation_programs = motivationsOf(place, programs, period);
  const motivation_amount = sum(motivation_programs, ({ amount }) => amount);
  const [bonus_amount, fines_amount] = [amountOf('bonus'), amountOf('fine')];
  const payments = byPurpose(within(place.payments));
  return {
    working_days: sum(work, ({ is_worked }) => Number(is_worked)),
    hundredths: sum(work, ({ hundredths }) => hundredths),
    ...(work.some(({ overlap }) => overlap) && { overlap: true as const }),
    sales: sum(within(place.sold), ({ net }) => net[0]!),
    salary_amount,
    motivation_amount,
    motivation_programs,
    bonus_amount,
    fines_amount,
    accrued_amount: salary_amount + motivation_amount + bonus_amount - fines_amount,
    paid_amount: sum(payments, ({ is_payout, amount }) => (is_payout ? amount : -amount)),
    payments,
    debt_from_wages: sum(within(place.wages_kept), ({ amount }) => amount),
  };
};

/** A row for each purpose, in each direction. */
const byPurpose = (payments: readonly Payment[]): Omit<Payment, 'date'>[] => {
  const groups = Map.groupBy(payments, ({ payment_purpose_id, is_payout }) => `${payment_purpose_id} ${is_payout}`);
  const rows = [...groups.values()].map((group) => ({
    payment_purpose_id: group[0]!.payment_purpose_id,
    is_payout: group[0]!.is_payout,
    amount: sum(group, ({ amount }) => amount),
    operations_count: sum(group, ({ operations_count }) => operations_count),
  }));
  return rows.toSorted(
    (one, other) =>
      one.payment_purpose_id - other.payment_purpose_id || Number(other.is_payout) - Number(one.is_payout),
  );
};

/** Before and after the period. An opening counts from the beginning of its day. */
const balancesOf = (place: Place, programs: readonly Program[], period: Period, sums: Sums) => {
  const { balance } = place;
  if (balance === null || balance.date > period.date_to) return { balance_start: null, balance_end: null };
  const after = (from: string, to: string): number =>
    from > to ? 0 : dueOf(sumsOf(place, programs, { date_from: from, date_to: to }));
  if (balance.date > period.date_from) {
    return { balance_start: null, balance_end: balance.amount + after(balance.date, period.date_to) };
  }
  const balance_start = balance.amount + after(balance.date, dayAfter(period.date_from, -1));
  return { balance_start, balance_end: balance_start + dueOf(sums) };
};

const dueOf = ({ accrued_amount, paid_amount, debt_from_wages }: Sums): number =>
  accrued_amount - paid_amount - debt_from_wages;
