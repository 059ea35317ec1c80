import { invalid } from '../domain/refusal.ts';

const DAY_MS = 86_400_000;

/** Throws if there are more days than this, both ends included. */
export const checkPeriod = ({ date_from, date_to }: { date_from: string; date_to: string }, days: number): void => {
  if (date_to < date_from) throw invalid('period_reversed', { field: 'date_to' });
  // Counted, because the last possible day may be after the year 9999.
  if ((Date.parse(date_to) - Date.parse(date_from)) / DAY_MS >= days)
    throw invalid('period_too_long', { field: 'date_to', days });
};
