import { z } from 'zod';
import { toBusinessDate } from '../../domain/local-time.ts';
import { invalid } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { shiftResult } from '../bus/results.ts';
import { id, money } from '../fields/fields.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';
import { requirePointOfShift, type ShiftPlaces } from './point-of-shift.ts';

export const acceptShift = defineCommand({
  type: 'AcceptShift',
  audiences: ['venue'],
  summary: "Takes a closed shift's money over into an account, once.",
  input: z.object({ shift_id: id(), account_id: id(), amount: money() }),
  result: shiftResult,
  run: async ({ shift_id, account_id, amount }, context, shifts: ShiftPlaces) => {
    const { brand_id, occurred_at: accepted_at } = context;
    const point_id = await requirePointOfShift(context, shifts, shift_id);
    const { timezone, business_day_cutoff } = await requirePoint(context, point_id);
    const account_name = await nameOfAccount(context, account_id, point_id);
    const business_date = toBusinessDate(accepted_at, timezone, business_day_cutoff);
    const accepted = { shift_id, point_id, brand_id, account_id, account_name, amount, business_date, accepted_at };
    const handled = await context.handle(tillDecider, point_id, { type: 'AcceptShift', accepted }, { point_id });
    return outcome(handled, () => ({ id: shift_id, shift_id }));
  },
});

/** An account of the point, or of the whole brand. */
const nameOfAccount = async (context: CommandContext, accountId: number, pointId: string): Promise<string> => {
  const account = (await requireBrand(context, context.brand_id)).accounts[accountId];
  const isUsable = account && (account.point_id === null || account.point_id === pointId);
  if (!isUsable) throw invalid('account_not_found', { field: 'account_id' });
  return account.name;
};
