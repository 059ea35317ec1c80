/** A place: longitude, latitude. */
export type Place = readonly [number, number];

const KM_OF_DEGREE = 111.32;

/** A flat map without a picture below it: places in kilometres from its middle, north at the top. */
export const mapOf = (places: readonly Place[], widthKm: number) => {
  const longitudes = places.map(([longitude]) => longitude);
  const latitudes = places.map(([, latitude]) => latitude);
  const middle: Place = [
    (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
    (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
  ];
  const kmOfLongitude = KM_OF_DEGREE * Math.cos((middle[1] * Math.PI) / 180);
  const toMap = ([longitude, latitude]: Place): [number, number] => [
    (longitude - middle[0]) * kmOfLongitude,
    (middle[1] - latitude) * KM_OF_DEGREE,
  ];
  const reach = Math.max(widthKm / 2, ...places.map(toMap).flatMap(([x, y]) => [Math.abs(x), Math.abs(y)])) * 1.1;
  return {
    /** From the middle to each side, in kilometres. */
    reach,
    toMap,
    toPlace: ([x, y]: readonly [number, number]): Place => [
      round(middle[0] + x / kmOfLongitude),
      round(middle[1] - y / KM_OF_DEGREE),
    ],
  };
};

/** To 11 centimetres. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** A circle around a place, as a ring of so many corners. */
export const circleAround = ([longitude, latitude]: Place, km: number, corners = 32): Place[] => {
  const kmOfLongitude = KM_OF_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    return [
      round(longitude + (Math.cos(angle) * km) / kmOfLongitude),
      round(latitude + (Math.sin(angle) * km) / KM_OF_DEGREE),
    ];
  });
};
