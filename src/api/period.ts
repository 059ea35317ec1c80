import { invalid } from '../domain/refusal.ts';

const DAY_MS = 86_400_000;

/** Throws unless the days, both included, are at most so many. */
export const checkPeriod = ({ date_from, date_to }: { date_from: string; date_to: string }, days: number): void => {
  if (date_to < date_from) throw invalid('period_reversed', { field: 'date_to' });
  // Counted, since the last day there could be may lie beyond the year 9999.
  if ((Date.parse(date_to) - Date.parse(date_from)) / DAY_MS >= days)
    throw invalid('period_too_long', { field: 'date_to', days });
};
