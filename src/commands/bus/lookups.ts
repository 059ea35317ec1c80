/** What commands must look up outside of the aggregates they load: answered by the read side, wired in wiring/lookups.ts. */
export interface Lookups {
  /** The point of a till shift of the brand; undefined when there is no such shift. */
  pointOfShift(brandId: string, shiftId: number): Promise<string | undefined>;
  /** The point of a delivery zone of the brand, also of one that was removed; undefined when there is no such zone. */
  pointOfZone(brandId: string, zoneId: number): Promise<string | undefined>;
  /** The point of a reservation of the brand, whatever its status; undefined when there is no such reservation. */
  pointOfReservation(brandId: string, reservationId: string): Promise<string | undefined>;
}
