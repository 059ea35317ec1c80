import { otherDay } from '../time/clock.ts';

/** Both ends included, each YYYY-MM-DD. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Periods that have a name, so that an address that says one moves on with the days. */
export const PERIODS = [
  'today',
  'yesterday',
  'week',
  'last7',
  'last14',
  'last28',
  'month',
  'lastMonth',
  'last90',
] as const;
export type PeriodName = (typeof PERIODS)[number];

export const isPeriodName = (text: unknown): text is PeriodName => PERIODS.some((each) => each === text);

/** 1 Monday to 7 Sunday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

/** The Monday of a day's week. */
export const mondayOf = (date: string): string => otherDay(date, 1 - weekdayOf(date));

/** The days of a named period, by what day it is at the venue. */
export const periodOf = (name: PeriodName, today: string): Period => {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const lastOfMonthBefore = otherDay(firstOfMonth, -1);
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: otherDay(today, -1), to: otherDay(today, -1) };
    case 'week':
      return { from: mondayOf(today), to: today };
    case 'last7':
      return { from: otherDay(today, -6), to: today };
    case 'last14':
      return { from: otherDay(today, -13), to: today };
    case 'last28':
      return { from: otherDay(today, -27), to: today };
    case 'last90':
      return { from: otherDay(today, -89), to: today };
    case 'month':
      return { from: firstOfMonth, to: today };
    case 'lastMonth':
      return { from: `${lastOfMonthBefore.slice(0, 8)}01`, to: lastOfMonthBefore };
  }
};

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is a day that there is. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && DAY.test(text) && !Number.isNaN(Date.parse(text)) && otherDay(text, 0) === text;

/** What an address says of a period. It may say anything: people type addresses, too. */
export interface PeriodSearch {
  readonly period?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** The period of an address, and its name, if it has one. What is no period counts as if nothing was said. */
export const namedPeriodIn = (
  { period, from, to }: PeriodSearch,
  today: string,
  unlessTold: PeriodName = 'last7',
): { readonly name: PeriodName | undefined; readonly period: Period } => {
  if (isDay(from) && isDay(to) && from <= to) return { name: undefined, period: { from, to } };
  const name = isPeriodName(period) ? period : unlessTold;
  return { name, period: periodOf(name, today) };
};

/** How many days it has. */
export const daysIn = ({ from, to }: Period): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/** What a period is compared with. A year before: 52 weeks, so that weekdays stand beside the same weekdays. */
export const COMPARISONS = ['before', 'week', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** By how many days the other period is earlier. */
export const daysBack = (comparison: Comparison, period: Period): number => {
  if (comparison === 'year') return 364;
  if (comparison === 'before') return daysIn(period);
  return Math.ceil(daysIn(period) / 7) * 7;
};

export const earlier = ({ from, to }: Period, days: number): Period => ({
  from: otherDay(from, -days),
  to: otherDay(to, -days),
});
