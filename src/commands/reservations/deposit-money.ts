import { everIn } from '../../domain/references/state.ts';
import type { DepositMoney } from '../../domain/reservations/commands.ts';
import type { CommandContext } from '../bus/context.ts';
import { tillDayOf } from '../shifts/till-day.ts';
import type { BookingNeeds } from './booking-needs.ts';
import { requirePlace } from './venue-book.ts';

/** What the drawer needs to know of a deposit that the venue takes or gives back. */
export const depositMoneyOf = async (
  context: CommandContext,
  needs: Pick<BookingNeeds, 'points'>,
  pointId: string,
): Promise<DepositMoney> => {
  const { point, brand } = await requirePlace(context, needs, pointId);
  const categories = Object.values(everIn(brand, 'payment_types')).map(({ payment_type_id, category_id }) => [
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
