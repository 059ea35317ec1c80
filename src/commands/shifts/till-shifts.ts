import { z } from 'zod';
import { toBusinessDate } from '../../domain/local-time.ts';
import type { Brand } from '../../domain/references/state.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { type CommandDefinition, defineCommand, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { shiftResult } from '../bus/results.ts';
import { requireEmployee } from '../employees/employees.ts';
import { id, money, uuid } from '../fields/fields.ts';
import { isKeysPoint, requireBrand, requirePoint } from '../points/require-point.ts';

const openShift = defineCommand({
  type: 'OpenShift',
  audiences: ['venue'],
  summary: 'Opens the till shift of a point; a second one is refused (409).',
  input: z.object({ point_id: uuid(), cashier_id: id(), opening_cash: money().default(0) }),
  result: shiftResult.extend({ shift_number: z.int() }),
  run: async ({ point_id, cashier_id, opening_cash }, context) => {
    const { brand_id, occurred_at: opened_at } = context;
    const { timezone, business_day_cutoff } = await requirePoint(context, point_id);
    const cashier = await requireEmployee(context, cashier_id, 'cashier_id');
    const shift = {
      shift_id: await context.newId(),
      point_id,
      brand_id,
      cashier_id,
      cashier_login: cashier.login,
      cashier_name: cashier.name,
      opening_cash,
      business_date: toBusinessDate(opened_at, timezone, business_day_cutoff),
      opened_at,
      timezone,
    };
    const handled = await context.handle(tillDecider, point_id, { type: 'OpenShift', shift }, { point_id });
    return outcome(handled, (events) => {
      const { shift_id, shift_number } = events.find((event) => event.type === 'ShiftOpened')!.data;
      return { id: shift_id, shift_id, shift_number };
    });
  },
});

const closeShift = defineCommand({
  type: 'CloseShift',
  audiences: ['venue'],
  summary:
    'Closes the till shift. counted_cash: what the cashier counted in the drawer; left_cash: what stays there for the next shift.',
  input: z.object({ shift_id: id(), counted_cash: money().nullish(), left_cash: money().default(0) }),
  result: shiftResult,
  run: async ({ shift_id, counted_cash, left_cash }, context, shifts: ShiftPlaces) => {
    const point_id = await requirePointOfShift(context, shifts, shift_id);
    const at = context.occurred_at;
    const command = { type: 'CloseShift', shift_id, counted_cash: counted_cash ?? null, left_cash, at } as const;
    const handled = await context.handle(tillDecider, point_id, command, { point_id });
    return outcome(handled, () => ({ id: shift_id, shift_id }));
  },
});

const acceptShift = defineCommand({
  type: 'AcceptShift',
  audiences: ['venue'],
  summary:
    "Takes a closed shift's money over into an account, once; money of other payment types into an account each (non_cash).",
  input: z.object({
    shift_id: id(),
    account_id: id(),
    amount: money(),
    non_cash: z
      .array(z.object({ payment_type_id: id(), account_id: id(), amount: money() }))
      .max(50)
      .default([]),
  }),
  result: shiftResult,
  run: async ({ shift_id, account_id, amount, non_cash }, context, shifts: ShiftPlaces) => {
    const { brand_id, occurred_at: accepted_at } = context;
    const point_id = await requirePointOfShift(context, shifts, shift_id);
    const { timezone, business_day_cutoff } = await requirePoint(context, point_id);
    const brand = await requireBrand(context, brand_id);
    const account_name = nameOfAccount(brand, account_id, point_id, 'account_id');
    const others = non_cash.map((part, index) => {
      const field = `non_cash[${index}]`;
      requirePaymentType(brand, part.payment_type_id, point_id, `${field}.payment_type_id`);
      return { ...part, account_name: nameOfAccount(brand, part.account_id, point_id, `${field}.account_id`) };
    });
    const business_date = toBusinessDate(accepted_at, timezone, business_day_cutoff);
    const accepted = {
      shift_id,
      point_id,
      brand_id,
      account_id,
      account_name,
      amount,
      expected_amount: null,
      non_cash: others,
      business_date,
      accepted_at,
    };
    const handled = await context.handle(tillDecider, point_id, { type: 'AcceptShift', accepted }, { point_id });
    return outcome(handled, () => ({ id: shift_id, shift_id }));
  },
});

/** An account of the point, or of the whole brand. */
const nameOfAccount = ({ accounts }: Brand, accountId: number, pointId: string, field: string): string => {
  const account = accounts[accountId];
  const isUsable = account && (account.point_id === null || account.point_id === pointId);
  if (!isUsable) throw invalid('account_not_found', { field });
  return account.name;
};

const requirePaymentType = ({ payment_types }: Brand, id: number, pointId: string, field: string): void => {
  if (!payment_types[id]?.point_ids.includes(pointId)) throw invalid('payment_type_not_available', { field });
};

/** Port: where till shifts are. The read side answers it. */
export interface ShiftPlaces {
  /** The point of a till shift of the brand; undefined if there is no such shift. */
  pointOfShift(brandId: string, shiftId: number): Promise<string | undefined>;
}

/** The point of a till shift that the caller may use. Else shift_not_found (404). */
const requirePointOfShift = async (
  { brand_id, caller }: CommandContext,
  shifts: ShiftPlaces,
  shiftId: number,
): Promise<string> => {
  const point_id = await shifts.pointOfShift(brand_id, shiftId);
  if (!isKeysPoint(caller, point_id)) throw notFound('shift_not_found');
  return point_id;
};

export const shiftCommands: readonly CommandDefinition<ShiftPlaces>[] = [openShift, closeShift, acceptShift];
