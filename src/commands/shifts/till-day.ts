import { toBusinessDate } from '../../domain/local-time.ts';
import type { TillDay } from '../../domain/orders/commands.ts';
import type { PointDefined } from '../../domain/points/events.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import type { OperationContext } from '../bus/context.ts';

/**
 * The business day and the open shift of a point, for what happens to a cheque at an instant (ISO 8601 in UTC). While no shift is
 * open, what happens to a cheque that was opened again belongs to the shift it was closed in: that shift loses its money, so
 * its report says where it went.
 */
export const tillDayOf = async (
  { load }: Pick<OperationContext, 'load'>,
  { point_id, timezone, business_day_cutoff }: Pick<PointDefined, 'point_id' | 'timezone' | 'business_day_cutoff'>,
  at: string,
  undone_shift_id: number | null = null,
): Promise<TillDay> => {
  const { open_shift, unaccepted_shift_ids } = await load(tillDecider, point_id);
  const isUndone = undone_shift_id !== null && unaccepted_shift_ids.includes(undone_shift_id);
  return {
    business_date: toBusinessDate(at, timezone, business_day_cutoff),
    shift_id: open_shift?.shift_id ?? (isUndone ? undone_shift_id : null),
  };
};
