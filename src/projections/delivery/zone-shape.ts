import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { DeliveryZone, Ring, ZoneShape } from '../../domain/delivery/zone.ts';

export interface BoundedShape extends ZoneShape {
  readonly bounds: Bounds;
}

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Most zones are told from afar not to hold a place: only within its bounds is a zone's outline looked at. */
export const zoneShape = (zone: DeliveryZone): BoundedShape => {
  const bounds = boundsOf(zone.polygon[0]!);
  const { west, south, east, north } = bounds;
  const geometry = geometryOf(zone);
  return {
    zone,
    bounds,
    holds: (latitude, longitude) =>
      latitude >= south &&
      latitude <= north &&
      longitude >= west &&
      longitude <= east &&
      booleanPointInPolygon([longitude, latitude], geometry),
  };
};

/** As the library names it; it changes nothing. */
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
