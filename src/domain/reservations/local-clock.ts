import { remembered } from '../collections/remembered.ts';
import { instantOfWall, toLocalTimestamp } from '../local-time.ts';

/** Opening and closing of a day are asked for with every time of that day. */
const nearestInstants = remembered<number>(10_000);

export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
}

/**
 * The instant (milliseconds) of a date and a local time. If the clock shows it twice, the first one. Undefined if the
 * clock skips it.
 */
export const instantOf = ({ date, time }: LocalTime, timezone: string): number | undefined =>
  instantOfWall(Temporal.PlainDateTime.from(`${date}T${time}`), timezone);

/**
 * The same, but a time that the clock skips counts as the moment when the clock goes forward. `24:00` is the end of the
 * day.
 */
export const nearestInstantOf = ({ date, time }: LocalTime, timezone: string): number =>
  nearestInstants(`${date} ${time} ${timezone}`, () => {
    const [day, clock] = time === '24:00' ? [addDays(date, 1), '00:00'] : [date, time];
    const wall = Temporal.PlainDateTime.from(`${day}T${clock}`);
    const zoned = wall.toZonedDateTime(timezone, { disambiguation: 'earlier' });
    const shown = zoned.toPlainDateTime().equals(wall) ? zoned : zoned.getTimeZoneTransition('next');
    return (shown ?? zoned).epochMilliseconds;
  });

export const localTimeOf = (instant: number, timezone: string): LocalTime => {
  const local = toLocalTimestamp(new Date(instant).toISOString(), timezone);
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
};

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** 1 Monday to 7 Sunday. */
export const dayOfWeek = (date: string): number => new Date(date).getUTCDay() || 7;

/** The first instant of the next day on the point's clock. */
export const endOfDay = (instant: number, timezone: string): number =>
  nearestInstantOf({ date: localTimeOf(instant, timezone).date, time: '24:00' }, timezone);
