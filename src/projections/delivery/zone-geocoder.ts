import { pointToPolygonDistance } from '@turf/point-to-polygon-distance';
import { distanceBetween, type Place } from '../../domain/delivery/distance.ts';
import { longitudesOf } from '../../domain/delivery/unroll.ts';
import type { DeliveryMap, DeliveryMaps } from './delivery-maps.ts';
import type { BoundedShape } from './zone-shape.ts';

/**
 * Names places without asking another service: by the delivery zone of the place, else by the nearest one, else (far
 * from all) by its coordinates. Fits the port of src/commands/delivery/geocoder.ts.
 */
export const createZoneGeocoder = (maps: DeliveryMaps) => ({
  nameOf: async (brandId: string, latitude: number, longitude: number): Promise<string> => {
    const place = { latitude, longitude };
    const { zones } = await maps.find(brandId);
    const inside = zones.find((shape) => shape.contains(latitude, longitude));
    return (inside ?? nearestZone(zones, place))?.zone.name ?? `${latitude}, ${longitude}`;
  },
});

/** Farther away than this, a zone's name says nothing about a place. */
const NEAR_M = 50_000;

/**
 * An outline is measured only if its bounds are nearer than the nearest outline so far: measuring all takes seconds.
 */
const nearestZone = (zones: DeliveryMap['zones'], place: Place): BoundedShape | undefined => {
  const candidates = zones
    .map((shape) => {
      const shown = nearestShown(place, shape);
      return { shape, shown, atLeast: distanceBetween(clamp(shown, shape), place) };
    })
    .sort((one, other) => one.atLeast - other.atLeast);
  let found: { readonly shape: BoundedShape; readonly metres: number } | undefined;
  for (const { shape, shown, atLeast } of candidates) {
    if (found && atLeast >= found.metres) break;
    const from = [shown.longitude, shown.latitude];
    const metres = pointToPolygonDistance(from, shape.geometry, { units: 'meters' });
    if (!found || metres < found.metres) found = { shape, metres };
  }
  return found && found.metres <= NEAR_M ? found.shape : undefined;
};

/** The place where the map of the shape shows it nearest to the shape: a shape may go on beyond the 180th meridian. */
const nearestShown = ({ latitude, longitude }: Place, shape: BoundedShape): Place => {
  const { west, east } = shape.bounds;
  const away = (shown: number): number => Math.max(west - shown, shown - east, 0);
  const nearest = longitudesOf(longitude).reduce((best, shown) => (away(shown) < away(best) ? shown : best));
  return { latitude, longitude: nearest };
};

/** The nearest place within the bounds. */
const clamp = ({ latitude, longitude }: Place, { bounds: { west, south, east, north } }: BoundedShape): Place => ({
  latitude: Math.min(Math.max(latitude, south), north),
  longitude: Math.min(Math.max(longitude, west), east),
});
