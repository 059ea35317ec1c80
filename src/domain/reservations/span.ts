import { invalid } from '../refusal.ts';
import type { BookPoint, WantedTime } from './commands.ts';
import type { Reservation } from './events.ts';
import { openUntil } from './hours.ts';
import { addDays, instantOf, localTimeOf } from './local-clock.ts';

/** When a reservation is, on the point's clock and as instants. */
export type Span = Pick<Reservation, 'date' | 'start_time' | 'end_time' | 'starts_at' | 'ends_at' | 'duration_minutes'>;

/** The bounds of the contract. A point's own bounds may be tighter, never wider. */
export const SHORTEST_MINUTES = 15;
export const LONGEST_MINUTES = 12 * 60;
export const MAX_DAYS_AHEAD = 90;

const MINUTE_MS = 60_000;

/**
 * Finds the instants of local times. An end earlier than the start is on the day after. Throws 400 for a time that the
 * clock skips, an end equal to the start, and a length out of bounds.
 */
export const spanOf = (wanted: WantedTime, point: BookPoint, startField = 'start_time'): Span => {
  const { timezone, reservation_rules } = point;
  const { date, start_time } = wanted;
  const start = existing(date, start_time, timezone, startField);
  const end = endOf(wanted, start, timezone) ?? start + reservation_rules.default_duration_minutes * MINUTE_MS;
  const duration_minutes = (end - start) / MINUTE_MS;

  const field =
    wanted.duration_minutes === undefined && wanted.end_time !== undefined ? 'end_time' : 'duration_minutes';
  requireDuration(duration_minutes, point, field);

  const end_time = localTimeOf(end, timezone).time;
  const [starts_at, ends_at] = [new Date(start).toISOString(), new Date(end).toISOString()];
  return { date, start_time, end_time, starts_at, ends_at, duration_minutes };
};

/** Throws reservation_too_short, reservation_too_long (400). */
export const requireDuration = (minutes: number, { reservation_rules }: BookPoint, field: string): void => {
  const min = Math.max(SHORTEST_MINUTES, reservation_rules.min_duration_minutes);
  const max = Math.min(LONGEST_MINUTES, reservation_rules.max_duration_minutes);
  if (minutes < min) throw invalid('reservation_too_short', { field, min });
  if (minutes > max) throw invalid('reservation_too_long', { field, max });
};

const endOf = (wanted: WantedTime, start: number, timezone: string): number | undefined => {
  const { date, start_time, end_time, duration_minutes } = wanted;
  const byDuration = duration_minutes === undefined ? undefined : start + duration_minutes * MINUTE_MS;
  if (end_time === undefined) return byDuration;
  if (end_time === start_time) throw invalid('reservation_without_duration', { field: 'end_time' });
  // A request may have both an end and a duration if they agree. In the night when the clock goes back, an end may mean
  // two instants: the duration says which one.
  if (byDuration !== undefined && localTimeOf(byDuration, timezone).time === end_time) return byDuration;
  if (byDuration !== undefined) throw invalid('end_time_contradicts_duration', { field: 'end_time' });
  return existing(end_time < start_time ? addDays(date, 1) : date, end_time, timezone, 'end_time');
};

const existing = (date: string, time: string, timezone: string, field: string): number => {
  const instant = instantOf({ date, time }, timezone);
  if (instant === undefined) throw invalid('local_time_missing', { field });
  return instant;
};

/** The bounds on the times at which a guest may be booked. */
export interface Bounds {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Local date. */
  readonly last_day: string;
  /** The shortest stay before closing. */
  readonly min_minutes: number;
}

export const boundsOf = (point: BookPoint, now: number): Bounds => ({
  now,
  last_day: addDays(localTimeOf(now, point.timezone).date, daysAhead(point)),
  min_minutes: point.reservation_rules.min_duration_minutes,
});

/**
 * Whether a guest may be booked for that time: it is not in the past, not too many days ahead, and the point is open
 * for long enough. Offered slots and bookings are checked by this same function.
 */
export const bookable = (
  start: number,
  date: string,
  closes: number | undefined,
  { now, last_day, min_minutes }: Bounds,
): 'yes' | 'past' | 'too_far' | 'closed' => {
  if (start < now) return 'past';
  if (date > last_day) return 'too_far';
  return closes !== undefined && start + min_minutes * MINUTE_MS <= closes ? 'yes' : 'closed';
};

const bookableSpan = ({ starts_at, date }: Span, point: BookPoint, now: number) => {
  const start = Date.parse(starts_at);
  const closes = openUntil(start, point);
  return bookable(start, date, closes, boundsOf(point, now));
};

export const isBookable = (span: Span, point: BookPoint, now: number): boolean =>
  bookableSpan(span, point, now) === 'yes';

/** Throws 400 where `bookable` says no. */
export const requireBookable = (span: Span, point: BookPoint, at: string): void => {
  switch (bookableSpan(span, point, Date.parse(at))) {
    case 'past':
      throw invalid('reservation_in_past', { field: 'start_time' });
    case 'too_far':
      throw invalid('reservation_too_far_ahead', { field: 'date', days: daysAhead(point) });
    case 'closed':
      throw invalid('reservation_outside_hours', { field: 'start_time' });
    case 'yes':
  }
};

const daysAhead = ({ reservation_rules }: BookPoint): number =>
  Math.min(MAX_DAYS_AHEAD, reservation_rules.max_days_ahead);
