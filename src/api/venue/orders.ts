import type pg from 'pg';
import { z } from 'zod';
import type { FindOrder } from '../../commands/orders/find-order.ts';
import { mapInTurns } from '../../concurrency/turns.ts';
import { ORDER_STATUSES } from '../../domain/orders/status.ts';
import { listOrders } from '../../projections/orders/queries.ts';
import { queryAfter, queryId, queryLimit, queryList, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { venueOrderSchema, viewVenueOrder } from '../orders/venue-order-view.ts';
import { requirePoint } from '../points.ts';

const query = z.object({
  point_id: queryUuid().optional(),
  status: queryList(ORDER_STATUSES).optional(),
  after_id: queryAfter(),
  limit: queryLimit(1_000, 100),
});

/** The routes by which the venue reads orders (`venue-api`, "Reading"). */
export const venueOrderRoutes = (pool: pg.Pool, findOrder: FindOrder): Route[] => [
  defineRoute({
    method: 'get',
    operationId: 'listVenueOrders',
    path: '/orders',
    audience: 'venue',
    tags: ['Orders of the venue'],
    summary: 'Orders by ascending id',
    query,
    responses: {
      200: z.object({ orders: z.array(venueOrderSchema), has_more: z.boolean(), next_after_id: z.int().nullable() }),
    },
    errors: [404],
    handler: async ({ query: { point_id, status, after_id, limit }, caller, brandId, language }) => {
      if (point_id !== undefined) await requirePoint(pool, { caller, brandId }, point_id);
      const point_ids = point_id === undefined ? caller.point_ids : [point_id];
      const filter = { brand_id: brandId, point_ids, statuses: status ?? null, after_id, limit };
      const found = await listOrders(pool, filter);
      const page = found.slice(0, limit);
      const has_more = found.length > limit;
      const next_after_id = has_more ? page.at(-1)!.order_id : null;
      const orders = await mapInTurns(page, (order) => viewVenueOrder(order, language));
      return { body: { orders, has_more, next_after_id } };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'getVenueOrder',
    path: '/orders/:order_id',
    audience: 'venue',
    tags: ['Orders of the venue'],
    summary: 'An order with its lines, kitchen state and payments, as it is now',
    params: z.object({ order_id: queryId() }),
    responses: { 200: venueOrderSchema },
    errors: [404],
    handler: async ({ params, caller, brandId, language }) => {
      const order = await findOrder({ brand_id: brandId, point_ids: caller.point_ids }, params.order_id);
      return { body: viewVenueOrder(order, language) };
    },
  }),
];
