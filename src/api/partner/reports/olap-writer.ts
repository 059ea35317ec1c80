import type { AnswerRow } from '../../../projections/reports/olap/read-report.ts';
import type { AnswerColumn } from '../../../projections/reports/olap/report-sql.ts';
import type { TextRow } from '../../../projections/reports/stream-texts.ts';
import type { Language } from '../../http/messages/languages.ts';
import { type CsvForm, csvCell, csvHead, csvLine } from '../exports-csv.ts';
import { textNameOf } from './olap-columns.ts';
import type { Pieces } from './pieces.ts';

/** How the texts that Postgres sent become values: numbers and truth values stand as they are. */
const isQuoted = ({ type }: AnswerColumn): boolean => type === 'uuid' || type === 'date' || type === 'string';

/** The values of a row as the answer shows them: names in the caller's language are put in. */
export const withTexts = (columns: readonly AnswerColumn[], row: TextRow, language: Language): (string | null)[] => {
  let at = 0;
  let id: string | null = null;
  return columns.map(({ is, of }) => {
    if (is === 'text') return id === null ? null : textNameOf(of, id, language);
    id = row[at++] ?? null;
    return id;
  });
};

/** Some columns of a row as a JSON object. */
export const toJson = (
  columns: readonly AnswerColumn[],
  values: TextRow,
  which = (_: AnswerColumn) => true,
): string => {
  let json = '';
  for (const [index, column] of columns.entries()) {
    if (!which(column)) continue;
    const value = values[index] ?? null;
    json += `${json === '' ? '' : ','}"${column.name}":${value !== null && isQuoted(column) ? JSON.stringify(value) : value}`;
  }
  return `{${json}}`;
};

const cellsOf = (columns: readonly AnswerColumn[], values: TextRow): string[] =>
  columns.map((column, index) => {
    const value = values[index] ?? null;
    return value !== null && !isQuoted(column) ? value : csvCell(value);
  });

export interface WriterOptions {
  /** Where the answer goes. */
  readonly bytes: Pick<Pieces, 'add'>;
  readonly columns: readonly AnswerColumn[];
  readonly language: Language;
  /** How many rows the answer has at most: more are counted, not written. */
  readonly limit: number;
}

/** Rows alone, as a table of this form, or one JSON object a line. */
export const createRowsWriter = (table: CsvForm | null, { bytes, columns, language, limit }: WriterOptions) => {
  let rows = 0;
  if (table) {
    const names = columns.map(({ name }) => name);
    bytes.add(csvHead(table, names));
  }
  return {
    take({ part, values }: AnswerRow): void {
      if (part !== 'row' || rows === limit) return;
      rows++;
      const shown = withTexts(columns, values, language);
      bytes.add(table ? csvLine(table, cellsOf(columns, shown)) : `${toJson(columns, shown)}\n`);
    },
    end: (): void => {},
  };
};

/** The whole answer as JSON. `head`: what stands before the rows. */
export const createJsonWriter = ({ bytes, columns, language, limit }: WriterOptions) => {
  const isMeasure = ({ role }: AnswerColumn): boolean => role === 'measure';
  let rows = 0;
  let hasMore = false;
  let totals = '{}';
  let subtotals = 0;

  const groupings = [...new Set(columns.filter(({ role }) => role === 'dimension').map(({ of }) => of))];
  const isKeyOf =
    (keys: readonly number[]) =>
    ({ of, role }: AnswerColumn): boolean =>
      role === 'dimension' && keys.includes(groupings.indexOf(of));
  const closeRows = (): void => bytes.add(`],"totals":${totals},"subtotals":[`);

  return {
    begin: (head: string) => bytes.add(head),
    take({ part, keys, values }: AnswerRow): void {
      if (part === 'row' && rows === limit) hasMore = true;
      if (part === 'row' && rows === limit) return;
      const shown = withTexts(columns, values, language);
      if (part === 'row') bytes.add(`${rows++ === 0 ? '' : ','}${toJson(columns, shown)}`);
      else if (part === 'total') {
        totals = toJson(columns, shown, isMeasure);
        closeRows();
      } else {
        const key = toJson(columns, shown, isKeyOf(keys));
        bytes.add(`${subtotals++ === 0 ? '' : ','}{"key":${key},"values":${toJson(columns, shown, isMeasure)}}`);
      }
    },
    end: (): void => bytes.add(`],"rows_count":${rows},"has_more":${hasMore}}`),
  };
};

/** The JSON of an answer up to its rows. */
export const headOf = (about: object): string => `${JSON.stringify(about).slice(0, -1)},"rows":[`;
