import type pg from 'pg';
import { z } from 'zod';
import { addDays } from '../../domain/reservations/local-clock.ts';
import type { ExportName } from '../../projections/orders/cheques/export-columns.ts';
import { type ExportPage, readExport } from '../../projections/orders/cheques/queries-export.ts';
import type { ReadSnapshot } from '../../projections/reports/snapshot.ts';
import { CSV, NDJSON } from '../http/media-types.ts';
import { queryAfter, queryLimit } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { checkPeriod } from '../period.ts';
import { type CsvForm, csvHead, csvQuery, csvRows } from './exports-csv.ts';
import { chequeLineRow, exportedCheque, exportedReturn } from './exports-schema.ts';
import { periodQuery, requirePointIds } from './report-query.ts';
import { asOfSchema, queryAsOf } from './reports/as-of.ts';
import { inSlices, reportHeaders, reportType, rowsAnswer } from './reports/report-answer.ts';

const MAX_DAYS = 31;
const MAX_ROWS = 1_000;

const query = periodQuery.extend({
  after_id: queryAfter(),
  limit: queryLimit(MAX_ROWS, MAX_ROWS),
  as_of: queryAsOf(),
  ...csvQuery,
});

interface Export {
  readonly operationId: string;
  readonly path: string;
  readonly name: ExportName;
  /** The name of the rows in the answer. */
  readonly list: string;
  readonly summary: string;
  readonly row: z.ZodObject;
}

const EXPORTS: readonly Export[] = [
  {
    operationId: 'exportCheques',
    path: '/export/cheques',
    name: 'cheques',
    list: 'cheques',
    row: exportedCheque,
    summary: 'Closed cheques by the business day of their closing',
  },
  {
    operationId: 'exportChequeLines',
    path: '/export/cheque-lines',
    name: 'cheque_lines',
    list: 'cheque_lines',
    row: chequeLineRow,
    summary: 'Dishes and modifiers of closed cheques',
  },
  {
    operationId: 'exportReturns',
    path: '/export/returns',
    name: 'returns',
    list: 'returns',
    row: exportedReturn,
    summary: 'Returns by their own business day',
  },
];

const DESCRIPTION = 'A page of them by ascending id. How to go on, and what to load again, the heading says.';

/** See docs/domain.md#exports-and-reports. */
export const exportRoutes = (deps: ExportDependencies): Route[] =>
  EXPORTS.map((definition) => exportRoute(deps, definition));

interface ExportDependencies {
  readonly pool: pg.Pool;
  readonly readSnapshot: ReadSnapshot;
}

const exportRoute = (
  { pool, readSnapshot }: ExportDependencies,
  { operationId, path, name, list, summary, row }: Export,
): Route => {
  const page = { date_from: z.iso.date(), date_to: z.iso.date(), as_of: asOfSchema, [list]: z.array(row) };
  return defineRoute({
    method: 'get',
    operationId,
    path,
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Exports'],
    summary,
    description: DESCRIPTION,
    query,
    responses: {
      200: {
        contentType: [NDJSON, CSV],
        description: 'A page of records',
        headers: {
          ...reportHeaders,
          'X-Has-More': 'As `has_more`; not with JSON',
          'X-Next-After-Id': 'As `next_after_id`; not with JSON',
        },
        orJson: z.object({ ...page, has_more: z.boolean(), next_after_id: z.int() }),
      },
    },
    errors: [404],
    handler: async (request) => {
      const { date_from, date_to, point_id, after_id, limit, as_of } = request.query;
      checkPeriod({ date_from, date_to }, MAX_DAYS);
      const point_ids = await requirePointIds(pool, request, point_id);
      const days = daysBetween(date_from, date_to);
      const type = reportType(request.req);
      const { brandId: brand_id, signal } = request;
      const filter = { brand_id, point_ids, days, after_id, limit };
      const asked = { brand_id, as_of, readModels: ['cheques', 'venue'], signal };
      const { found, moment } = await readSnapshot(asked, async (snapshot) => ({
        found: await readExport(snapshot, name, filter),
        moment: snapshot.moment,
      }));
      const next_after_id = found.last_id ?? after_id;
      if (type === NDJSON || type === CSV) {
        const bytes = type === CSV ? await table(request.query, row, found) : Buffer.from(linesOf(found));
        const headers = { 'X-Has-More': String(found.has_more), 'X-Next-After-Id': String(next_after_id) };
        return rowsAnswer(type, bytes, { rows: found.rows.length, moment, headers });
      }
      const head = `{"date_from":"${date_from}","date_to":"${date_to}","as_of":${JSON.stringify(moment)},"${list}":[`;
      const tail = `],"has_more":${found.has_more},"next_after_id":${next_after_id}}`;
      return { bytes: Buffer.from(head + found.rows.join(',') + tail), headers: { Vary: 'Accept' } };
    },
  });
};

const linesOf = ({ rows }: ExportPage): string => rows.map((line) => `${line}\n`).join('');

const table = async (form: CsvForm, row: z.ZodObject, { rows }: ExportPage): Promise<Buffer> => {
  const columns = Object.keys(row.shape);
  const write = (some: readonly string[]): string => csvRows(form, columns, JSON.parse(`[${some.join(',')}]`));
  return Buffer.concat([Buffer.from(csvHead(form, columns)), ...(await inSlices(rows, write))]);
};

/** Both included. */
const daysBetween = (from: string, to: string): string[] => {
  const days = [from];
  while (days.at(-1) !== to) days.push(addDays(days.at(-1)!, 1));
  return days;
};
