import { z } from 'zod';
import { dayAt } from '../../domain/points/clocks.ts';
import { type Entries, PAYMENT_CATEGORY } from '../../domain/references/lists.ts';
import type { Brand } from '../../domain/references/state.ts';
import { invalid } from '../../domain/refusal.ts';
import type { ShiftAccepted } from '../../domain/shifts/events.ts';
import type { CommandContext } from '../bus/context.ts';
import { id, money } from '../fields/fields.ts';
import { accountOf, moneyTypeOf, placeOfTypes } from '../money/registers.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';
import type { HandOvers } from './shift-needs.ts';

export const acceptShiftInput = z.object({
  shift_id: id(),
  account_id: id(),
  amount: money(),
  non_cash: z
    .array(z.object({ payment_type_id: id(), account_id: id(), amount: money() }))
    .max(50)
    .default([]),
});

/** What is handed over, beside what was expected. */
export const handOver = async (
  context: CommandContext,
  handOvers: HandOvers,
  point_id: string,
  { shift_id, account_id, amount, non_cash }: z.output<typeof acceptShiftInput>,
): Promise<ShiftAccepted> => {
  const { brand_id, occurred_at: accepted_at } = context;
  const point = await requirePoint(context, point_id);
  const brand = await requireBrand(context, brand_id);
  const named = non_cash.map((part, index) => {
    const field = `non_cash[${index}]`;
    const place = placeOfTypes(context, point_id);
    const { category_id } = otherThanCash(brand, part.payment_type_id, place, `${field}.payment_type_id`);
    const account = accountOf(brand, part.account_id, point_id, `${field}.account_id`);
    return { ...part, payment_category_id: category_id, ...nameOf(account) };
  });
  requireDistinct(non_cash.map(({ payment_type_id }) => payment_type_id));
  const account = accountOf(brand, account_id, point_id, 'account_id');
  const expected = await handOvers.expectedHandOver(brand_id, shift_id);
  const others: ShiftAccepted['non_cash'] = [];
  for (const part of named) {
    const expected_amount = expected.non_cash.get(part.payment_type_id) ?? 0;
    others.push({ ...part, expected_amount, ...(await newIds(context, ` ${part.payment_type_id}`)) });
  }
  return {
    shift_id,
    point_id,
    brand_id,
    ...dayAt(point, accepted_at),
    account_id,
    ...nameOf(account),
    amount,
    expected_amount: expected.cash,
    ...(await newIds(context, '')),
    non_cash: others,
    accepted_at,
  };
};

const newIds = async (context: CommandContext, label: string) => ({
  revenue_id: await context.newId(`revenue${label}`),
  difference_id: await context.newId(`difference${label}`),
});

const nameOf = ({ name, source }: Entries['accounts']) => ({ account_name: name, account_source: source });

/** Cash is the hand-over itself. Points and debts are no money that an account could take. */
const otherThanCash = (brand: Brand, id: number, pointId: string | null, field: string) => {
  const type = moneyTypeOf(brand, id, pointId, field);
  if (type.category_id === PAYMENT_CATEGORY.cash) throw invalid('payment_type_is_cash', { field });
  return type;
};

const requireDistinct = (ids: readonly number[]): void => {
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (again >= 0) throw invalid('payment_type_named_twice', { field: `non_cash[${again}].payment_type_id` });
};
