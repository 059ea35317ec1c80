import type { Request } from 'express';
import type { z } from 'zod';
import { createTurns } from '../../../concurrency/turns.ts';
import type { Moment } from '../../../projections/reports/moment.ts';
import { acceptedType } from '../../http/accepted-type.ts';
import { CSV, JSON_TYPE, NDJSON } from '../../http/media-types.ts';
import type { Answer, OtherResponse } from '../../http/route-answer.ts';
import { type CsvForm, type CsvRow, csvHead, csvRows } from '../exports-csv.ts';

/** What the caller wants the rows as. JSON holds the whole answer, the others the rows alone. */
export const reportType = (req: Request) => acceptedType(req, [JSON_TYPE, NDJSON, CSV]);

/** The headers of an answer that holds the rows alone. */
export const reportHeaders = {
  'X-Rows-Count': 'The number of rows; not with JSON',
  'X-As-Of-Position': 'As `as_of.position`; not with JSON',
} as const;

interface AboutRows {
  readonly rows: number;
  readonly moment: Moment;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The headers of an answer of rows alone. */
export const rowsHeaders = ({ rows, moment, headers }: AboutRows): Readonly<Record<string, string>> => ({
  Vary: 'Accept',
  'X-Rows-Count': String(rows),
  'X-As-Of-Position': String(moment.position),
  ...headers,
});

/** An answer of rows alone. */
export const rowsAnswer = (type: typeof NDJSON | typeof CSV, bytes: Buffer, about: AboutRows): Answer => ({
  bytes,
  contentType: `${type}; charset=utf-8`,
  headers: rowsHeaders(about),
});

export interface Report {
  /** The whole answer, with the rows under the name `list`. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly list: string;
  /** The columns of a table of the rows. */
  readonly columns: readonly string[];
  readonly moment: Moment;
}

/** What a caller wants an answer as: by its header, and by `csvQuery` of its query. */
export interface Asked {
  readonly req: Request;
  readonly query: CsvForm;
}

/** The columns of rows that may have the warning `overlap`: a column of its own only where there is one. */
export const columnsWithWarning = (
  names: readonly string[],
  rows: readonly { readonly overlap?: unknown }[],
): string[] => names.filter((name) => name !== 'overlap' || rows.some(({ overlap }) => overlap));

/** Rows that are written at once. */
const SLICE = 100;

/** What is written of many rows, with turns of others between the slices. */
export const inSlices = async <Row>(
  rows: readonly Row[],
  write: (some: readonly Row[]) => string,
): Promise<Buffer[]> => {
  const pieces: Buffer[] = [];
  const turns = createTurns();
  for (let at = 0; at < rows.length; at += SLICE) {
    pieces.push(Buffer.from(write(rows.slice(at, at + SLICE))));
    if (turns.isOver) await turns.next();
  }
  return pieces;
};

/** A report, in the form that the caller accepts. */
export const reportAnswer = async ({ req, query }: Asked, { body, list, columns, moment }: Report): Promise<Answer> => {
  const type = reportType(req);
  if (type !== NDJSON && type !== CSV) return { body, headers: { Vary: 'Accept' } };
  const rows = body[list];
  if (!Array.isArray(rows)) throw new Error(`the report has no list ${list}`);
  const write = (some: readonly CsvRow[]): string =>
    type === CSV ? csvRows(query, columns, some) : some.map((row) => `${JSON.stringify(row)}\n`).join('');
  const head = type === CSV ? [Buffer.from(csvHead(query, columns))] : [];
  const bytes = Buffer.concat([...head, ...(await inSlices(rows, write))]);
  return rowsAnswer(type, bytes, { rows: rows.length, moment });
};

/** The documentation of such an answer. */
export const reportResponse = (schema: z.ZodType, description: string): OtherResponse => ({
  contentType: [NDJSON, CSV],
  description,
  headers: reportHeaders,
  orJson: schema,
});
