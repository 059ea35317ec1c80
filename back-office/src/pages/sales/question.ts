import type { Comparison, Period, PeriodName } from '../../parts/periods.ts';
import { KINDS, type Kind, type Pivoted } from './pivoted.ts';
import { PRESETS, type PresetName } from './presets.ts';

/** What the address of the page says. */
export interface SalesSearch {
  readonly tab?: 'pivot' | 'abc' | 'changes';
  readonly period?: PeriodName;
  readonly from?: string;
  readonly to?: string;
  readonly view?: PresetName;
  readonly kind?: Kind;
  /** Names joined by commas. */
  readonly rows?: string;
  readonly columns?: string;
  readonly measures?: string;
  readonly only?: Pivoted['only'];
  readonly vs?: Comparison;
  /** A measure, `-` before it for descending; `name`: by the rows themselves. */
  readonly sort?: string;
  /** All points that the person is for. */
  readonly everywhere?: boolean;
  /** The instant that the page Changes compares with. */
  readonly since?: string;
  readonly by?: 'net_amount' | 'gross_profit' | 'quantity';
  readonly class?: string;
}

const namesIn = (text: string | undefined): string[] => (text ? text.split(',').filter(Boolean) : []);

/** The table of an address: a preset, changed by what the address says besides. */
export const pivotedIn = (search: SalesSearch): Pivoted => {
  const preset = PRESETS[search.view ?? 'days'] ?? PRESETS.days;
  if (search.rows === undefined && search.measures === undefined) return { ...preset, only: search.only ?? {} };
  return {
    kind: KINDS.find((kind) => kind === search.kind) ?? preset.kind,
    rows: namesIn(search.rows),
    columns: namesIn(search.columns),
    measures: namesIn(search.measures),
    only: search.only ?? {},
  };
};

/** The address of a table that no preset has. */
export const searchOf = ({ kind, rows, columns, measures, only }: Pivoted): Partial<SalesSearch> => ({
  view: undefined,
  kind,
  rows: rows.join(','),
  columns: columns.length > 0 ? columns.join(',') : undefined,
  measures: measures.join(','),
  only: Object.keys(only).length > 0 ? only : undefined,
  sort: undefined,
});

/** An instant stays as it is; a position of the log is a number. */
const momentOf = (at: string | number): string | number => (/^\d+$/.test(String(at)) ? Number(at) : at);

/** The body of a report, for these groupings. */
export const bodyOf = (
  { kind, measures, only }: Pivoted,
  groupBy: readonly string[],
  { from, to }: Period,
  { points, asOf }: { readonly points: readonly string[] | undefined; readonly asOf: string | number | undefined },
) => ({
  kind,
  date_from: from,
  date_to: to,
  group_by: [...groupBy] as never[],
  measures: [...measures] as never[],
  ...(points && { point_id: [...points] }),
  ...(Object.keys(only).length > 0 && {
    filters: Object.fromEntries(Object.entries(only).map(([name, values]) => [name, { in: [...values] }])) as Record<
      string,
      object
    >,
  }),
  ...(asOf !== undefined && { as_of: momentOf(asOf) }),
});
