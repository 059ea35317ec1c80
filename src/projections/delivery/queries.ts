import type pg from 'pg';
import type { DeliveryZone } from '../../domain/delivery/zone.ts';

/** A zone, as of the log position of its last definition. */
export interface StoredZone extends DeliveryZone {
  readonly changed_at: number;
}

/** The zones of the brand, and when each of them last changed. */
export const zoneVersions = async (
  pool: pg.Pool,
  brandId: string,
): Promise<Pick<StoredZone, 'zone_id' | 'changed_at'>[]> => {
  const { rows } = await pool.query<Pick<StoredZone, 'zone_id' | 'changed_at'>>(
    'select zone_id, changed_at from read.delivery_zones where brand_id = $1 and not is_removed',
    [brandId],
  );
  return rows;
};

export const findZones = async (pool: pg.Pool, brandId: string, zoneIds: readonly number[]): Promise<StoredZone[]> => {
  if (zoneIds.length === 0) return [];
  const { rows } = await pool.query<StoredZone>(
    `select zone_id, brand_id, point_id, name, polygon, price, minutes, min_order_amount, priority, changed_at
     from read.delivery_zones
     where brand_id = $1 and zone_id = any($2) and not is_removed`,
    [brandId, zoneIds],
  );
  return rows;
};

/** The point of a zone of the brand, also of a removed one. */
export const pointOfZone = async (pool: pg.Pool, brandId: string, zoneId: number): Promise<string | undefined> => {
  const { rows } = await pool.query<{ point_id: string }>(
    'select point_id from read.delivery_zones where brand_id = $1 and zone_id = $2',
    [brandId, zoneId],
  );
  return rows[0]?.point_id;
};
