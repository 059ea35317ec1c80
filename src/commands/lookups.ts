/** What commands must look up outside of the aggregates they load: answered by the read side, wired in main.ts. */
export interface Lookups {
  /** The point of a till shift of the brand; undefined when there is no such shift. */
  pointOfShift(brandId: string, shiftId: number): Promise<string | undefined>;
}
