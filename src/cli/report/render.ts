import { type ColumnUserConfig, getBorderCharacters, table } from 'table';

/** A column of a table on the terminal. */
export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => unknown;
}

/** A table of rows. Numbers stand at the right, with spaces between thousands. `last`: one more row below a line. */
export const renderTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], last?: Row): string => {
  const shown = last === undefined ? rows : [...rows, last];
  const values = shown.map((row) => columns.map(({ value }) => value(row)));
  const cells = [columns.map(({ title }) => title), ...values.map((row) => row.map(cellOf))];
  const alignment = columns.map((_, index): ColumnUserConfig => {
    return { alignment: values.some((row) => typeof row[index] === 'number') ? 'right' : 'left' };
  });
  const isRuled = (line: number, count: number): boolean =>
    line < 2 || line === count || (last !== undefined && line === count - 1);
  return table(cells, { border: getBorderCharacters('norc'), columns: alignment, drawHorizontalLine: isRuled });
};

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return inGroups(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return plain(String(value));
};

/** 1234567.5 as `1 234 567.5`. */
const inGroups = (value: number): string => {
  const [whole, decimals] = String(value).split('.');
  const grouped = whole!.replaceAll(/\B(?=(\d{3})+$)/g, ' ');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
};

/** Names come from a server: a character that would steer the terminal is shown as a space. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');
