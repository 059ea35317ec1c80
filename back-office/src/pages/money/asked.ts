import { useSearch } from '@tanstack/react-router';
import { namedPeriodIn, type PeriodName } from '../../parts/periods.ts';
import { useAt, useChange } from '../../place.ts';
import { usePoint } from '../../points.ts';
import { useMay } from '../../session/session.ts';
import { useBusinessDay } from '../../time/use-business-day.ts';

export const TABS = ['shifts', 'accounts', 'movements', 'partners', 'payroll'] as const;
export type Tab = (typeof TABS)[number];

/** What the address of the page says. */
export interface MoneySearch {
  readonly tab?: Tab;
  readonly period?: PeriodName;
  readonly from?: string;
  readonly to?: string;
  /** The till shift whose report is shown. */
  readonly shift?: number;
  /** The employee whose days are shown. */
  readonly employee?: number;
  readonly source?: 'cashbox' | 'safe' | 'cash' | 'bank' | 'accountable';
}

/** Which part of the money is shown, of which days, and as of when. */
export const useMoney = () => {
  const search = useSearch({ strict: false }) as MoneySearch;
  const today = useBusinessDay();
  const may = useMay();
  const at = useAt();
  const { id: pointId } = usePoint();
  const { name, period } = namedPeriodIn(search, today, search.tab === 'payroll' ? 'month' : 'last28');
  return {
    search,
    set: useChange<MoneySearch>(),
    today,
    period,
    periodName: name,
    // A cashier sees the own shifts, and nothing of the rest.
    tabs: may.reading('getMoneyMovementsReport') ? TABS : (['shifts'] as const),
    asked: { pointId, at, ...period },
  };
};

export type Money = ReturnType<typeof useMoney>;
