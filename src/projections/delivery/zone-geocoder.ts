import { pointToPolygonDistance } from '@turf/point-to-polygon-distance';
import { distanceBetween, type Place } from '../../domain/delivery/distance.ts';
import type { DeliveryMap, DeliveryMaps } from './delivery-maps.ts';
import { type BoundedShape, geometryOf } from './zone-shape.ts';

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
    .map((shape) => ({ shape, atLeast: distanceBetween(clamp(place, shape), place) }))
    .sort((one, other) => one.atLeast - other.atLeast);
  let found: { readonly shape: BoundedShape; readonly metres: number } | undefined;
  for (const { shape, atLeast } of candidates) {
    if (found && atLeast >= found.metres) break;
    const from = [place.longitude, place.latitude];
    const metres = pointToPolygonDistance(from, geometryOf(shape.zone), { units: 'meters' });
    if (!found || metres < found.metres) found = { shape, metres };
  }
  return found && found.metres <= NEAR_M ? found.shape : undefined;
};

/** The nearest place within the bounds. */
const clamp = ({ latitude, longitude }: Place, { bounds: { west, south, east, north } }: BoundedShape): Place => ({
  latitude: Math.min(Math.max(latitude, south), north),
  longitude: Math.min(Math.max(longitude, west), east),
});
