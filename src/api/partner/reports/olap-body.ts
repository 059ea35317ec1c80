import { z } from 'zod';
import { integer, text, uuid } from '../../../commands/fields/fields.ts';
import { DIMENSION_NAMES } from '../../../projections/reports/olap/dimensions.ts';
import { COLUMNS, KIND_NAMES, MEASURE_NAMES } from '../../../projections/reports/olap/kinds.ts';
import type { ColumnType } from '../../../projections/reports/olap/model.ts';
import type { Question } from '../../../projections/reports/olap/question.ts';
import { commaSeparated, queryDate } from '../../http/query.ts';
import { checkPeriod } from '../../period.ts';

const MAX_DAYS = 366;
export const MAX_GROUPINGS = 7;
const MAX_MEASURES = 20;
/** Of the values in a filter, and of points. */
const MAX_VALUES = 1_000;
export const MAX_ROWS = 50_000;

const date = () => queryDate();

/** A value of a column. */
export const valueSchema = (type: ColumnType): z.ZodType<string | number | boolean> => {
  if (type === 'id') return integer().min(0);
  if (type === 'integer') return integer();
  if (type === 'uuid') return uuid();
  if (type === 'date') return date();
  if (type === 'boolean') return z.boolean();
  return type === 'string' ? text(255) : z.number();
};

/** Unknown tests are refused: a filter that does nothing would answer wrong numbers. */
const filterOf = (type: ColumnType) => {
  const values = z.array(valueSchema(type).nullable()).max(MAX_VALUES).optional();
  const bound = valueSchema(type).optional();
  return z.strictObject({ in: values, not_in: values, ...(type !== 'boolean' && { from: bound, to: bound }) });
};

const filters = z
  .object(Object.fromEntries(COLUMNS.map(({ name, type }) => [name, filterOf(type).optional()])))
  .catchall(z.unknown())
  .meta({
    description: `By grouping or measure; all must hold. \`in\` and \`not_in\`: values or ids of a grouping, null is nothing.
\`from\` and \`to\`, both included: of a time, or of a measure, where they choose among the rows`,
  });

const pointIds = z
  .union([z.string().transform(commaSeparated), z.array(z.string())])
  .pipe(z.array(uuid()).max(MAX_VALUES))
  .meta({ description: 'UUIDs, or one text of them, separated by commas. Left out: the points of the key' });

/** What every request to OLAP says. */
export const questionFields = {
  kind: z.enum(KIND_NAMES),
  date_from: date().meta({ description: 'Business day' }),
  date_to: date().meta({ description: `Business day, included; at most ${MAX_DAYS} days` }),
  point_id: pointIds.optional(),
  group_by: z
    .array(z.enum(DIMENSION_NAMES))
    .max(MAX_GROUPINGS)
    .default([])
    .meta({ description: 'None: one row. An entity gives the columns `<name>_id` and `<name>_name`' }),
  measures: z.array(z.enum(MEASURE_NAMES)).min(1).max(MAX_MEASURES),
  filters: filters.optional(),
  order_by: z
    .array(text(64))
    .max(MAX_GROUPINGS + MAX_MEASURES)
    .default([])
    .meta({
      description: `Names of group_by and measures; \`-\` before one: descending. Unless told: the first time grouping, else the
first measure descending. Ties by all groupings; null comes last`,
    }),
};

type Body = Omit<Question, 'filters' | 'limit' | 'subtotals' | 'subtotals_by'> & {
  readonly filters?: object | undefined;
  readonly limit?: number | undefined;
  readonly subtotals?: boolean | undefined;
  readonly subtotals_by?: Question['subtotals_by'] | undefined;
};

/**
 * The question of a checked body. The schema of the filters is made from the list of columns, so TypeScript does not know
 * its members. Throws a Refusal for a period that ends before it begins, or is too long.
 */
export const questionOf = (body: Body): Question => {
  checkPeriod(body, MAX_DAYS);
  const { filters: asked = {}, limit, subtotals = false, subtotals_by = [], ...rest } = body;
  return { ...rest, filters: asked as Question['filters'], limit, subtotals, subtotals_by };
};
