import { type Terms, termsInForce } from '../../payroll/terms.ts';
import { ratio } from '../exact.ts';
import { commonDays, isWithin, monthsOf, type Period } from './days.ts';
import { type Accrual, homeOn, type Place, type Work } from './facts.ts';

/** amount x part / whole, rounded half away from zero. All are integers, and so is what comes out. */
export const share = (amount: number, part: number, whole: number): number =>
  ratio(BigInt(amount) * BigInt(part), BigInt(whole), 0);

/** The terms in force at the place on a day. */
export const termsOn = (place: Place, date: string): Terms | undefined =>
  termsInForce({ here: place.terms.here, home: homeOn(place, date).home }, date);

/** The salary of a period: the sum of its days, each rounded. */
export const salaryOf = (place: Place, period: Period): number => {
  let salary = ofMonths(place, period);
  for (const day of place.work.values()) {
    if (isWithin(day.date, period)) salary += ofWork(termsOn(place, day.date), day);
  }
  for (const accrual of place.accruals) {
    if (isWithin(accrual.date, period)) salary += ofAccrual(termsOn(place, accrual.date), accrual);
  }
  return salary;
};

/** By the day worked, or by the hour. */
const ofWork = (terms: Terms | undefined, { is_worked, hundredths }: Work): number => {
  if (terms?.salary_type_id === 1) return is_worked ? terms.rate! : 0;
  return terms?.salary_type_id === 2 ? share(terms.rate!, hundredths, 100) : 0;
};

/** What was accrued by hand, if the terms of that day are of the same type. */
const ofAccrual = (terms: Terms | undefined, { kind, amount, kpi_percent }: Accrual): number => {
  if (kind !== 'salary') return 0;
  if (terms?.salary_type_id === 4 && kpi_percent !== null)
    return share(terms.rate!, thousandthsOf(kpi_percent), 100_000);
  return terms?.salary_type_id === 5 ? (amount ?? 0) : 0;
};

/** Of a number with at most three decimal places. */
export const thousandthsOf = (value: number): number => Math.round(value * 1_000);

/** Monthly terms accrue every day, worked or not, at their own point only. */
const ofMonths = ({ terms: { here } }: Place, period: Period): number => {
  let salary = 0;
  here.forEach(({ salary_type_id, rate, from }, index) => {
    if (salary_type_id !== 3) return;
    const next = here[index + 1];
    const inForce = commonDays(period, { date_from: from, date_to: next ? dayBefore(next.from) : period.date_to });
    // Day k of n has round(rate k/n) - round(rate (k-1)/n): neighbouring days leave only the two ends.
    for (const { first, last, days } of inForce ? monthsOf(inForce) : []) {
      salary += share(rate!, last, days) - share(rate!, first - 1, days);
    }
  });
  return salary;
};

const dayBefore = (date: string): string => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();
