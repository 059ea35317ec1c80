export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius of the earth, in metres. */
const EARTH = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres in a straight line over the surface (haversine). */
export const distanceBetween = (one: Place, other: Place): number => {
  const byLatitude = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const byLongitude = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const along = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * byLongitude;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(byLatitude + along)));
};

/** The nearest one to the place, the first of several; undefined for none. */
export const nearest = <Item extends Place>(items: readonly Item[], place: Place) => {
  let found: { readonly item: Item; readonly metres: number } | undefined;
  for (const item of items) {
    const metres = distanceBetween(item, place);
    if (found === undefined || metres < found.metres) found = { item, metres };
  }
  return found;
};
