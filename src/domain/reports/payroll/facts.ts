import { holdingOn } from '../../employees/homes.ts';
import type { CalculationType, MotivationScope } from '../../payroll/events.ts';
import type { Terms } from '../../payroll/terms.ts';

/** What the payroll of one employee at one point is made of. Days are business days. */
export interface Work {
  readonly date: string;
  /** Somebody checked in. */
  readonly is_worked: boolean;
  /** Hundredths of hours, each shift rounded for itself as in the report of attendance. */
  readonly hundredths: number;
  /** Another shift of the employee takes some of the same time, which counts once. */
  readonly overlap?: boolean | null;
}

/** What was sold on a day, less what came back on it. The first base is everything, the others are what motivations count. */
export interface Sold {
  readonly date: string;
  readonly net: readonly number[];
  /** Thousandths. Where no motivation needs them: 0. */
  readonly units: readonly number[];
}

export interface Accrual {
  readonly date: string;
  readonly kind: 'salary' | 'bonus' | 'fine';
  readonly amount: number | null;
  /** With at most three decimal places. */
  readonly kpi_percent: number | null;
}

export interface Payment {
  readonly date: string;
  readonly payment_purpose_id: number;
  /** False: the employee gave it back. */
  readonly is_payout: boolean;
  readonly amount: number;
  readonly operations_count: number;
}

/** From a day on, the employee has another own point. */
interface Move {
  readonly from: string;
  readonly is_home: boolean;
  /** The terms of that point. */
  readonly home: readonly Terms[];
}

/** What an employee owes for cheques at a point, and how it changed in the period. */
export interface DebtSums {
  /** Before the period. */
  readonly debt_start: number;
  /** Cheques of the period. */
  readonly debt_added: number;
  /** What returns of the period set off. */
  readonly debt_returned: number;
  /** What was paid off in the period, in money or from wages. */
  readonly debt_settled: number;
  readonly debt_end: number;
}

export const NO_DEBT: DebtSums = { debt_start: 0, debt_added: 0, debt_returned: 0, debt_settled: 0, debt_end: 0 };

/** Wages that were kept to pay a debt off. */
export interface WagesKept {
  readonly date: string;
  readonly amount: number;
}

export interface Place {
  readonly employee_id: number;
  readonly point_id: string;
  /** It is the employee's own point, until the first of the moves. */
  readonly is_home: boolean;
  /** Terms of this point, and of the employee's own point until the first of the moves, ascending by their first day. */
  readonly terms: { readonly here: readonly Terms[]; readonly home: readonly Terms[] };
  /** How the employee's own point changed, ascending by the first day. Absent: it did not. */
  readonly moves?: readonly Move[];
  readonly work: ReadonlyMap<string, Work>;
  readonly sold: readonly Sold[];
  /** Of everybody at the point, by date. */
  readonly sold_by_all: ReadonlyMap<string, Sold>;
  readonly accruals: readonly Accrual[];
  readonly payments: readonly Payment[];
  readonly debt: DebtSums;
  readonly wages_kept: readonly WagesKept[];
  /** From the beginning of this day on there is a balance. Null: none is kept. */
  readonly balance: { readonly date: string; readonly amount: number } | null;
}

/** Whether it is the employee's own point on a day, and the terms of the own point of that day. */
export const homeOn = ({ is_home, terms, moves = [] }: Place, date: string): Omit<Move, 'from'> =>
  holdingOn(moves, date) ?? { is_home, home: terms.home };

/** A motivation that is active, as it is computed. */
export interface Program {
  readonly motivation_id: number;
  readonly calculation_type: CalculationType;
  /** Thousandths: of a percent, or of money. */
  readonly rate: number;
  readonly days: MotivationScope['days'];
  /** Null: every point. */
  readonly point_ids: ReadonlySet<string> | null;
  /** The place of what it counts in `net` and `units`. */
  readonly base: number;
  readonly employee_ids: ReadonlySet<number>;
}
