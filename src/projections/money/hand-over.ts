import type { ShiftAccepted } from '../../domain/shifts/events.ts';
import { type MovementRow, signedRow } from './movement-row.ts';

type Part = Pick<ShiftAccepted, 'account_id' | 'account_source' | 'amount' | 'expected_amount'> &
  Pick<ShiftAccepted, 'revenue_id' | 'difference_id'> &
  Partial<Pick<ShiftAccepted['non_cash'][number], 'payment_type_id' | 'payment_category_id'>>;

/** What a shift should have handed over came to the account, and so did the difference. */
export const handOverRows = (accepted: ShiftAccepted): readonly MovementRow[] => {
  const { brand_id, point_id, timezone, shift_id, business_date, accepted_at: created_at } = accepted;
  const ofAll = { register: 'account', brand_id, point_id, timezone, shift_id, business_date, created_at } as const;
  const parts: readonly Part[] = [accepted, ...accepted.non_cash];
  return parts.flatMap((part) => {
    const { account_id, account_source: source, payment_type_id = null, payment_category_id = null } = part;
    const row = { ...ofAll, account_id, source, payment_type_id, payment_category_id };
    const { amount, expected_amount, revenue_id, difference_id } = part;
    return [
      ...signedRow({ ...row, id: revenue_id, operation: 'shift_revenue' }, expected_amount),
      ...signedRow({ ...row, id: difference_id, operation: 'shift_accept_diff' }, amount - expected_amount),
    ];
  });
};
