import { z } from 'zod';
import type { Partner } from '../../commands/bus/caller.ts';
import type { noBody, PartnerOperation } from '../../commands/bus/operation.ts';
import { queryUuid } from '../http/query.ts';
import type { RouteRequest } from '../http/route.ts';

/** The caller as operations know it. */
export const partnerOf = (request: Pick<RouteRequest, 'caller' | 'brandId'>): Partner => ({
  ...request.caller,
  brand_id: request.brandId,
});

/** What the route of an operation takes from it: who may, what is sent, and what the answer waits for. */
export const routeOf = <Schema extends z.ZodType>(operation: PartnerOperation<Schema, never, never, unknown>) => {
  const { audiences, permission, summary, input, bodyLimit, answerAfter } = operation;
  return { audience: audiences, ...(permission && { permission }), summary, body: input, bodyLimit, answerAfter };
};

/** The same of an operation without a body. */
export const routeWithoutBody = (operation: PartnerOperation<typeof noBody, never, never, unknown>) => {
  const { body: _, ...route } = routeOf(operation);
  return route;
};

/** Query of the methods that are about one point. */
export const pointQuery = z.object({ point_id: queryUuid() });
