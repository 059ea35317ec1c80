import type { Answer } from '@tillstream/client';
import { mondayOf } from '../../parts/periods.ts';
import { otherDay } from '../../time/clock.ts';
import type { KeyValue, Pivoted } from './pivoted.ts';

export type Report = Answer<'runOlapReport'>;
export type Values = Readonly<Record<string, number | null>>;

/** A row or a column of the table: which one, and what it is called. */
export interface Head {
  /** The keys as the API takes them for a cell. */
  readonly cell: Readonly<Record<string, KeyValue>>;
  /** One for each grouping: the name, or the value itself. */
  readonly labels: readonly { readonly grouping: string; readonly value: KeyValue }[];
  readonly id: string;
}

export interface PivotRow extends Head {
  /** By the id of the column. */
  readonly cells: ReadonlyMap<string, Values>;
  readonly total: Values;
}

export interface Pivot {
  readonly rows: readonly PivotRow[];
  /** Empty: the measures stand alone. */
  readonly columns: readonly Head[];
  readonly columnTotals: ReadonlyMap<string, Values>;
  readonly totals: Values;
}

type Row = Report['rows'][number];

/** The groupings of time: in their order rather than by what they bring, and moved when periods are compared. */
export const TIMES: readonly string[] = ['date', 'week', 'month', 'year', 'day_of_week', 'hour', 'opened_hour'];

const headOf = (groupings: readonly string[], row: Row): Head => {
  const cell: Record<string, KeyValue> = {};
  const labels = groupings.map((grouping) => {
    const isEntity = `${grouping}_id` in row;
    const key = isEntity ? `${grouping}_id` : grouping;
    cell[key] = row[key] ?? null;
    return { grouping, value: (isEntity ? (row[`${grouping}_name`] ?? row[key]) : row[key]) ?? null };
  });
  return { cell, labels, id: idOf(groupings, cell) };
};

/** Unlike for unlike keys: a text may be empty, and may hold any sign. */
const idOf = (groupings: readonly string[], cell: Readonly<Record<string, KeyValue>>): string =>
  JSON.stringify(groupings.map((grouping) => cell[`${grouping}_id`] ?? cell[grouping] ?? null));

/** Whether a key has these groupings, and no others. */
const isOf = (groupings: readonly string[], key: object): boolean => {
  const names = new Set(Object.keys(key).map((name) => name.replace(/_(id|name)$/, '')));
  return names.size === groupings.length && groupings.every((name) => names.has(name.replace(/_(id|name)$/, '')));
};

const valuesOf = (measures: readonly string[], row: Row): Values =>
  Object.fromEntries(measures.map((name) => [name, (row[name] ?? null) as number | null]));

/**
 * The table of a report by rows and columns together, with subtotals by rows alone and by columns alone. Totals are the API's own:
 * they are counted from the facts, because a guest who came twice is one guest.
 */
export const pivotOf = ({ rows, columns, measures }: Pivoted, report: Report): Pivot => {
  const totals = valuesOf(measures, report.totals);
  const heads = new Map<string, Head>();
  const found = new Map<string, PivotRow & { cells: Map<string, Values> }>();
  const totalsBy = (groupings: readonly string[]) =>
    new Map(
      report.subtotals
        .filter(({ key }) => isOf(groupings, key))
        .map(({ key, values }) => [idOf(groupings, key as Head['cell']), valuesOf(measures, values as Row)]),
    );
  const rowTotals = totalsBy(rows);
  const columnTotals = totalsBy(columns);
  // Without rows the table has one, which is the whole.
  if (rows.length === 0) rowTotals.set(idOf(rows, {}), totals);
  for (const row of report.rows) {
    const head = headOf(rows, row);
    const column = headOf(columns, row);
    const values = valuesOf(measures, row);
    const known = found.get(head.id) ?? { ...head, cells: new Map(), total: rowTotals.get(head.id) ?? values };
    known.cells.set(column.id, values);
    found.set(head.id, known);
    if (columns.length > 0) heads.set(column.id, column);
    // Nothing is added up to the columns of a single row.
    if (rows.length === 0) columnTotals.set(column.id, values);
  }
  const sumOf = ({ id }: Head): number => columnTotals.get(id)?.[measures[0]!] ?? 0;
  return { rows: [...found.values()], columns: nested([...heads.values()], sumOf), columnTotals, totals };
};

const compareValues = (one: KeyValue, other: KeyValue): number => {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
};

const compareLabels = (one: Head, other: Head): number => {
  for (const [index, { value }] of one.labels.entries()) {
    const order = compareValues(value, other.labels[index]!.value);
    if (order !== 0) return order;
  }
  return 0;
};

