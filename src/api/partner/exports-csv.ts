/** A row from the JSON export: numbers, texts, nulls and lists. */
export type CsvRow = Readonly<Record<string, unknown>>;

/**
 * Characters that spreadsheets take for the beginning of a formula, or skip before one: a guest's name may be
 * `=HYPERLINK(…)`. Full-width forms of these characters count too.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * RFC 4180 with a header; lists as JSON text. Texts that look like formulas get an apostrophe, numbers stay numbers.
 */
export const toCsv = (columns: readonly string[], rows: readonly CsvRow[]): string =>
  [columns.join(','), ...rows.map((row) => columns.map((column) => csvCell(row[column])).join(',')), ''].join('\r\n');

/** A value of a row as a cell. */
export const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return quoted(FORMULA.test(value) ? `'${value}` : value);
  return quoted(typeof value === 'object' ? JSON.stringify(value) : String(value));
};

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
