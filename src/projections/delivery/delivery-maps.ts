import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { byPrecedence, NO_ZONES, type PointZones, pointZones } from '../../domain/delivery/zone.ts';
import type { PointDefined } from '../../domain/point/events.ts';
import { createBrandCache } from '../brand-cache.ts';
import { listPoints } from '../venue/queries-points.ts';
import { findZones, zoneVersions } from './queries.ts';
import { type BoundedShape, zoneShape } from './zone-shape.ts';

/** Where a brand delivers to, as it was when it was read. */
export interface DeliveryMap {
  readonly points: readonly PointDefined[];
  /** Zones of all points, by precedence. */
  readonly zones: readonly BoundedShape[];
  zonesOf(pointId: string): PointZones;
}

/** Held in memory: no request reads an outline. */
export interface DeliveryMaps {
  find(brandId: string): Promise<DeliveryMap>;
  /** Forgets what is kept of a brand, or of all. */
  drop(brandId: string | null): void;
}

const MAX_BRANDS = 500;

interface KeptShape {
  readonly changed_at: number;
  readonly shape: BoundedShape;
}

/**
 * A map is dropped by whatever changes at the venue, an opened shift included, and 2 000 zones are up to 50 MB to read. So
 * the shapes outlive the map: only those that the read model has newly are read again.
 */
export const createDeliveryMaps = (pool: pg.Pool): DeliveryMaps => {
  const maps = createBrandCache<DeliveryMap>({ max: MAX_BRANDS });
  const kept = new LRUCache<string, ReadonlyMap<number, KeptShape>>({ max: MAX_BRANDS });

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
