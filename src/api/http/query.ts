import { z } from 'zod';
import { instant, text, uuid } from '../../commands/fields/fields.ts';
import { POSITION_PATTERN } from '../../event-store/position-text.ts';

/**
 * The field types of queries and paths, whose values arrive as strings. They have the same bounds and error codes as
 * fields of bodies. `.meta` tells the documentation which type the string stands for.
 */

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** An integer in decimal digits, within the bounds (by default: within what a number holds exactly). */
export const queryInteger = ({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Bounds = {}) =>
  z
    .string()
    .refine((value) => /^-?\d{1,30}$/.test(value), { params: { code: 'field_not_integer' }, abort: true })
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max });

/** The number of entries on a page. */
export const queryLimit = (max: number, unlessTold: number) =>
  queryInteger({ min: 1, max })
    .default(unlessTold)
    .meta({ default: unlessTold, description: `At most so many; ${unlessTold} unless told` });

/** Where a page begins: after the last entry of the page before. */
export const queryAfter = (what = 'id') =>
  queryInteger({ min: 0 })
    .default(0)
    .meta({
      default: 0,
      description: `Those with a greater ${what}: the last of the page before; 0 for the first page`,
    });

/** Where a page of a list that goes from the newest on begins: before the last entry of the page before. */
export const queryBefore = () =>
  queryInteger({ min: 1 })
    .optional()
    .meta({ description: 'Those with a smaller id: the last of the page before; none for the first page' });

/** An integer id, in a path or a query. */
export const queryId = () => queryInteger({ min: 1 });

export const queryUuid = () => uuid().meta({ type: 'string', format: 'uuid' });

/**
 * The id in the cursor of a change feed, as the feed answers it: `null`, or nothing, where it names no change: programs
 * send back what they were answered.
 */
export const queryFeedId = <Id extends z.ZodType<unknown, string>>(id: Id) =>
  z
    .string()
    .transform((value) => (value === '' || value === 'null' ? undefined : value))
    .pipe(id.optional())
    .optional()
    .meta({
      ...id.meta(),
      type: [String(id.meta()?.type), 'null'],
      description: 'Of `next`, and only together with its `changed_since`; null: as if left out',
    });

const MAX_LISTED = 1_000;

/** The entries of a list in a query. Spaces after commas are ignored. */
export const commaSeparated = (value: string): string[] => value.split(',').map((part) => part.trim());

/** One or several of the values, separated by commas. */
export const queryList = <const Value extends string>(values: readonly Value[]) =>
  queryText()
    .transform(commaSeparated)
    .pipe(z.array(z.enum(values)).max(20))
    .meta(listed({ type: 'string', enum: [...values] }, 'One, or several separated by commas'));

/** Documents a list that a query holds in one value: `a,b,c`. */
const listed = (
  items: { readonly type: 'string' | 'integer'; readonly [key: string]: unknown },
  description: string,
) => ({
  type: 'array' as const,
  items,
  description,
  param: { style: 'form', explode: false },
});

/** Several UUIDs, separated by commas. */
export const queryUuids = () =>
  z
    .string()
    .transform(commaSeparated)
    .pipe(z.array(uuid()).max(MAX_LISTED))
    .meta(listed({ type: 'string', format: 'uuid' }, 'UUIDs, separated by commas'));

/** Several integer ids, separated by commas. */
export const queryIds = () =>
  z
    .string()
    .transform(commaSeparated)
    .pipe(z.array(queryId()).max(MAX_LISTED))
    .meta(listed({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'Ids, separated by commas'));

/** A number in decimal digits, with at most two decimal places. */
export const queryDecimal = ({ min, max }: Required<Bounds>) =>
  z
    .string()
    .refine((value) => /^-?\d{1,15}(\.\d{1,2})?$/.test(value), { params: { code: 'field_not_number' }, abort: true })
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .meta({ type: 'number', minimum: min, maximum: max, multipleOf: 0.01 });

/** `YYYY-MM-DD`, a day that exists. Postgres has no year 0. */
export const queryDate = () =>
  z.iso.date().refine((value) => !value.startsWith('0000'), { params: { code: 'field_not_date' } });

export const queryBoolean = () =>
  z
    .string()
    .refine((value) => value === 'true' || value === 'false', { params: { code: 'field_not_boolean' }, abort: true })
    .transform((value) => value === 'true')
    .meta({ type: 'boolean' });

/** The plus of an instant's offset arrives as a space if it was not escaped. */
export const withPlus = (value: string): string => value.replace(/ (?=\d\d(?::?\d\d)?$)(?<=T.*)/, '+');

/** An instant with offset; answers it in UTC. */
export const queryInstant = () =>
  z.string().transform(withPlus).pipe(instant()).meta({ type: 'string', format: 'date-time' });

export const queryText = (max = 255) => text(max);

/** How an instant may be written, for the documentation: as `instant` of a body reads it. */
export const INSTANT = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d([.,]\\d{1,9})?)?(Z|[+-]\\d\\d(:?\\d\\d)?)';

/** How a moment is written: an instant, or a position of the log. For the documentation. */
export const MOMENT = {
  pattern: `^(${POSITION_PATTERN}|${INSTANT})$`,
  description: 'ISO 8601 with an offset or Z, or a position of the log',
  example: '2026-03-03T08:00:00+05:00',
};

/** A moment as it is written: what reads it says whether it is one. */
export const queryMoment = () => queryText(64).meta(MOMENT);
