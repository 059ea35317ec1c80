import { DEFAULT_TIMEZONE, instantOfWall, toBusinessDate, toLocalDate } from '../local-time.ts';

/** The time of a mark, as partners write it (docs/domain.md#attendance). */
export type MarkTime =
  | { readonly kind: 'instant'; readonly ms: number }
  /** A local time of the point: milliseconds, as if the point's clock showed UTC. */
  | { readonly kind: 'local'; readonly wall: number };

const FORMAT =
  /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const OFFSET = /^([+-])([01]\d|2[0-3])(?::?([0-5]\d))?$/;
const UNIX = /^-?\d{1,12}$/;

const MINUTE_MS = 60_000;
/** The dates that four digits of a year can name, in any time zone. */
const FIRST_MS = Date.parse('0001-01-03T00:00:00Z');
const LAST_MS = Date.parse('9999-12-29T00:00:00Z');

/** Undefined if it cannot be read. Anything finer than milliseconds is cut off. */
export const parseMarkTime = (value: unknown): MarkTime | undefined => {
  const time = read(value);
  if (time === undefined) return undefined;
  const ms = time.kind === 'instant' ? time.ms : time.wall;
  return ms >= FIRST_MS && ms <= LAST_MS ? time : undefined;
};

const read = (value: unknown): MarkTime | undefined => {
  if (typeof value === 'number') return fromUnix(value);
  if (typeof value !== 'string') return undefined;
  if (UNIX.test(value)) return fromUnix(Number(value));
  const [whole, date, hour, minute, second = '00', fraction = '', offset] = FORMAT.exec(value) ?? [];
  if (whole === undefined) return undefined;
  const wall = Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  // 30 February is read as 2 March.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== date) return undefined;
  if (offset === undefined) return { kind: 'local', wall };
  const ahead = offsetMs(offset);
  return ahead === undefined ? undefined : { kind: 'instant', ms: wall - ahead };
};

const fromUnix = (seconds: number): MarkTime => ({ kind: 'instant', ms: Math.floor(seconds * 1_000) });

/**
 * The instant of a local time on the point's clock. If the clock shows it twice, the first one. Undefined if the clock
 * never shows it.
 */
export const instantOfMark = (time: MarkTime, timezone: string): number | undefined => {
  if (time.kind === 'instant') return time.ms;
  const wall = Temporal.Instant.fromEpochMilliseconds(time.wall).toZonedDateTimeISO('UTC').toPlainDateTime();
  return instantOfWall(wall, timezone);
};

/** The instant of a mark, in milliseconds, and its business day by the clock of a point. Undefined as for `instantOfMark`. */
export const momentOfMark = (
  read: MarkTime | undefined,
  point: { readonly timezone: string; readonly business_day_cutoff: string } | undefined,
): { readonly time: number; readonly date: string } | undefined => {
  const time = read && instantOfMark(read, point?.timezone ?? DEFAULT_TIMEZONE);
  if (time === undefined) return undefined;
  const at = new Date(time).toISOString();
  const date = point
    ? toBusinessDate(at, point.timezone, point.business_day_cutoff)
    : toLocalDate(at, DEFAULT_TIMEZONE);
  return { time, date };
};

const offsetMs = (offset: string): number | undefined => {
  if (offset.toUpperCase() === 'Z') return 0;
  const [whole, sign, hours, minutes = '00'] = OFFSET.exec(offset) ?? [];
  if (whole === undefined) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
};
