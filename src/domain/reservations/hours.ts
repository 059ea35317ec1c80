import type { WorkingDay } from '../points/events.ts';
import { addDays, dayOfWeek, localTimeOf, nearestInstantOf } from './local-clock.ts';

/** From opening to closing, in milliseconds. */
export interface OpenHours {
  readonly opens: number;
  readonly closes: number;
}

/** The hours of a date: they may end on the day after. Undefined if the point is closed. */
export const hoursOf = (date: string, week: readonly WorkingDay[], timezone: string): OpenHours | undefined => {
  const day = week[dayOfWeek(date) - 1];
  if (!day?.is_open) return undefined;
  const closingDate = day.close < day.open ? addDays(date, 1) : date;
  const opens = nearestInstantOf({ date, time: day.open }, timezone);
  const closes = nearestInstantOf({ date: closingDate, time: day.close }, timezone);
  return closes > opens ? { opens, closes } : undefined;
};

/**
 * The closing time for a guest who comes at an instant; undefined if the point is closed then. After midnight, the
 * hours of the evening before may still run. A point that closes at one moment and opens at the same moment never
 * closes.
 */
export const openUntil = (instant: number, week: readonly WorkingDay[], timezone: string): number | undefined => {
  const today = localTimeOf(instant, timezone).date;
  let until = Number.NEGATIVE_INFINITY;
  for (const days of [-1, 0, 1]) {
    const hours = hoursOf(addDays(today, days), week, timezone);
    if (!hours) continue;
    if (hours.opens <= until) until = Math.max(until, hours.closes);
    else if (hours.opens <= instant) until = hours.closes;
  }
  return until > instant ? until : undefined;
};
