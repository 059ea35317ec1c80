import { toLocalDate } from '../../domain/local-time.ts';
import { checkPeriod } from '../period.ts';

export interface AskedPeriod {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/** The days that are today at one of several points: two where their clocks have different dates. */
export interface Today {
  readonly first: string;
  readonly last: string;
}

/** Today in these zones, of which there is one at least, at `now` (milliseconds since the epoch). */
export const todayIn = (zones: readonly string[], now: number): Today => {
  const at = new Date(now).toISOString();
  const days = zones.map((zone) => toLocalDate(at, zone)).sort();
  return { first: days[0]!, last: days.at(-1)! };
};

/** The days of a list of reservations, both included; default: today. Throws if there are too many. */
export const reservationPeriod = (
  { date_from, date_to }: AskedPeriod,
  { first, last }: Today,
  days: number,
): { from: string; to: string } => {
  const from = date_from ?? (date_to !== undefined && date_to < first ? date_to : first);
  const to = date_to ?? (from > last ? from : last);
  checkPeriod({ date_from: from, date_to: to }, days);
  return { from, to };
};
