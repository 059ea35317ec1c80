import { requireUnique } from '../collections/unique.ts';
import { invalid } from '../refusal.ts';
import type { WorkingDay } from './events.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** Around the clock, every day: the hours of a point that was defined without hours. */
export const ALWAYS_OPEN: readonly WorkingDay[] = DAYS.map((day) => ({
  day,
  is_open: true,
  open: '00:00',
  close: '24:00',
}));

/**
 * The week from Monday to Sunday. A day that is not named is closed. A day that is named twice, or is open for no time
 * at all, is refused, with its path under `working_hours`.
 */
export const completeWeek = (hours: readonly WorkingDay[]): WorkingDay[] => {
  requireUnique(hours, ({ day }) => day, 'working_hours', 'day');
  for (const [index, { is_open, open, close }] of hours.entries()) {
    if (is_open && open === close) throw invalid('field_invalid', { field: `working_hours[${index}].close` });
  }
  return DAYS.map(
    (day) => hours.find((it) => it.day === day) ?? { day, is_open: false, open: '00:00', close: '00:00' },
  );
};
