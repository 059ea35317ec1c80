import { isRecord } from '../../domain/is-record.ts';
import { forbidden } from '../../domain/refusal.ts';
import type { Caller } from './caller.ts';

/** The employee whose till shift it is. Undefined: the brand has no such shift. */
export type CashierOfShift = (brandId: string, shiftId: number) => Promise<number | undefined>;

/**
 * A cashier moves money of the own till shift alone: role_forbidden (403) for a command that names another shift, or none.
 * A person who is no employee has no shift.
 */
export const requireOwnShift = async (
  { account, brand_id }: Caller,
  input: Readonly<Record<string, unknown>>,
  cashierOf: CashierOfShift | undefined,
): Promise<void> => {
  const from = isRecord(input.from) ? input.from : {};
  const shiftId = input.shift_id ?? from.shift_id;
  const isKnown = typeof shiftId === 'number' && brand_id !== null && account?.employee_id != null;
  const cashier = isKnown && cashierOf ? await cashierOf(brand_id, shiftId) : undefined;
  if (cashier === undefined || cashier !== account?.employee_id) throw forbidden('role_forbidden');
};
