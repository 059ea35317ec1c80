import type pg from 'pg';
import { z } from 'zod';
import { integer } from '../../../commands/fields/fields.ts';
import { countGroups, mayBeTooLarge, readByCost } from '../../../projections/reports/olap/cost.ts';
import { DIMENSION_NAMES } from '../../../projections/reports/olap/dimensions.ts';
import type { Scope } from '../../../projections/reports/olap/model.ts';
import { mostGroups } from '../../../projections/reports/olap/most-groups.ts';
import { type Plan, planOf } from '../../../projections/reports/olap/plan.ts';
import { readReport } from '../../../projections/reports/olap/read-report.ts';
import { columnsOf } from '../../../projections/reports/olap/report-sql.ts';
import { requireFewRows } from '../../../projections/reports/report-size.ts';
import type { ReadSnapshot, Snapshot } from '../../../projections/reports/snapshot.ts';
import { CSV, NDJSON } from '../../http/media-types.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { RouteRequest } from '../../http/route-request.ts';
import { csvQuery } from '../exports-csv.ts';
import { requirePointIds } from '../report-query.ts';
import { asOfSchema, bodyAsOf } from './as-of.ts';
import { MAX_GROUPINGS, MAX_ROWS, questionFields, questionOf } from './olap-body.ts';
import { viewColumn } from './olap-columns.ts';
import { createJsonWriter, createRowsWriter, headOf } from './olap-writer.ts';
import type { Pieces } from './pieces.ts';
import { type Asked, reportResponse, reportType } from './report-answer.ts';
import { type Begin, streamedReport } from './streamed-report.ts';

export interface OlapDependencies {
  readonly pool: pg.Pool;
  readonly readSnapshot: ReadSnapshot;
}

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();
export const values = z.record(z.string(), value);

export const columnSchema = z.object({
  name: z.string(),
  title: z.string(),
  type: z.string(),
  role: z.enum(['dimension', 'measure']),
});

const answer = z.object({
  kind: questionFields.kind,
  date_from: z.iso.date(),
  date_to: z.iso.date(),
  as_of: asOfSchema,
  columns: z.array(columnSchema),
  rows: z.array(values).meta({ description: 'A value for each column' }),
  totals: values.meta({
    description: 'Of all facts that pass the filters of groupings; filters of measures and the limit leave them alone',
  }),
  subtotals: z
    .array(z.object({ key: values, values }))
    .meta({ description: 'Of each beginning of group_by, and as subtotals_by asks; shortest first' }),
  rows_count: z.int().meta({ description: 'Rows in the answer' }),
  has_more: z.boolean().meta({ description: 'There are more rows than the limit' }),
});

const DESCRIPTION = `Cheques, payments, returns, deletions or attendance shifts, grouped and measured as asked. GET
/reports/olap/columns lists the groupings and measures of each kind. A measure that is told of whole cheques has no
groupings or filters by product. Groups go by id, and show the names of the moment of the report. Distinct values and quotients are
computed anew in totals and subtotals: rows do not add up to them.`;

/** What the routes of OLAP have in common. */
export const olapRoute = {
  audience: 'partner',
  permission: 'reports',
  limit: 'reports',
  tags: ['Reports'],
} as const;

/** See docs/reports.md. */
export const olapReportRoute = ({ pool, readSnapshot }: OlapDependencies): Route =>
  defineRoute({
    ...olapRoute,
    method: 'post',
    operationId: 'runOlapReport',
    path: '/reports/olap',
    summary: 'Sales, payments, returns, deletions or labor in any grouping, at most 366 days',
    description: DESCRIPTION,
    query: z.object(csvQuery),
    body: z.object({
      ...questionFields,
      limit: integer()
        .min(1)
        .max(MAX_ROWS)
        .optional()
        .meta({
          description: `The first so many rows. Left out: all rows; more than ${MAX_ROWS} are refused`,
        }),
      subtotals: z.boolean().default(false).meta({ description: 'Of each beginning of group_by' }),
      subtotals_by: z
        .array(z.array(z.enum(DIMENSION_NAMES)).max(MAX_GROUPINGS))
        .max(MAX_GROUPINGS)
        .optional()
        .meta({ description: 'Further subtotals, each by some of group_by' }),
      as_of: bodyAsOf(),
    }),
    responses: { 200: reportResponse(answer, 'A report') },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id } = request.body;
      const plan = planOf(questionOf(request.body));
      const pointIds = await requirePointIds(pool, request, point_id);
      const { brandId: brand_id, signal } = request;
      const asked = { brand_id, as_of, readModels: plan.kind.readModels, signal };
      const scoped = { plan, scopeOf: ({ valid }: Snapshot) => scopeOf(plan, brand_id, pointIds, valid) };
      return streamedReport(request, (pieces, begin) =>
        readByCost(readSnapshot, asked, scoped, async (snapshot, scope, cost) => {
          // It may have waited for its turn, and others of the key were not read meanwhile.
          request.unread.requireRoom();
          if (cost.weight === 'heavy') pieces.mayWait();
          if (mayBeTooLarge(plan, cost) && (await mostGroups(snapshot.db, plan, scope)) > MAX_ROWS)
            requireFewRows(await countGroups(snapshot.db, plan, scope, cost));
          await writeReport(plan, request, scope, { snapshot, pieces, begin });
        }),
      );
    },
  });

/** Whose facts a plan reads. */
export const scopeOf = (plan: Plan, brandId: string, pointIds: readonly string[] | null, valid: Snapshot['valid']) => ({
  brandId,
  pointIds,
  valid,
  dateFrom: plan.question.date_from,
  dateTo: plan.question.date_to,
});

interface Writing {
  readonly snapshot: Snapshot;
  readonly pieces: Pieces;
  readonly begin: Begin;
}

const writeReport = async (
  plan: Plan,
  { req, query, language }: Asked & Pick<RouteRequest, 'language'>,
  scope: Scope,
  { snapshot: { db, moment }, pieces, begin }: Writing,
): Promise<void> => {
  const { question } = plan;
  const { limit = MAX_ROWS, kind, date_from, date_to } = question;
  const columns = columnsOf(plan);
  const type = reportType(req);
  const options = { bytes: pieces, columns, language, limit };
  const isRows = type === CSV || type === NDJSON;
  const json = createJsonWriter(options);
  const writer = isRows ? createRowsWriter(type === CSV ? query : null, options) : json;
  if (!isRows) {
    const about = { kind, date_from, date_to, as_of: moment, columns: columns.map((one) => viewColumn(one, language)) };
    json.begin(headOf(about));
  }
  await readReport(db, plan, scope, {
    limits: { read: limit + 1, rows: question.limit === undefined ? MAX_ROWS : limit + 1, subtotals: MAX_ROWS },
    begin: ({ rows, subtotals }) => {
      if (question.limit === undefined) requireFewRows(rows);
      requireFewRows(subtotals);
      begin({ rows: Math.min(rows, limit), moment });
    },
    take: (row) => writer.take(row),
    pause: pieces.pause,
  });
  writer.end();
};
