import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { DeliveryZone, Polygon, Position, Ring, ZoneShape } from '../../domain/delivery/zone.ts';

export interface BoundedShape extends ZoneShape {
  readonly bounds: Bounds;
}

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

/**
 * For most zones the bounds are enough to say that a place is outside. The outline is checked only for a place within
 * the bounds.
 */
export const zoneShape = (zone: DeliveryZone): BoundedShape => {
  const bounds = boundsOf(zone.polygon[0]!);
  const { west, south, east, north } = bounds;
  const geometry = geometryOf(zone);
  return {
    zone,
    bounds,
    contains: (latitude, longitude) => {
      if (latitude < south - BORDER || latitude > north + BORDER) return false;
      if (longitude < west - BORDER || longitude > east + BORDER) return false;
      const place: [number, number] = [longitude, latitude];
      return booleanPointInPolygon(place, geometry) || isOnBorder(zone.polygon, place);
    },
  };
};

/** The polygon as the library names it. The library's type is not readonly, but the library changes nothing. */
export const geometryOf = ({ polygon }: DeliveryZone) => ({
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
