import { checkPeriod } from '../period.ts';

export interface AskedPeriod {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/** The days of a list of reservations, both included; default: today. Throws if there are too many. */
export const reservationPeriod = (
  { date_from, date_to }: AskedPeriod,
  today: string,
  days: number,
): { from: string; to: string } => {
  const from = date_from ?? (date_to !== undefined && date_to < today ? date_to : today);
  const to = date_to ?? (from > today ? from : today);
  checkPeriod({ date_from: from, date_to: to }, days);
  return { from, to };
};
