import type { SalaryType } from './pay-events.ts';

/** How an employee is paid at a point, from a day on. */
export interface Terms {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly salary_type_id: SalaryType | null;
  readonly rate: number | null;
}

/** The terms that hold on a day: the latest that began by then. `terms` ascend by their first day. */
export const latestTerms = <Any extends Terms>(terms: readonly Any[], date: string): Any | undefined =>
  terms.findLast(({ from }) => from <= date);

/** The terms in force at a point on a day: those of the point, else those of the employee's own point. */
export const termsInForce = <Any extends Terms>(
  { here, home }: { readonly here: readonly Any[]; readonly home: readonly Any[] },
  date: string,
): Any | undefined => latestTerms(here, date) ?? latestTerms(home, date);