/** The first groupings of a head, up to a level. */
const beginOf = ({ cell, labels }: Pick<Head, 'cell' | 'labels'>, level: number): string =>
  idOf(
    labels.slice(0, level + 1).map(({ grouping }) => grouping),
    cell,
  );

/**
 * What stands together by its first grouping stays together, and so on: time as it goes, else what brings most first. The
 * sums of a group put it in its place alone; none of them is shown.
 */
const nested = <One extends Head>(heads: readonly One[], sumOf: (head: One) => number): One[] => {
  const sums = new Map<string, number>();
  const beginsOf = new Map(heads.map((head) => [head, [...head.labels.keys()].map((level) => beginOf(head, level))]));
  for (const [head, begins] of beginsOf) {
    for (const begin of begins) sums.set(begin, (sums.get(begin) ?? 0) + sumOf(head));
  }
  return heads.toSorted((one, other) => {
    const [begins, otherBegins] = [beginsOf.get(one)!, beginsOf.get(other)!];
    const level = begins.findIndex((begin, index) => begin !== otherBegins[index]);
    if (level < 0) return 0;
    const [begin, otherBegin] = [begins[level]!, otherBegins[level]!];
    const { grouping, value } = one.labels[level]!;
    const bySum = TIMES.includes(grouping) ? 0 : sums.get(otherBegin)! - sums.get(begin)!;
    return bySum || compareValues(value, other.labels[level]!.value) || (begin < otherBegin ? -1 : 1);
  });
};

/** How many of the first groupings of a row are those of the row above. */
export const likeAbove = (row: Head, above: Head | undefined): number => {
  if (!above) return 0;
  const first = row.labels.findIndex((_, level) => beginOf(row, level) !== beginOf(above, level));
  return first < 0 ? row.labels.length : first;
};

/** A cell above columns that begin alike: how many of them, and what they have in common. */
export interface HeadCell {
  readonly id: string;
  readonly label: Head['labels'][number];
  readonly span: number;
}

/** The cells above the columns, a row for each of their groupings. */
export const headRows = (columns: readonly Head[]): readonly (readonly HeadCell[])[] =>
  (columns[0]?.labels ?? []).map((_, level) => {
    const cells: HeadCell[] = [];
    for (const { cell, labels } of columns) {
      const id = beginOf({ cell, labels }, level);
      const last = cells.at(-1);
      if (last?.id === id) cells[cells.length - 1] = { ...last, span: last.span + 1 };
      else cells.push({ id, label: labels[level]!, span: 1 });
    }
    return cells;
  });

/** The rows in an order. Unless told: what belongs together stands together, time as it goes, else what brings most first. */
export const sorted = (
  { rows }: Pivot,
  { measures }: Pick<Pivoted, 'measures'>,
  sort: string | undefined,
): readonly PivotRow[] => {
  if (sort === undefined) return nested(rows, ({ total }) => total[measures[0]!] ?? 0);
  if (sort === 'name') return rows.toSorted(compareLabels);
  const isDown = sort.startsWith('-');
  const measure = isDown ? sort.slice(1) : sort;
  const sumOf = ({ total }: PivotRow): number => total[measure] ?? Number.NEGATIVE_INFINITY;
  return rows.toSorted(
    (one, other) => (isDown ? sumOf(other) - sumOf(one) : sumOf(one) - sumOf(other)) || compareLabels(one, other),
  );
};

/** A time of the earlier period as the later one has it: the same row of both. */
const moved = (grouping: string, value: KeyValue, days: number): KeyValue => {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (grouping === 'date') return otherDay(String(value), days);
  if (grouping === 'week') return mondayOf(otherDay(String(value), days + 3));
  if (grouping === 'month') return otherDay(`${value}-15`, days).slice(0, 7);
  if (grouping === 'year') return Number(otherDay(`${value}-07-01`, days).slice(0, 4));
  return value;
};

/** A report of a period that is so many days earlier, with its times moved on, to be put beside the later one. */
export const movedOn = (report: Report, groupings: readonly string[], days: number): Report => {
  const times = groupings.filter((grouping) => TIMES.includes(grouping));
  const move = <Keys extends Row>(row: Keys): Keys => ({
    ...row,
    ...Object.fromEntries(times.filter((name) => name in row).map((name) => [name, moved(name, row[name]!, days)])),
  });
  return {
    ...report,
    rows: report.rows.map(move),
    subtotals: report.subtotals.map((one) => ({ ...one, key: move(one.key as Row) })),
  };
};

/** By what part a value is more or less than before. Undefined: there is nothing to compare with. */
export const changeOf = (now: number | null | undefined, before: number | null | undefined): number | undefined =>
  before == null || before === 0 || now == null ? undefined : (now - before) / Math.abs(before);
