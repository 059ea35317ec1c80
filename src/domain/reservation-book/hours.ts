import type { WorkingDay } from '../point/events.ts';
import { addDays, dayOfWeek, localTimeOf, nearestInstantOf } from './local-clock.ts';

/** From opening to closing, in milliseconds. */
export interface OpenHours {
  readonly opens: number;
  readonly closes: number;
}

/** The hours of a date: they may end on the day after. Undefined when the point is closed. */
export const hoursOf = (date: string, week: readonly WorkingDay[], timezone: string): OpenHours | undefined => {
  const day = week[dayOfWeek(date) - 1];
  if (!day?.is_open) return undefined;
  const closingDate = day.close < day.open ? addDays(date, 1) : date;
  const opens = nearestInstantOf({ date, time: day.open }, timezone);
  const closes = nearestInstantOf({ date: closingDate, time: day.close }, timezone);
  return closes > opens ? { opens, closes } : undefined;
};

/**
 * Whether a guest may come then: the point is open, and stays open for at least so long. What is left of the evening
 * before counts, and a point that opens the moment it closes never closes.
 */
export const isWithinHours = (
  start: number,
  minMinutes: number,
  week: readonly WorkingDay[],
  timezone: string,
): boolean => {
  const leaves = start + minMinutes * 60_000;
  const today = localTimeOf(start, timezone).date;
  let closes = Number.NEGATIVE_INFINITY;
  for (const days of [-1, 0, 1]) {
    const hours = hoursOf(addDays(today, days), week, timezone);
    if (!hours) continue;
    if (hours.opens <= closes) closes = Math.max(closes, hours.closes);
    else if (hours.opens <= start) closes = hours.closes;
    if (start < closes && leaves <= closes) return true;
  }
  return false;
};
