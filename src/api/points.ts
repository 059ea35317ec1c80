import type pg from 'pg';
import { isKeysPoint } from '../commands/bus/caller.ts';
import type { Point } from '../domain/points/state.ts';
import { notFound } from '../domain/refusal.ts';
import type { PointView, PointViews } from '../projections/menu/point-views.ts';
import { findPoint } from '../projections/points/queries.ts';
import type { RouteRequest } from './http/route-request.ts';

type Asker = Pick<RouteRequest, 'caller' | 'brandId'>;

/**
 * The data of the point, or 404: another brand's point, and one outside of the key's points, do not exist for the
 * caller.
 */
const requireFound = async <Found>(
  { caller, brandId }: Asker,
  id: string,
  find: (brandId: string) => Promise<Found | undefined>,
): Promise<Found> => {
  const point = isKeysPoint(caller, id) ? await find(brandId) : undefined;
  if (!point) throw notFound('point_not_found');
  return point;
};

/** The definition of the point, or 404. */
export const requirePoint = (pool: pg.Pool, asker: Asker, id: string): Promise<Point> =>
  requireFound(asker, id, (brandId) => findPoint(pool, brandId, id));

/** What the point sells, and at which prices, or 404. */
export const requirePointView = (points: PointViews, asker: Asker, id: string): Promise<PointView> =>
  requireFound(asker, id, (brandId) => points.find(brandId, id));
