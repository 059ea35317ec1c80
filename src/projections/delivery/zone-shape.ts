import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { longitudesOf, unrolled } from '../../domain/delivery/unroll.ts';
import type { DeliveryZone, Polygon, Position, Ring, ZoneShape } from '../../domain/delivery/zone.ts';

export interface BoundedShape extends ZoneShape {
  /** On the map of `unrolled`: the east may be beyond 180. */
  readonly bounds: Bounds;
  /** The outline on that map, as the library names it. */
  readonly geometry: Geometry;
}

type Geometry = ReturnType<typeof geometryOf>;

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * Degrees: a tenth of a millimetre. The middle of 41.2 and 41.3 is no binary number: without some width it would be
 * chance on which side of a border a place lies that was written down as lying on it.
 */
const BORDER = 1e-9;

const POLE = 90;

/**
 * For most zones the bounds are enough to say that a place is outside. The outline is checked only for a place within
 * the bounds. A pole is one place, whatever its longitude.
 */
export const zoneShape = (zone: DeliveryZone): BoundedShape => {
  // An outline around the whole earth, which is refused today, may have been drawn before.
  const polygon = unrolled(zone.polygon) ?? zone.polygon;
  const bounds = boundsOf(polygon[0]!);
  const { west, south, east, north } = bounds;
  const geometry = geometryOf(polygon);
  const holds = (longitude: number, latitude: number): boolean => {
    if (longitude < west - BORDER || longitude > east + BORDER) return false;
    const place: [number, number] = [longitude, latitude];
    return booleanPointInPolygon(place, geometry) || isOnBorder(polygon, place);
  };
  return {
    zone,
    bounds,
    geometry,
    contains: (latitude, longitude) => {
      if (latitude < south - BORDER || latitude > north + BORDER) return false;
      if (Math.abs(latitude) === POLE) return true;
      return longitudesOf(longitude).some((shown) => holds(shown, latitude));
    },
  };
};

/** The library's type is not readonly, but the library changes nothing. */
const geometryOf = (polygon: Polygon) => ({
  type: 'Polygon' as const,
  coordinates: polygon as unknown as [number, number][][],
});

const boundsOf = (ring: Ring): Bounds => {
  const longitudes = ring.map(([longitude]) => longitude);
  const latitudes = ring.map(([, latitude]) => latitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
};

const isOnBorder = (polygon: Polygon, place: Position): boolean => {
  for (const ring of polygon) {
    for (let corner = 1; corner < ring.length; corner++)
      if (isOnLine(ring[corner - 1]!, ring[corner]!, place)) return true;
  }
  return false;
};

const isOnLine = (from: Position, to: Position, [longitude, latitude]: Position): boolean => {
  const [east, north] = [to[0] - from[0], to[1] - from[1]];
  const [x, y] = [longitude - from[0], latitude - from[1]];
  const along = Math.min(1, Math.max(0, (x * east + y * north) / (east * east + north * north)));
  return Math.abs(x - along * east) <= BORDER && Math.abs(y - along * north) <= BORDER;
};
