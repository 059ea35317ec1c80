/** Port: where till shifts are. The read side answers it. */
export interface ShiftPlaces {
  /** The point of a till shift of the brand; undefined if there is no such shift. */
  pointOfShift(brandId: string, shiftId: number): Promise<string | undefined>;
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
