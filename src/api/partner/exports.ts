import type pg from 'pg';
import { z } from 'zod';
import { addDays } from '../../domain/reservations/local-clock.ts';
import { type ExportName, type ExportPage, readExport } from '../../projections/orders/cheques/queries-export.ts';
import { acceptedType } from '../http/accepted-type.ts';
import { queryAfter, queryLimit } from '../http/query.ts';
import { type Answer, defineRoute, type Route } from '../http/route.ts';
import { checkPeriod } from '../period.ts';
import { type CsvRow, toCsv } from './exports-csv.ts';
import { chequeLineRow, chequeRow, returnRow } from './exports-schema.ts';
import { periodQuery, requirePointIds } from './report-query.ts';

const MAX_DAYS = 31;
const MAX_ROWS = 1_000;

const query = periodQuery.extend({
  after_id: queryAfter(),
  limit: queryLimit(MAX_ROWS, MAX_ROWS),
});

const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv';

interface Export {
  readonly path: string;
  readonly name: ExportName;
  /** The name of the rows in the answer. */
  readonly list: string;
  readonly summary: string;
  readonly row: z.ZodObject;
}

const EXPORTS: readonly Export[] = [
  {
    path: '/export/cheques',
    name: 'cheques',
    list: 'cheques',
    row: chequeRow,
    summary: 'Closed cheques by the business day of their closing',
  },
  {
    path: '/export/cheque-lines',
    name: 'cheque_lines',
    list: 'cheque_lines',
    row: chequeLineRow,
    summary: 'Dishes and modifiers of closed cheques',
  },
  {
    path: '/export/returns',
    name: 'returns',
    list: 'returns',
    row: returnRow,
    summary: 'Returns by their own business day',
  },
];

const DESCRIPTION = `Records by ascending id. While \`has_more\` is true, ask again with \`after_id\` equal to \`next_after_id\`,
which is the last id there was. A cheque may be closed, reopened or returned later than its neighbours: reload the last
3 days every day and replace by id. With \`Accept: ${NDJSON}\` a record a line, with \`Accept: ${CSV}\` a table; then the
headers \`X-Has-More\` and \`X-Next-After-Id\` tell how to go on.`;

/** See docs/domain.md#exports-and-reports. */
export const exportRoutes = (pool: pg.Pool): Route[] => EXPORTS.map((definition) => exportRoute(pool, definition));

const exportRoute = (pool: pg.Pool, { path, name, list, summary, row }: Export): Route => {
  const page = { date_from: z.iso.date(), date_to: z.iso.date(), [list]: z.array(row) };
  return defineRoute({
    method: 'get',
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
          'X-Has-More': 'As `has_more`; not with JSON',
          'X-Next-After-Id': 'As `next_after_id`; not with JSON',
        },
        orJson: z.object({ ...page, has_more: z.boolean(), next_after_id: z.int() }),
      },
    },
    errors: [404],
    handler: async (request) => {
      const { date_from, date_to, point_id, after_id, limit } = request.query;
      checkPeriod({ date_from, date_to }, MAX_DAYS);
      const point_ids = await requirePointIds(pool, request, point_id);
      const days = daysBetween(date_from, date_to);
      const type = acceptedType(request.req, [JSON_TYPE, NDJSON, CSV]);
      const filter = { brand_id: request.brandId, point_ids, days, after_id, limit };
      const found = await readExport(pool, name, filter);
      const next_after_id = found.last_id ?? after_id;
      if (type === NDJSON || type === CSV) {
        const text = type === CSV ? table(row, found) : found.rows.map((line) => `${line}\n`).join('');
        return otherwise(type, text, found.has_more, next_after_id);
      }
      const head = `{"date_from":"${date_from}","date_to":"${date_to}","${list}":[`;
      const tail = `],"has_more":${found.has_more},"next_after_id":${next_after_id}}`;
      return { bytes: Buffer.from(head + found.rows.join(',') + tail), headers: { Vary: 'Accept' } };
    },
  });
};

const table = (row: z.ZodObject, { rows }: ExportPage): string =>
  toCsv(Object.keys(row.shape), JSON.parse(`[${rows.join(',')}]`) as CsvRow[]);

const otherwise = (type: string, text: string, hasMore: boolean, nextAfterId: number): Answer => ({
  bytes: Buffer.from(text),
  contentType: `${type}; charset=utf-8`,
  headers: { Vary: 'Accept', 'X-Has-More': String(hasMore), 'X-Next-After-Id': String(nextAfterId) },
});

/** Both included. */
const daysBetween = (from: string, to: string): string[] => {
  const days = [from];
  while (days.at(-1) !== to) days.push(addDays(days.at(-1)!, 1));
  return days;
};
