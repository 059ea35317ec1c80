import type { Period } from '../../../domain/reports/payroll/days.ts';

/** Whose payroll of which days. */
export interface PayrollQuestion extends Period {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
}

/**
 * The days whose facts are read: of everybody those of the period, of employees with a balance all days since it was
 * opened.
 */
export interface Reach {
  /** The first day of all. */
  readonly since: string;
  /** Those with a balance; before the period only their facts count. */
  readonly balanced_ids: readonly number[];
}
