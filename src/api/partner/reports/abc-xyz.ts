import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { invalid } from '../../../domain/refusal.ts';
import { ABC, ABC_THRESHOLDS, XYZ } from '../../../domain/reports/abc-xyz/classes.ts';
import { BUCKETS } from '../../../domain/reports/abc-xyz/period.ts';
import { CONTRIBUTIONS, readAbcXyz } from '../../../projections/reports/abc-xyz/report.ts';
import { weightOfPeriod } from '../../../projections/reports/weight.ts';
import { queryBoolean, queryDecimal, queryIds } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { checkPeriod } from '../../period.ts';
import { csvQuery } from '../exports-csv.ts';
import { periodQuery, requirePointIds } from '../report-query.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { reportAnswer, reportResponse } from './report-answer.ts';

const MAX_DAYS = 92;
/** Percent. A coefficient of variation is at most 100 √91, a product that sells on one day of 92. */
const MAX_PERCENT = 1_000;

const percentLimit = (unlessTold: number) =>
  queryDecimal({ min: 0.01, max: MAX_PERCENT }).default(unlessTold).meta({ default: unlessTold });

const query = periodQuery.extend({
  bucket: z.enum(BUCKETS).default('week'),
  abc_by: z.enum(CONTRIBUTIONS).default('net_amount'),
  x_max: percentLimit(10),
  y_max: percentLimit(25),
  menu_ids: queryIds().optional(),
  category_ids: queryIds().optional(),
  with_series: queryBoolean().default(false).meta({ default: false }),
  as_of: queryAsOf(),
  ...csvQuery,
});

const product = z.object({
  product_id: z.int(),
  product_name: z.string().nullable(),
  unit_name: z.string().nullable(),
  quantity: z.number(),
  net_amount: amount(),
  gross_profit: z
    .number()
    .nullable()
    .meta({ description: 'Of the lines with a known cost; null where the venue keeps none' }),
  share_percent: z.number(),
  cumulative_percent: z.number(),
  abc: z.enum(ABC),
  buckets_with_sales: z.int(),
  avg_quantity: z.number(),
  std_quantity: z.number(),
  cv_percent: z.number().nullable(),
  xyz: z.enum(XYZ),
  class: z.string().meta({ description: 'Both letters' }),
});

const answer = z.object({
  date_from: z.iso.date().meta({ description: 'The first day that was analysed' }),
  date_to: z.iso.date().meta({ description: 'The last day that was analysed' }),
  active_from: z.iso
    .date()
    .nullable()
    .meta({ description: 'The day of the first cheque, if the analysis starts there; else null' }),
  bucket: z.enum(BUCKETS),
  buckets_count: z.int(),
  abc_by: z.enum(CONTRIBUTIONS),
  thresholds: z.object({ abc: z.array(z.number()), x_max: z.number(), y_max: z.number() }),
  products_count: z.int(),
  matrix: z.record(z.enum(ABC.flatMap((abc) => XYZ.map((xyz) => `${abc}${xyz}` as const))), z.int()),
  data_freshness: z.array(
    z.object({
      point_id: z.uuid(),
      point_name: z.string(),
      last_sync_at: localTimestamp()
        .nullable()
        .meta({ description: 'When its till was last heard of: a cheque, a return, a shift; null: never' }),
    }),
  ),
  products: z.array(
    product.extend({
      series: z
        .array(z.number())
        .optional()
        .meta({ description: 'Units of each bucket, from the first to the last; with with_series' }),
    }),
  ),
  as_of: asOfSchema,
});

const DESCRIPTION = `ABC: how much a product brings. By descending contribution the first 80 percent are A, those up to 95
are B, the rest is C. XYZ: how steadily it sells. The coefficient of variation of its units a bucket is up to \`x_max\`, up
to \`y_max\`, or above. Weeks are whole, Monday to Sunday, and the analysis starts no earlier than the first cheque: at
least 4 weeks, or 14 days, must be left. Returns do not alter what was sold.`;

/** See docs/reports.md#abc-xyz. */
export const abcXyzRoute = ({ pool, readSnapshot }: ReportDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getAbcXyzReport',
    path: '/reports/abc-xyz',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: 'Products by what they bring and how steadily they sell, at most 92 days',
    description: DESCRIPTION,
    query,
    responses: { 200: reportResponse(answer, 'The classes of all products that were sold') },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id, menu_ids = null, category_ids = null, ...asked } = request.query;
      const { bucket, abc_by, x_max, y_max, with_series } = asked;
      checkPeriod(asked, MAX_DAYS);
      if (y_max <= x_max) throw invalid('field_not_above', { field: 'y_max', min: x_max });
      const brand_id = request.brandId;
      const point_ids = await requirePointIds(pool, request, point_id);
      const { signal } = request;
      const reading = { brand_id, as_of, readModels: ['cheques', 'names'], signal, weight: weightOfPeriod(asked) };
      return readSnapshot(reading, async (snapshot) => {
        const whole = { ...asked, brand_id, point_ids, menu_ids, category_ids };
        const { matrix, data_freshness, products, ...analysed } = await readAbcXyz(snapshot, whole);
        const thresholds = { abc: ABC_THRESHOLDS, x_max, y_max };
        const head = { ...analysed, bucket, abc_by, thresholds, products_count: products.length };
        const body = { ...head, matrix, data_freshness, products, as_of: snapshot.moment };
        const columns = [...Object.keys(product.shape), ...(with_series ? ['series'] : [])];
        return reportAnswer(request, { body, list: 'products', columns, moment: snapshot.moment });
      });
    },
  });
