/** Port: where delivery zones are. The read side answers it. */
export interface ZonePlaces {
  /** The point of a delivery zone of the brand, also of a removed one; undefined if there is no such zone. */
  pointOfZone(brandId: string, zoneId: number): Promise<string | undefined>;
}
