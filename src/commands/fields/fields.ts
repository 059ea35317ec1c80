import { z } from 'zod';
import { hasAtMostThreePlaces, toThreePlaces } from '../../domain/money.ts';
import { isStorable } from '../../domain/storable-text.ts';
import { SMALLEST_UNIT } from './answer-fields.ts';

/** Marks an issue whose field should have been an integer: zod only says that it is no number. */
export const NOT_INTEGER = 'not an integer';

/** Marks an issue whose field should have been a time of day: zod only says that a pattern does not fit. */
export const NOT_TIME = 'not a time of day';

/**
 * The field types of every body and query. Each has bounds: accepted values fit the log, the read models' columns and
 * integer arithmetic. Text is well-formed Unicode without NUL, which Postgres text cannot hold.
 */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorable, { params: { code: 'field_not_text' } });

/** Something that a reader sees: not a space, a mark of direction, a joiner or a filler. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows nothing. As an id it names nothing, and two who send it would get one thing. */
export const isBlank = (value: string): boolean => !VISIBLE.test(value);

/** What somebody tells people. Text that shows nothing tells nothing: it is null, as if it had not been given. */
export const words = (max = 255) => text(max).transform((value) => (isBlank(value) ? null : value));

/** Text that is not blank. Also for ids that the outside gives. */
export const name = (max = 255) =>
  text(max)
    .min(1)
    .refine((value) => !isBlank(value), { params: { code: 'field_empty' } })
    .meta({ pattern: '\\S' });

/** A value that is no number is reported as no integer: the contract names the expected type. */
export const integer = () => z.int({ error: (issue) => (issue.code === 'invalid_type' ? NOT_INTEGER : undefined) });

/** An integer id. */
export const id = () => integer().positive().meta({ maximum: Number.MAX_SAFE_INTEGER });

/** Any UUID-shaped string of any version: an unknown one is a 404, not malformed. */
export const uuid = () => z.guid().transform((value) => value.toLowerCase());

/** A non-negative amount in the brand's smallest unit. */
export const money = () => integer().min(0).max(1_000_000_000_000).meta({ description: SMALLEST_UNIT });

/** What somebody has, or owes (below zero), in the brand's smallest unit. */
export const balance = () =>
  integer().min(-1_000_000_000_000).max(1_000_000_000_000).meta({ description: SMALLEST_UNIT });

/** A positive quantity with at most 3 decimal places. The noise of a client's own sums (0.1 + 0.2) is rounded off. */
export const quantity = () =>
  z
    .number()
    .positive()
    .max(99_999)
    .refine(hasAtMostThreePlaces, { params: { code: 'quantity_too_precise' } })
    .overwrite(toThreePlaces)
    .meta({ description: 'With at most 3 decimal places' });

/** Percent from 0 with at most 3 decimal places. */
export const percent = (max: number) => decimal(max).meta({ description: 'Percent, with at most 3 decimal places' });

/** From 0 with at most 3 decimal places. */
export const decimal = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine(hasAtMostThreePlaces, { params: { code: 'quantity_too_precise' } })
    .overwrite(toThreePlaces);

/** Units on the stop-list: 0 means none left. */
export const stopQuantity = () => decimal(999_999).meta({ description: 'With at most 3 decimal places' });

export const sortOrder = () => integer().min(-1_000_000).max(1_000_000);

export const latitude = () => z.number().min(-90).max(90);
export const longitude = () => z.number().min(-180).max(180);

/** `YYYY-MM-DD`, a day that exists. The days around it must have years of four digits too. */
export const calendarDate = () =>
  z.iso.date().refine((value) => !/^(0000|9999)/.test(value), { params: { code: 'field_not_date' } });

/** `HH:MM`, 00:00 to 23:59. */
export const timeOfDay = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, NOT_TIME);

/** `HH:MM`, 00:00 to 24:00. */
export const endOfDay = () => z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, NOT_TIME);

/**
 * An ISO 8601 instant with an offset or Z, to the minute at least; answers it in UTC. Years are 0001 to 9999: Postgres has
 * no year 0.
 */
export const instant = () =>
  z
    .string()
    .meta({ format: 'date-time', description: 'ISO 8601 with an offset or Z' })
    .transform(instantInFull)
    .pipe(z.iso.datetime({ offset: true }))
    .refine((value) => !isTooFine(value), { params: { code: 'field_not_timestamp' }, abort: true })
    .transform((value) => Temporal.Instant.from(value).toString({ smallestUnit: 'millisecond' }))
    .refine(hasYearOfPostgres, { params: { code: 'field_not_timestamp' } });

/** Finer than nanoseconds: well-formed, but more than a Temporal.Instant reads. */
export const isTooFine = (instant: string): boolean => /\.\d{10}/.test(instant);

/** Years 0001 to 9999. `instant`: in UTC, as a Temporal.Instant writes it. */
export const hasYearOfPostgres = (instant: string): boolean => /^(?!0000)\d{4}-/.test(instant);

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:[.,]\d+)?)?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)$/;

/**
 * An instant with the parts that the standard lets you leave out: the seconds, the colon of an offset or its minutes; a
 * comma instead of a point.
 */
export const instantInFull = (value: string): string => {
  const [whole, minute, second = ':00', utc, hours, minutes = '00'] = INSTANT.exec(value) ?? [];
  if (whole === undefined) return value;
  return `${minute}${second.replace(',', '.')}${utc ?? `${hours}:${minutes}`}`;
};

export const url = () =>
  text(2_048)
    .refine((value) => URL.canParse(value), { params: { code: 'field_not_url' } })
    .meta({ format: 'uri' });

/** Of a picture. Partners' pages show it as it is, so it must contain nothing that a browser would run. */
export const pictureUrl = () => url().refine((value) => /^https?:/i.test(value), { params: { code: 'field_not_url' } });

/**
 * Names of the zone database that Postgres, which computes local times for exports and analysts' views, reads as
 * abbreviations: one offset all year. In summer time the two would be an hour apart.
 */
const ABBREVIATIONS = new Set(['CET', 'EET', 'EST', 'HST', 'MET', 'MST', 'WET']);

/**
 * An IANA zone's name as the zone database writes it. A bare offset is not accepted, because it knows no summer time.
 * Neither is an abbreviation, except those of UTC, which mean the same everywhere.
 */
export const timezone = () =>
  text(64)
    .refine(isZoneName, { params: { code: 'timezone_unknown' } })
    .transform((zone) => new Temporal.ZonedDateTime(0n, zone).timeZoneId);

const isZoneName = (zone: string): boolean => {
  if (/^[+-]/.test(zone) || ABBREVIATIONS.has(zone.toUpperCase())) return false;
  try {
    return new Temporal.ZonedDateTime(0n, zone).timeZoneId !== '';
  } catch {
    return false;
  }
};
