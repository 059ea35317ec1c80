/** Instants are ISO 8601 in UTC; what guests and reports see is the point's own clock (IANA zone). */

/** Where nothing else is said. */
export const DEFAULT_TIMEZONE = 'Asia/Tashkent';

const zoned = (instant: string, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone);

/** The contract's timestamp: `YYYY-MM-DD HH:MM:SS`, local time of the venue. */
export const toLocalTimestamp = (instant: string, timezone: string): string =>
  zoned(instant, timezone).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');

/** Day of the week (1 Monday to 7 Sunday) and time of day (`HH:MM`) on the point's clock. */
export const toLocalDayAndTime = (instant: string, timezone: string): { day: number; time: string } => {
  const local = zoned(instant, timezone);
  return { day: local.dayOfWeek, time: local.toPlainTime().toString({ smallestUnit: 'minute' }) };
};

/**
 * The business day (`YYYY-MM-DD`) an instant belongs to: before the cutoff (`HH:MM`) it is still yesterday's. Stamped
 * into events when they happen and never recomputed.
 */
export const toBusinessDate = (instant: string, timezone: string, cutoff: string): string => {
  const local = zoned(instant, timezone);
  const date = local.toPlainDate();
  const early = Temporal.PlainTime.compare(local.toPlainTime(), Temporal.PlainTime.from(cutoff)) < 0;
  return (early ? date.subtract({ days: 1 }) : date).toString();
};
