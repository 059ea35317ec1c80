import { invalid } from '../../refusal.ts';
import { addDays, dayOfWeek } from '../../reservations/local-clock.ts';

export const BUCKETS = ['week', 'day'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** The fewest buckets that tell how steadily a product sells. */
const LEAST: Readonly<Record<Bucket, number>> = { week: 4, day: 14 };
const LENGTH: Readonly<Record<Bucket, number>> = { week: 7, day: 1 };

export interface Analysed {
  /** The days that are analysed, both included. */
  readonly date_from: string;
  readonly date_to: string;
  /** The day of the first cheque, if that is why the analysis starts later than it was asked to. */
  readonly active_from: string | null;
  readonly buckets_count: number;
}

/**
 * The days that are analysed. They start no earlier than the first cheque, and weeks are whole, Monday to Sunday.
 * Throws report_period_too_short.
 */
export const analysedPeriod = (
  asked: { readonly date_from: string; readonly date_to: string; readonly bucket: Bucket },
  firstCheque: string | null,
): Analysed => {
  const { bucket } = asked;
  const isLater = firstCheque !== null && firstCheque > asked.date_from;
  const start = isLater ? firstCheque : asked.date_from;
  const date_from = bucket === 'week' ? addDays(start, (8 - dayOfWeek(start)) % 7) : start;
  const date_to = bucket === 'week' ? addDays(asked.date_to, -(dayOfWeek(asked.date_to) % 7)) : asked.date_to;
  const days = (Date.parse(date_to) - Date.parse(date_from)) / 86_400_000 + 1;
  const buckets_count = days / LENGTH[bucket];
  // Not a number, if a week would begin after the year 9999.
  if (!(buckets_count >= LEAST[bucket])) throw invalid('report_period_too_short', { field: 'date_to' });
  return { date_from, date_to, active_from: isLater ? firstCheque : null, buckets_count };
};
