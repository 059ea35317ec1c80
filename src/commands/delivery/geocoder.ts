/** Port: the read side answers it, wiring/write-side.ts connects it, and a real geocoder may take its place. */
export interface Geocoder {
  /** The name of a place that has none: `Chilanzar`, or at worst `41.2856, 69.2034`. Never fails, never empty. */
  nameOf(brandId: string, latitude: number, longitude: number): Promise<string>;
}
