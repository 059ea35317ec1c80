import type { ShiftAccepted } from '../../domain/shifts/events.ts';
import { type MovementRow, signedRow } from './movement-row.ts';

type Part = Pick<ShiftAccepted, 'account_id' | 'account_source' | 'amount' | 'expected_amount'> &
  Pick<ShiftAccepted, 'revenue_id' | 'difference_id'> &
  Partial<Pick<ShiftAccepted['non_cash'][number], 'payment_type_id' | 'payment_category_id'>>;

/**
 * What a shift should have handed over came to the account, and so did the difference. Where it was not known what to
 * expect, what came counts for it.
 */
export const handOverRows = (accepted: ShiftAccepted): readonly MovementRow[] => {
  const { brand_id, point_id, timezone, shift_id, business_date, accepted_at: created_at } = accepted;
  const ofAll = { register: 'account', brand_id, point_id, timezone, shift_id, business_date, created_at } as const;
  const parts: readonly Part[] = [accepted, ...accepted.non_cash];
  return parts.flatMap((part) => {
    const { account_id, account_source: source, payment_type_id = null, payment_category_id = null } = part;
    const row = { ...ofAll, account_id, source, payment_type_id, payment_category_id };
    const { amount, revenue_id, difference_id } = part;
    const expected = part.expected_amount ?? amount;
    return [
      ...rowOf(row, revenue_id, 'shift_revenue', expected),
      ...rowOf(row, difference_id, 'shift_accept_diff', amount - expected),
    ];
  });
};

/** An earlier version of the event gave some parts no id: they are in no report. */
const rowOf = (row: object, id: number | null, operation: string, amount: number): readonly MovementRow[] =>
  id === null ? [] : signedRow({ ...row, register: 'account', id, operation }, amount);
