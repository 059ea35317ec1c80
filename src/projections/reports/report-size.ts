import { invalid } from '../../domain/refusal.ts';

/** The most rows of a report. */
export const MAX_REPORT_ROWS = 50_000;

/** Throws report_too_large. */
export const requireFewRows = (rows: number): void => {
  if (rows > MAX_REPORT_ROWS) throw invalid('report_too_large', { max: MAX_REPORT_ROWS });
};
