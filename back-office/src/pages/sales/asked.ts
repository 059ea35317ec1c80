import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { daysBack, earlier, namedPeriodIn } from '../../parts/periods.ts';
import { useAt, useChange } from '../../place.ts';
import { usePoint, usePoints } from '../../points.ts';
import { olapColumnsQuery, olapQuery } from '../../reading/reports.ts';
import { useBusinessDay } from '../../time/use-business-day.ts';
import { movedOn, type Pivot, pivotOf } from './pivot.ts';
import { bodyOf, pivotedIn, type SalesSearch } from './question.ts';

/** What the address asks: the table, its days, its points, and as of when. */
export const useSales = () => {
  const search = useSearch({ strict: false }) as SalesSearch;
  const today = useBusinessDay();
  const at = useAt();
  const point = usePoint();
  const points = usePoints();
  const isEverywhere = search.everywhere === true && points.length > 1;
  const { name, period } = namedPeriodIn(search, today);
  const set = useChange<SalesSearch>();
  return {
    search,
    set,
    today,
    point,
    isEverywhere,
    period,
    /** Undefined: days that were chosen one by one. */
    periodName: name,
    pivoted: useMemo(() => pivotedIn(search), [search]),
    scope: { points: isEverywhere ? undefined : [point.id], asOf: at },
  };
};

export type Sales = ReturnType<typeof useSales>;

/** The columns that the API knows, by name. */
export const useColumns = () => {
  const { data } = useSuspenseQuery(olapColumnsQuery());
  return useMemo(() => new Map(data.columns.map((column) => [column.name, column])), [data]);
};

/** The table of the address, and the same of the period that it is compared with. What was shown stays until it is there. */
export const usePivot = ({ pivoted, period, scope, search: { vs }, point }: Sales) => {
  const { rows, columns } = pivoted;
  const hasColumns = columns.length > 0;
  const back = vs === undefined ? 0 : daysBack(vs, period);
  const before = earlier(period, back);
  const both = useMemo(() => [...rows, ...columns], [rows, columns]);
  const kept = { placeholderData: <Data>(previous: Data | undefined) => previous };
  // In one question, which reads the facts once. What belongs to rows alone and to columns alone is counted from them, too.
  const asked = { subtotals_by: hasColumns ? [[...rows], [...columns]] : [] } as { subtotals_by: never[][] };
  const whole = useQuery({ ...olapQuery(point.id, { ...bodyOf(pivoted, both, period, scope), ...asked }), ...kept });
  const wholeBefore = useQuery({
    ...olapQuery(point.id, { ...bodyOf(pivoted, both, before, scope), ...asked }),
    ...kept,
    enabled: back > 0,
  });
  const all = [whole, ...(back > 0 ? [wholeBefore] : [])];
  const failed = all.find(({ error }) => error !== null);

  const shown = whole.data && !failed ? whole.data : undefined;
  // A table for other groupings than the report has would be nonsense: the last one stays in its own form.
  const pivot = useMemo(() => shown && fits(shown, both) && pivotOf(pivoted, shown), [shown, pivoted, both]);
  const pivotBefore = useMemo<Pivot | undefined>(() => {
    const data = back > 0 ? wholeBefore.data : undefined;
    return data && fits(data, both) ? pivotOf(pivoted, movedOn(data, both, back)) : undefined;
  }, [back, wholeBefore.data, pivoted, both]);
  return {
    pivot: pivot || undefined,
    before: pivotBefore,
    report: shown,
    error: failed?.error ?? null,
    isReading: all.some(({ isFetching }) => isFetching),
  };
};

/** Whether a report is by these groupings. */
const fits = ({ columns }: { columns: readonly { name: string; role: string }[] }, groupings: readonly string[]) => {
  const names = columns.filter(({ role }) => role === 'dimension').map(({ name }) => name.replace(/_(id|name)$/, ''));
  const asked = groupings.map((name) => name.replace(/_(id|name)$/, ''));
  return names.every((name) => asked.includes(name)) && asked.every((name) => names.includes(name));
};
