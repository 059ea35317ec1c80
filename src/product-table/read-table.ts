import { parse } from 'csv-parse/browser/esm/sync';
import { type Column, columnOf } from './columns.ts';
import type { TableTold } from './told.ts';
import { cellOf } from './values.ts';

/** A row of a table of products: what its cells say. An empty cell says nothing. */
export interface ProductRow {
  /** From 1, as editors count. */
  readonly line: number;
  readonly values: { readonly [Name in Column]?: string | number | boolean };
  /** Prices at points, by what stands in the head of their columns. */
  readonly prices: Readonly<Record<string, number>>;
}

export interface TableProblem {
  readonly line: number;
  /** Of which cell, from 1. */
  readonly column: number;
  readonly message: string;
  /** The same for readers of other languages. */
  readonly told: TableTold;
}

export interface ProductTable {
  readonly rows: readonly ProductRow[];
  readonly problems: readonly TableProblem[];
}

const MOST_ROWS = 20_000;
const MAX_BYTES = 20 * 1024 ** 2;

/**
 * Reads a table of products as a spreadsheet saves it: separated by `;`, `,` or tabs, in UTF-8, UTF-16 or Windows-1251. It needs
 * nothing but what a browser has.
 * @param exponent of the currency: prices are written in its units
 */
export const readProductTable = (bytes: Uint8Array, exponent: number): ProductTable => {
  if (bytes.length > MAX_BYTES) return failed(1, 'the table is larger than 20 MB', { code: 'too_big' });
  const text = textOf(bytes);
  const records = recordsOf(text);
  if ('problem' in records) return failed(records.line, records.problem, { code: 'quote' });
  const [head, ...body] = records.rows;
  if (!head) return failed(1, 'the table is empty', { code: 'empty' });
  if (body.length > MOST_ROWS) {
    const told = { code: 'too_many_rows', values: { max: MOST_ROWS } } as const;
    return failed(head.line, `the table has more than ${MOST_ROWS} rows`, told);
  }
  const problems: TableProblem[] = [];
  const fail = (line: number, index: number, message: string, code: TableTold['code'], value = ''): void =>
    void problems.push({ line, column: index + 1, message, told: { code, values: { value } } });
  const columns = head.cells.map((name, index) => {
    if (name.trim() === '') return undefined;
    const column = columnOf(name);
    if (!column) fail(head.line, index, `there is no column "${name.trim()}"`, 'no_column', name.trim());
    return column;
  });
  const keys = columns.map((column) => column && `${column.column} ${column.point ?? ''}`);
  const twice = keys.findIndex((key, index) => key !== undefined && keys.indexOf(key) !== index);
  if (twice !== -1) {
    const name = head.cells[twice]!;
    fail(head.line, twice, `"${name}" names a column for the second time`, 'column_twice', name);
  }
  if (!columns.some((column) => column?.column === 'name' || column?.column === 'code')) {
    fail(head.line, 0, 'a column with the name of the product is missing, or one with its code', 'no_name_column');
  }
  if (problems.length > 0) return { rows: [], problems };
  const rows = body.flatMap(({ line, cells }): ProductRow[] => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const values: Record<string, string | number | boolean> = {};
    const prices: Record<string, number> = {};
    for (const [index, text] of cells.entries()) {
      const column = columns[index];
      if (text.trim() === '') continue;
      if (!column) {
        if (index >= columns.length) fail(line, index, 'the row has more cells than the head', 'row_too_long');
        continue;
      }
      const cell = cellOf(column.column, text, exponent);
      if ('problem' in cell) {
        fail(line, index, `${head.cells[index]!.trim()}: ${cell.problem}`, cell.code, text.trim());
      } else if (column.point !== undefined) prices[column.point] = cell.value as number;
      else values[column.column] = cell.value;
    }
    return [{ line, values, prices }];
  });
  return { rows, problems };
};

const failed = (line: number, message: string, told: TableTold): ProductTable => ({
  rows: [],
  problems: [{ line, column: 1, message, told }],
});

/** Old spreadsheets of these parts save Windows-1251: hardly any text of it is UTF-8 by chance. */
const textOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
};

/** The sign that stands most often in the first line, outside of quotes. Excel may name it there: `sep=;`. */
const separatorOf = (line: string): string => {
  const plain = line.replace(/"[^"]*"/g, '');
  const count = (sign: string) => plain.split(sign).length - 1;
  return [';', '\t', ','].reduce((most, sign) => (count(sign) > count(most) ? sign : most));
};

type Records =
  | { readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[] }
  | { readonly line: number; readonly problem: string };

const recordsOf = (text: string): Records => {
  const named = /^sep=(.)\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const skipped = named ? 1 : 0;
  try {
    const parsed = parse(body, {
      delimiter: named?.[1] ?? separatorOf(body.split(/\r?\n|\r/, 1)[0]!),
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as { readonly info: { readonly lines: number }; readonly record: string[] }[];
    return {
      rows: parsed.map(({ info, record }) => {
        // `lines` is that of the end: a cell may have several.
        const own = record.reduce((lines, cell) => lines + cell.split('\n').length - 1, 0);
        return { line: info.lines - own + skipped, cells: record };
      }),
    };
  } catch (error) {
    const { lines = 1 } = error as { readonly lines?: number };
    return { line: lines + skipped, problem: 'a quote is not closed, or stands within a cell without quotes' };
  }
};
