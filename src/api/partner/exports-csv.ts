import { z } from 'zod';
import { queryBoolean } from '../http/query.ts';

/** A row from the JSON export: numbers, texts, nulls and lists. */
export type CsvRow = Readonly<Record<string, unknown>>;

const SEPARATORS = { ',': ',', ';': ';', tab: '\t' } as const;

/** The parameters of each answer that can be a table. */
export const csvQuery = {
  separator: z
    .enum([',', ';', 'tab'])
    .default(',')
    .meta({ default: ',', description: 'Of the cells of a table: Excel in Russian, Uzbek or Turkish opens `;`' }),
  bom: queryBoolean()
    .default(false)
    .meta({ default: false, description: 'A byte order mark before a table: by it Excel knows that it is UTF-8' }),
};

/** What a table looks like, as its query asked. */
export interface CsvForm {
  readonly separator: keyof typeof SEPARATORS;
  readonly bom: boolean;
}

/** The first signs of formulas. Full-width forms count too. */
const SIGNS = '=+\\-@＝＋－＠';
/**
 * What looks like a formula: a guest's name may be `=HYPERLINK(…)`. Spaces and quotes before it may be dropped by programs, and
 * so may white space before any text.
 */
const FORMULA = new RegExp(`^(?=[\\s"]*[${SIGNS}]|[\\t\\r\\n])`);
/** What may stand between two cells, or before a formula. Looked at as a whole: its parts would each be read to its end. */
const BETWEEN = /[,;\s"]+/g;
const IS_SIGN = new RegExp(`[${SIGNS}]`);

/**
 * The rows of a table, which stand behind its head (RFC 4180); lists as JSON text. Texts that look like formulas get an apostrophe, numbers
 * stay numbers.
 */
export const csvRows = (form: CsvForm, columns: readonly string[], rows: readonly CsvRow[]): string =>
  rows
    .map((row) =>
      csvLine(
        form,
        columns.map((column) => csvCell(row[column])),
      ),
    )
    .join('');

/** What stands before the rows: the names of the columns. */
export const csvHead = (form: CsvForm, columns: readonly string[]): string =>
  (form.bom ? '\ufeff' : '') + csvLine(form, columns);

export const csvLine = ({ separator }: CsvForm, cells: readonly string[]): string =>
  `${cells.join(SEPARATORS[separator])}\r\n`;

/**
 * A value of a row as a cell. It is quoted if it has a separator of any kind: whoever opens the file may have another one
 * in mind. Such a reader sees no quotes, so a formula inside of a text is made harmless as well.
 */
export const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return quoted(harmless(value));
  return quoted(typeof value === 'object' ? JSON.stringify(value, textsHarmless) : String(value));
};

const textsHarmless = (_: string, value: unknown): unknown => (typeof value === 'string' ? harmless(value) : value);

const harmless = (text: string): string =>
  text
    .replace(BETWEEN, (between, place: number) =>
      IS_SIGN.test(text[place + between.length] ?? '') ? beforeFormula(between) : between,
    )
    .replace(FORMULA, "'");

/**
 * A formula inside of a text, where a program that has another separator in mind lets a cell begin. Nothing but white space and
 * quotes is between that separator and the formula.
 */
const beforeFormula = (between: string): string => {
  const last = Math.max(between.lastIndexOf(','), between.lastIndexOf(';'), 0);
  return between.slice(0, last) + between.slice(last).replace(/[,;\t\r\n]/g, "$&'");
};

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
