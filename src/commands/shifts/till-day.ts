import { toBusinessDate } from '../../domain/local-time.ts';
import type { TillDay } from '../../domain/orders/commands.ts';
import type { PointDefined } from '../../domain/points/events.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import type { OperationContext } from '../bus/context.ts';

/** The business day and the open shift of a point, for what happens to a cheque at an instant (ISO 8601 in UTC). */
export const tillDayOf = async (
  { load }: Pick<OperationContext, 'load'>,
  { point_id, timezone, business_day_cutoff }: Pick<PointDefined, 'point_id' | 'timezone' | 'business_day_cutoff'>,
  at: string,
): Promise<TillDay> => {
  const { open_shift } = await load(tillDecider, point_id);
  return {
    business_date: toBusinessDate(at, timezone, business_day_cutoff),
    shift_id: open_shift?.shift_id ?? null,
  };
};
