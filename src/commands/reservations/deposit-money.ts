import type { DepositMoney } from '../../domain/reservations/commands.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';
import { tillDayOf } from '../shifts/till-day.ts';

/** What the drawer needs to know of a deposit that the venue takes or gives back. */
export const depositMoneyOf = async (context: CommandContext, pointId: string): Promise<DepositMoney> => {
  const point = await requirePoint(context, pointId);
  const { payment_types } = await requireBrand(context, context.brand_id);
  const categories = Object.values(payment_types).map(({ payment_type_id, category_id }) => [
    payment_type_id,
    category_id,
  ]);
  return {
    ...(await tillDayOf(context, point, context.occurred_at)),
    timezone: point.timezone,
    taken_id: await context.newId('deposit taken'),
    returned_id: await context.newId('deposit returned'),
    payment_categories: Object.fromEntries(categories),
  };
};
