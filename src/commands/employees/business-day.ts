import { toLocalDate } from '../../domain/local-time.ts';
import { dayAt } from '../../domain/points/clocks.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireBrand } from '../points/require-point.ts';

/** The business day (`YYYY-MM-DD`) of an instant (ISO 8601 in UTC) at a point; without one, the day on the brand's clock. */
export const businessDayAt = async (
  context: Pick<CommandContext, 'brand_id' | 'load'>,
  pointId: string | null,
  instant: string,
): Promise<string> => {
  const point = pointId === null ? null : await context.load(pointDecider, pointId);
  if (point) return dayAt(point, instant).business_date;
  return toLocalDate(instant, (await requireBrand(context, context.brand_id)).timezone);
};
