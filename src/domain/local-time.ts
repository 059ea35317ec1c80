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

/** ISO 8601 with the zone's offset at that instant, in milliseconds: `2026-03-02T14:00:00.250+05:00`. */
export const toOffsetTimestamp = (instant: string, timezone: string): string => {
  const { time, text } = wallOf(instant, timezone);
  const minutes = Math.round((time - Date.parse(instant)) / MINUTE_MS);
  const of = (count: number): string => String(count).padStart(2, '0');
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${text.slice(0, 23)}${minutes < 0 ? '-' : '+'}${of(hours)}:${of(rest)}`;
};

/**
 * The day (`YYYY-MM-DD`) on that clock. It never goes back: when a clock is put back over midnight, the new day goes on.
 */
export const toLocalDate = (instant: string, timezone: string): string => toBusinessDate(instant, timezone, '00:00');

/** Day of the week (1 Monday to 7 Sunday) and time of day (`HH:MM`) on the point's clock. */
export const toLocalDayAndTime = (instant: string, timezone: string): { day: number; time: string } => {
  const { time, text } = wallOf(instant, timezone);
  return { day: new Date(time).getUTCDay() || 7, time: text.slice(11, 16) };
};

/** No clock is put back by more: not even where a country moves over the date line. */
const LONGEST_BACK_MS = DAY_MS;

/**
 * The latest time that a clock has shown by an instant (milliseconds since the epoch), as if it showed UTC. It is what
 * the clock shows now, unless the clock was put back and does not yet show again what it had shown before.
 */
const latestShown = (utc: number, timezone: string): number => {
  const shown = utc + offsetMs(utc, timezone);
  if (offsetMs(utc - LONGEST_BACK_MS, timezone) <= shown - utc) return shown;
  // `previous` looks before its instant, so a change at this very moment is found from the next one.
  const next = Temporal.Instant.fromEpochMilliseconds(utc + 1).toZonedDateTimeISO(timezone);
  const change = next.getTimeZoneTransition('previous');
  if (!change) return shown;
  const last = change.epochMilliseconds - 1;
  return Math.max(shown, last + offsetMs(last, timezone));
};

/**
 * The business day (`YYYY-MM-DD`) of an instant. It begins when the clock first shows the cutoff (`HH:MM`) of that date, or
 * skips it, and ends when the next one begins: a clock that is put back does not bring the day before back. Stamped into
 * events when they happen, and never computed again.
 */
export const toBusinessDate = (instant: string, timezone: string, cutoff: string): string => {
  const latest = latestShown(Date.parse(instant), timezone);
  const text = iso(latest);
  const isEarly = text.slice(11, 16) < cutoff;
  return (isEarly ? iso(latest - DAY_MS) : text).slice(0, 10);
};
