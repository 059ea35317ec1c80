import type { BookPoint } from './commands.ts';
import { clockHoursOf, hoursOf, openUntil } from './hours.ts';
import { addDays, instantOf, localTimeOf } from './local-clock.ts';
import { type Bounds, bookable } from './span.ts';

export interface GridTime {
  /** The working day's own date or, after midnight, the next one. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * The times of a working day at which a guest may come: from opening on, by the point's step, on the point's clock.
 * Null: the point is closed that day.
 */
export const gridOf = (date: string, point: BookPoint, bounds: Bounds): GridTime[] | null => {
  const { timezone, reservation_rules } = point;
  const hours = hoursOf(date, point);
  const day = clockHoursOf(date, point);
  if (!hours || !day) return null;
  const { opens, closes } = hours;
  const first = minutesOf(day.open);
  const last = minutesOf(day.close) + (day.close < day.open ? DAY_MINUTES : 0);
  // To ask the time zone for each time of a month would take most of the time. On most days the clock does not change,
  // so the times are evenly spaced.
  const isEven =
    closes - opens === (last - first) * MINUTE_MS &&
    localTimeOf(opens, timezone).time === day.open &&
    localTimeOf(closes, timezone).time === clockOf(last % DAY_MINUTES);
  const until = openUntil(opens, point);
  const tomorrow = addDays(date, 1);

  const grid: GridTime[] = [];
  for (let minutes = first; minutes < last; minutes += reservation_rules.slot_step_minutes) {
    const local = { date: minutes < DAY_MINUTES ? date : tomorrow, time: clockOf(minutes % DAY_MINUTES) };
    const start = isEven ? opens + (minutes - first) * MINUTE_MS : instantOf(local, timezone);
    if (start === undefined || start < opens || start >= closes) continue;
    if (bookable(start, local.date, until, bounds) === 'yes') grid.push({ ...local, start });
  }
  return grid;
};

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
