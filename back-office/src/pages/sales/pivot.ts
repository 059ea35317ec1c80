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

const idOf = (groupings: readonly string[], cell: Readonly<Record<string, KeyValue>>): string =>
  groupings.map((grouping) => `${cell[`${grouping}_id`] ?? cell[grouping] ?? ''}`).join('|');

const valuesOf = (measures: readonly string[], row: Row): Values =>
  Object.fromEntries(measures.map((name) => [name, (row[name] ?? null) as number | null]));

/**
 * The table of two reports: by rows and columns together with subtotals, and by columns alone. Totals are the API's own:
 * they are counted from the facts, because a guest who came twice is one guest.
 */
export const pivotOf = ({ rows, columns, measures }: Pivoted, report: Report, byColumns: Report | undefined): Pivot => {
  const totals = valuesOf(measures, report.totals);
  const heads = new Map<string, Head>();
  const found = new Map<string, PivotRow & { cells: Map<string, Values> }>();
  const rowTotals = new Map(
    report.subtotals.map(({ key, values }) => [
      Object.keys(key).length > 0 ? idOf(rows, key as Head['cell']) : '',
      valuesOf(measures, values as Row),
    ]),
  );
  for (const row of report.rows) {
    const head = headOf(rows, row);
    const column = headOf(columns, row);
    const values = valuesOf(measures, row);
    const known = found.get(head.id) ?? { ...head, cells: new Map(), total: rowTotals.get(head.id) ?? values };
    known.cells.set(column.id, values);
    found.set(head.id, known);
    if (columns.length > 0) heads.set(column.id, column);
  }
  const columnTotals = new Map(
    (byColumns?.rows ?? []).map((row) => [headOf(columns, row).id, valuesOf(measures, row)] as const),
  );
  const inOrder = [...heads.values()].sort((one, other) => compareColumns(one, other, columnTotals, measures[0]!));
  return { rows: [...found.values()], columns: inOrder, columnTotals, totals };
};

const compareColumns = (one: Head, other: Head, totals: ReadonlyMap<string, Values>, measure: string): number =>
  TIMES.includes(one.labels[0]!.grouping)
    ? compareLabels(one, other)
    : (totals.get(other.id)?.[measure] ?? 0) - (totals.get(one.id)?.[measure] ?? 0) || compareLabels(one, other);

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

/** The rows in an order. Unless told: time as it goes, else what brings most first. */
export const sorted = (
  { rows }: Pivot,
  { rows: groupings, measures }: Pivoted,
  sort: string | undefined,
): readonly PivotRow[] => {
  const chosen = sort ?? (TIMES.includes(groupings[0] ?? '') ? 'name' : `-${measures[0]}`);
  if (chosen === 'name') return rows.toSorted(compareLabels);
  const isDown = chosen.startsWith('-');
  const measure = isDown ? chosen.slice(1) : chosen;
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
