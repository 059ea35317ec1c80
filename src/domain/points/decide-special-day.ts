import { invalid, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { SpecialDayCommand } from './commands.ts';
import type { PointEvent } from './events.ts';
import type { Point } from './state.ts';

/** Throws closed_day_not_found, special_hours_not_found (404), and 400 for a date out of bounds and for hours that last no time. */
export const decideSpecialDay = (
  { brand_id, point_id, special_days }: Point,
  command: SpecialDayCommand,
): readonly PointEvent[] => {
  const { date, day, outside } = command;
  const before = special_days[date];
  const ofDate = { brand_id, point_id, date };
  if (!day) {
    const { removes } = command;
    if (removes === 'closed_day' && before?.is_open !== false) throw notFound('closed_day_not_found');
    if (removes === 'special_hours' && before?.is_open !== true) throw notFound('special_hours_not_found');
    return [{ type: before?.is_open ? 'SpecialHoursRemoved' : 'ClosedDayRemoved', data: { ...ofDate, ...outside } }];
  }
  if (isSameValue(before, day)) return [];
  const { is_open, open, close, reason } = day;
  const { from, to } = command;
  if (date < from || date > to) throw invalid('special_day_out_of_range', { field: 'date', from, to });
  if (is_open && open === close) throw invalid('field_invalid', { field: 'close' });
  return is_open
    ? [{ type: 'SpecialHoursDefined', data: { ...ofDate, open, close, reason, ...outside } }]
    : [{ type: 'ClosedDayDefined', data: { ...ofDate, reason: reason ?? '', ...outside } }];
};
