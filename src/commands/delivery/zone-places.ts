/** Port: where delivery zones are, answered by the read side. */
export interface ZonePlaces {
  /** The point of a delivery zone of the brand, also of one that was removed; undefined when there is no such zone. */
  pointOfZone(brandId: string, zoneId: number): Promise<string | undefined>;
}
