import { asText } from '../../../database/as-text.ts';
import { lastLineOf, orderOfLine } from '../../../domain/orders/lines.ts';
import type { Snapshot } from '../../reports/snapshot.ts';
import { EXPORTS, type Export, type ExportName, listOf, type Values, WRITERS } from './export-columns.ts';

export interface ExportFilter {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  /** Business days, `YYYY-MM-DD`. */
  readonly days: readonly string[];
  /** Rows with a greater id. */
  readonly after_id: number;
  readonly limit: number;
}

export interface ExportPage {
  /** Each a JSON object. */
  readonly rows: readonly string[];
  readonly has_more: boolean;
  /** Null: the page is empty. */
  readonly last_id: number | null;
}

/**
 * Ids of a page. In the index each day's rows are sorted by id, so a page is merged from the first rows of the days,
 * and costs the same wherever the cursor is. For most days a glance is enough: when the day that begins first fills the
 * page, no row after its last one can be on it.
 */
const pageOf = (table: string, valid: Snapshot['valid']): string => {
  // Not `= any`: Postgres would search the index again for each row, instead of reading on and comparing.
  const ofDay = `brand_id = $1 and ($2::uuid[] is null or array_position($2, point_id) is not null) and ${valid('t')}`;
  const head = `select id from ${table} as t where ${ofDay} and business_date = d.day and id > $4 order by id`;
  return `
  with days as materialized (select day, (${head} limit 1) as first_id from unnest($3::date[]) as d (day)),
  first as materialized (
    select (${head} offset $5 limit 1) as last_id
    from (select day from days where first_id is not null order by first_id limit 1) as d
  )
  select h.id from days as d
  cross join lateral (
    select id from ${table} as t
    where ${ofDay} and business_date = d.day and id >= d.first_id
      and id <= coalesce((select last_id from first), ${Number.MAX_SAFE_INTEGER})
    order by id limit $5 + 1
  ) as h
  order by h.id limit $5 + 1`;
};

const compose = (asked: Export, valid: Snapshot['valid']): string => `
  select ${listOf(asked)} from (${pageOf(asked.table, valid)}) as page
  join ${asked.table} as t on t.id = page.id and ${valid('t')}${asked.join?.(valid) ?? ''} order by t.id`;

/** How many cheques are read at a time for a page of lines: a few more than most pages need. */
const chequesFor = (lines: number): number => Math.ceil(lines / 3) + 1;

/**
 * Lines have the ids and the days of their cheques, so a page of lines is found by a page of cheques: an index of lines by
 * day and id would take a quarter of all that a line takes. $4 is the cheque before the first one, $6 the line before
 * the first one, $7 how many lines. A cheque without lines has a row all the same, with its id last and all else null; but
 * not the cheque of line $6, whose lines may all have been told.
 */
const composeLines = (valid: Snapshot['valid']): string => `
  select t.*, page.id from (${pageOf(EXPORTS.cheques.table, valid)}) as page
  left join lateral (
    select ${listOf(EXPORTS.cheque_lines)} from ${EXPORTS.cheque_lines.table} as t
    where t.cheque_id = page.id and t.id > $6 and ${valid('t')}
  ) as t on true
  where t.id is not null or page.id > $4 + 1
  order by page.id, t.id limit $7`;

type Db = Snapshot['db'];

const query = async (db: Db, text: string, values: readonly unknown[]): Promise<Values[]> =>
  (await db.query<(string | null)[]>({ text, values: [...values], rowMode: 'array', types: asText })).rows;

/** So many lines, and cheques without lines; fewer, if there are no more. */
const readLines = async ({ db, valid }: Reading, filter: ExportFilter, limit: number): Promise<Values[]> => {
  const { brand_id, point_ids, days } = filter;
  const rows: Values[] = [];
  for (let { after_id } = filter; rows.length < limit; after_id = idOf(rows.at(-1)!)) {
    const missing = limit - rows.length;
    const from = [orderOfLine(after_id) - 1, chequesFor(missing), after_id, missing];
    const found = await query(db, composeLines(valid), [brand_id, point_ids, days, ...from]);
    if (found.length === 0) break;
    rows.push(...found);
  }
  return rows;
};

type Reading = Pick<Snapshot, 'db' | 'valid'>;

/** A page of closed cheques, their lines or returns, in ascending order of ids. */
export const readExport = async (reading: Reading, name: ExportName, filter: ExportFilter): Promise<ExportPage> => {
  const { brand_id, point_ids, days, after_id, limit } = filter;
  const rows =
    name === 'cheque_lines'
      ? await readLines(reading, filter, limit + 1)
      : await query(reading.db, compose(EXPORTS[name], reading.valid), [brand_id, point_ids, days, after_id, limit]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.filter(([id]) => id !== null).map(WRITERS[name]),
    has_more: rows.length > limit,
    last_id: last === undefined ? null : idOf(last),
  };
};

/** A cheque without lines is passed by with the last id that a line of it could have. */
const idOf = (row: Values): number => (row[0] === null ? lastLineOf(Number(row.at(-1))) : Number(row[0]));
