/** Instants are ISO 8601 in UTC. Guests and reports see the point's own clock (IANA zone). */

import { remembered } from './collections/remembered.ts';

/** The default time zone. */
export const DEFAULT_TIMEZONE = 'Asia/Tashkent';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_OFFSETS = 1_000;

/** Asking the time zone data takes longer than pricing an order, and every order asks. */
const offsets = remembered<number>(MAX_OFFSETS);

/** Clocks are changed on whole minutes, so an offset holds for a whole minute. */
const offsetMs = (time: number, timezone: string): number => {
  const minute = Math.floor(time / MINUTE_MS);
  return offsets(`${minute} ${timezone}`, () => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS).toZonedDateTimeISO(timezone);
    return zoned.offsetNanoseconds / 1_000_000;
  });
};

/** A local time. */
interface Wall {
  /** In milliseconds, as if the clock showed UTC. */
  readonly time: number;
  /** The same as ISO 8601. */
  readonly text: string;
}

/** The last answer: an order asks for its own instant again and again, and to read and write it takes a microsecond. */
let latestWall = { instant: '', timezone: '', wall: { time: Number.NaN, text: '' } };

const wallOf = (instant: string, timezone: string): Wall => {
  if (instant === latestWall.instant && timezone === latestWall.timezone) return latestWall.wall;
  const utc = Date.parse(instant);
  const time = utc + offsetMs(utc, timezone);
  const wall = { time, text: iso(time) };
  latestWall = { instant, timezone, wall };
  return wall;
};

/**
 * The instant (milliseconds since the epoch) of a local time. If the clock shows it twice, the first one. Undefined if
 * the clock skips it.
 */
export const instantOfWall = (wall: Temporal.PlainDateTime, timezone: string): number | undefined => {
  const zoned = wall.toZonedDateTime(timezone);
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : undefined;
};

const iso = (wall: number): string => new Date(wall).toISOString();

/** The contract's timestamp: `YYYY-MM-DD HH:MM:SS`, local time of the venue. */
export const toLocalTimestamp = (instant: string, timezone: string): string =>
  wallOf(instant, timezone).text.slice(0, 19).replace('T', ' ');

/** The day (`YYYY-MM-DD`) on that clock. */
export const toLocalDate = (instant: string, timezone: string): string => wallOf(instant, timezone).text.slice(0, 10);

/** Day of the week (1 Monday to 7 Sunday) and time of day (`HH:MM`) on the point's clock. */
export const toLocalDayAndTime = (instant: string, timezone: string): { day: number; time: string } => {
  const { time, text } = wallOf(instant, timezone);
  return { day: new Date(time).getUTCDay() || 7, time: text.slice(11, 16) };
};

/**
 * The business day (`YYYY-MM-DD`) of an instant: before the cutoff (`HH:MM`) it is still yesterday. Stamped into events
 * when they happen, and never computed again.
 */
export const toBusinessDate = (instant: string, timezone: string, cutoff: string): string => {
  const { time, text } = wallOf(instant, timezone);
  const isEarly = text.slice(11, 16) < cutoff;
  return (isEarly ? iso(time - DAY_MS) : text).slice(0, 10);
};
