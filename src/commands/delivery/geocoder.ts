/** Port: answered by the read side, wired in wiring/write-side.ts; a real geocoder may take its place. */
export interface Geocoder {
  /** What to call a place that nobody has named: `Chilanzar`, or at worst `41.2856, 69.2034`. Never fails, never empty. */
  nameOf(brandId: string, latitude: number, longitude: number): Promise<string>;
}
