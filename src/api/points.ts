import type pg from 'pg';
import { isKeysPoint } from '../commands/points.ts';
import type { PointDefined } from '../domain/point/events.ts';
import { notFound } from '../domain/refusal.ts';
import { findPoint } from '../projections/venue/queries-points.ts';
import type { RouteRequest } from './http/route.ts';

/** The point, or 404: another brand's, and one outside the key's points, do not exist for the caller. */
export const requirePoint = async (
  pool: pg.Pool,
  { caller, brandId }: Pick<RouteRequest, 'caller' | 'brandId'>,
  id: string,
): Promise<PointDefined> => {
  const point = isKeysPoint(caller, id) ? await findPoint(pool, brandId, id) : undefined;
  if (!point) throw notFound('point_not_found');
  return point;
};
