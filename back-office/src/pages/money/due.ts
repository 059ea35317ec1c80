import type { PayrollRow } from './types.ts';

type Sums = Pick<PayrollRow, 'balance_end' | 'accrued_amount' | 'paid_amount' | 'debt_from_wages'>;

/** What is due at the end of the days; where no balance is kept, what of them was neither paid nor kept for debts. */
export const dueOf = ({ balance_end, accrued_amount, paid_amount, debt_from_wages }: Sums): number =>
  balance_end ?? accrued_amount - paid_amount - debt_from_wages;
