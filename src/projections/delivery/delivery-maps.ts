import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { byPrecedence, NO_ZONES, type PointZones, pointZones } from '../../domain/delivery/zone.ts';
import type { PointDefined } from '../../domain/points/events.ts';
import { listPoints } from '../points/queries.ts';
import { createBrandCache } from '../reading/brand-cache.ts';
import { findZones, zoneVersions } from './queries.ts';
import { type BoundedShape, zoneShape } from './zone-shape.ts';

/** Where a brand delivers, at the moment when it was read. */
export interface DeliveryMap {
  readonly points: readonly PointDefined[];
  /** Zones of all points, by precedence. */
  readonly zones: readonly BoundedShape[];
  zonesOf(pointId: string): PointZones;
}

/** Kept in memory: no request reads an outline. */
export interface DeliveryMaps {
  find(brandId: string): Promise<DeliveryMap>;
  /** Forgets a brand's map, or all. */
  drop(brandId: string | null): void;
}

const MAX_BRANDS = 500;
/**
 * Zones differ much in size: brands are counted by the size of their outlines, twice, because shapes may outlive their
 * map.
 */
const MAX_BYTES = 128 * 1024 * 1024;
/** Two numbers in a separate array. */
const CORNER_BYTES = 72;
const POINT_BYTES = 1_000;
const ZONE_BYTES = 1_000;

const bytesOf = (shapes: Iterable<BoundedShape>): number => {
  let bytes = ZONE_BYTES;
  for (const { zone } of shapes) {
    bytes += ZONE_BYTES;
    for (const ring of zone.polygon) bytes += ring.length * CORNER_BYTES;
  }
  return bytes;
};

interface KeptShape {
  readonly changed_at: number;
  readonly shape: BoundedShape;
}

/**
 * Every change at the venue drops a map, even an opened shift, and 2 000 zones are up to 50 MB to read. So the shapes
 * outlive the map: only shapes of zones that have changed are read again.
 */
export const createDeliveryMaps = (pool: pg.Pool, maxBytes = MAX_BYTES): DeliveryMaps => {
  const maps = createBrandCache<DeliveryMap>({
    max: MAX_BRANDS,
    size: { max: maxBytes, of: ({ points, zones }) => bytesOf(zones) + points.length * POINT_BYTES },
  });
  const kept = new LRUCache<string, ReadonlyMap<number, KeptShape>>({
    max: MAX_BRANDS,
    maxSize: maxBytes,
    sizeCalculation: (shapes) => Math.min(bytesOf(shapes.values().map(({ shape }) => shape)), maxBytes),
  });

  const loadShapes = async (brandId: string): Promise<BoundedShape[]> => {
    const known = kept.get(brandId);
    const current = new Map<number, KeptShape>();
    const changed: number[] = [];
    for (const { zone_id, changed_at } of await zoneVersions(pool, brandId)) {
      const shape = known?.get(zone_id);
      if (shape?.changed_at === changed_at) current.set(zone_id, shape);
      else changed.push(zone_id);
    }
    for (const { changed_at, ...zone } of await findZones(pool, brandId, changed)) {
      current.set(zone.zone_id, { changed_at, shape: zoneShape(zone) });
    }
    kept.set(brandId, current);
    return [...current.values()].map(({ shape }) => shape).sort(byPrecedence);
  };

  const load = async (brandId: string): Promise<DeliveryMap> => {
    const [points, zones] = await Promise.all([listPoints(pool, brandId, null), loadShapes(brandId)]);
    const ofPoints = Map.groupBy(zones, ({ zone }) => zone.point_id);
    return {
      points,
      zones,
      zonesOf: (pointId) => {
        const shapes = ofPoints.get(pointId);
        return shapes ? pointZones(shapes) : NO_ZONES;
      },
    };
  };

  return {
    // A loaded map is never undefined.
    find: async (brandId) => (await maps.get(brandId, 'map', () => load(brandId)))!,
    drop: maps.drop,
  };
};
