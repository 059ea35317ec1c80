import type { OpenCheques } from '../../domain/shifts/open-cheques.ts';

/** Port: which cheques wait for a shift to close them. The read side answers it. */
export interface ChequesOfPoint {
  /**
   * Those that were opened at `at` (ISO 8601 in UTC) or before; null: all of them. Counts everything that was recorded
   * before the question; else throws Unavailable (503).
   */
  openCheques(brandId: string, pointId: string, at: string | null): Promise<OpenCheques>;
}

/** The money of a shift that an account takes over, less what stays in the drawer. */
export interface ExpectedHandOver {
  readonly cash: number;
  /** Money of other payment types, by payment_type_id. */
  readonly non_cash: ReadonlyMap<number, number>;
}

/** Port: what a shift should hand over. The read side answers it. */
export interface HandOvers {
  /** Counts everything that was recorded before the question; else throws Unavailable (503). */
  expectedHandOver(brandId: string, shiftId: number): Promise<ExpectedHandOver>;
}
