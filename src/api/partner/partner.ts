import { z } from 'zod';
import type { Partner } from '../../commands/ordering/partner.ts';
import { isKeysPoint } from '../../commands/points.ts';
import { notFound } from '../../domain/refusal.ts';
import type { PointView, PointViews } from '../../projections/point-views.ts';
import { queryUuid } from '../http/query.ts';
import type { RouteRequest } from '../http/route.ts';

/** The caller as the ordering commands know it. */
export const partnerOf = (request: Pick<RouteRequest, 'caller' | 'brandId'>): Partner => ({
  ...request.caller,
  brand_id: request.brandId,
});

/** Query of the methods that are about one point. */
export const pointQuery = z.object({ point_id: queryUuid() });

/** The point, or 404: another brand's, and one outside the key's points, do not exist for the caller. */
export const requirePointView = async (
  points: PointViews,
  { caller, brandId }: Pick<RouteRequest, 'caller' | 'brandId'>,
  pointId: string,
): Promise<PointView> => {
  const point = isKeysPoint(caller, pointId) ? await points.find(brandId, pointId) : undefined;
  if (!point) throw notFound('point_not_found');
  return point;
};
