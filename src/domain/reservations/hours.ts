import type { WorkingDay } from '../points/events.ts';
import type { SpecialDays } from '../points/special-days.ts';
import { addDays, dayOfWeek, localTimeOf, nearestInstantOf } from './local-clock.ts';

/** When a point says that it is open. */
export interface OpeningHours {
  /** IANA. */
  readonly timezone: string;
  /** Monday to Sunday, all seven. */
  readonly working_hours: readonly WorkingDay[];
  /** Dates that have other hours than their weekday. */
  readonly special_days: SpecialDays;
}

/** From opening to closing, in milliseconds. */
export interface OpenHours {
  readonly opens: number;
  readonly closes: number;
}

/** What the point's clock shows when it opens and closes on a date. A close before the open is on the day after. */
export const clockHoursOf = (date: string, point: OpeningHours): Pick<WorkingDay, 'open' | 'close'> | undefined => {
  const day = point.special_days[date] ?? point.working_hours[dayOfWeek(date) - 1];
  return day?.is_open ? day : undefined;
};

/** The hours of a date: they may end on the day after. Undefined if the point is closed. */
export const hoursOf = (date: string, point: OpeningHours): OpenHours | undefined => {
  const day = clockHoursOf(date, point);
  if (!day) return undefined;
  const closingDate = day.close < day.open ? addDays(date, 1) : date;
  const opens = nearestInstantOf({ date, time: day.open }, point.timezone);
  const closes = nearestInstantOf({ date: closingDate, time: day.close }, point.timezone);
  return closes > opens ? { opens, closes } : undefined;
};

/**
 * The closing time for a guest who comes at an instant; undefined if the point is closed then. After midnight, the
 * hours of the evening before may still run, also into a closed day. A point that closes at one moment and opens at the
 * same moment never closes.
 */
export const openUntil = (instant: number, point: OpeningHours): number | undefined => {
  const today = localTimeOf(instant, point.timezone).date;
  let until = Number.NEGATIVE_INFINITY;
  for (const days of [-1, 0, 1]) {
    const hours = hoursOf(addDays(today, days), point);
    if (!hours) continue;
    if (hours.opens <= until) until = Math.max(until, hours.closes);
    else if (hours.opens <= instant) until = hours.closes;
  }
  return until > instant ? until : undefined;
};

/** A point whose week has no open day does not say when it is open. */
export const hasHours = ({ working_hours }: Pick<OpeningHours, 'working_hours'>): boolean =>
  working_hours.some(({ is_open }) => is_open);

/** Whether a closed day or special hours say that the point is closed at an instant, and not its usual week alone. */
export const isSpeciallyClosed = (instant: number, point: OpeningHours): boolean => {
  if (openUntil(instant, point) !== undefined) return false;
  const { date } = localTimeOf(instant, point.timezone);
  return point.special_days[date] !== undefined || openUntil(instant, { ...point, special_days: {} }) !== undefined;
};
