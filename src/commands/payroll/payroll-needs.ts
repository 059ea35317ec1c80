import type { ShiftPlaces } from '../money/money-needs.ts';

/** Port: where an accrual was recorded. The read side answers; wiring/lookups.ts connects it. */
export interface AccrualPlaces {
  /** Undefined: no accrual of the brand, cancelled or not. */
  placeOfAccrual(
    brandId: string,
    accrualId: number,
  ): Promise<{ readonly employee_id: number; readonly point_id: string } | undefined>;
}

/** Port: what employees owe. The read side answers it. */
export interface EmployeeDebts {
  /**
   * What an employee owes for cheques, at all points together. Counts everything that was recorded before the question;
   * else throws Unavailable (503).
   */
  owedByEmployee(brandId: string, employeeId: number): Promise<number>;
}

export type PayrollNeeds = AccrualPlaces & ShiftPlaces & EmployeeDebts;
