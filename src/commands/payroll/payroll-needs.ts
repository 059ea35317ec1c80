import type { ShiftPlaces } from '../shifts/shift-places.ts';

/** Port: where an accrual was recorded. The read side answers; wiring/lookups.ts connects it. */
export interface AccrualPlaces {
  /** Undefined: no accrual of the brand, cancelled or not. */
  placeOfAccrual(
    brandId: string,
    accrualId: number,
  ): Promise<{ readonly employee_id: number; readonly point_id: string } | undefined>;
}

export type PayrollNeeds = AccrualPlaces & ShiftPlaces;
