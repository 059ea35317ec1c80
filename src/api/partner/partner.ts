import { z } from 'zod';
import type { Partner } from '../../commands/orders/partner.ts';
import { queryUuid } from '../http/query.ts';
import type { RouteRequest } from '../http/route.ts';

/** The caller as the ordering commands know it. */
export const partnerOf = (request: Pick<RouteRequest, 'caller' | 'brandId'>): Partner => ({
  ...request.caller,
  brand_id: request.brandId,
});

/** Query of the methods that are about one point. */
export const pointQuery = z.object({ point_id: queryUuid() });
