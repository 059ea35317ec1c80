import type pg from 'pg';
import { z } from 'zod';
import type { FindOrder } from '../../commands/orders/find-order.ts';
import { mapInTurns } from '../../concurrency/turns.ts';
import { isOf } from '../../domain/event-catalogue.ts';
import { ORDER_STATUSES } from '../../domain/orders/status.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { listOrders } from '../../projections/orders/queries.ts';
import type { ActorNames } from '../audit/actor-names.ts';
import { streamPages } from '../audit/read-history.ts';
import { queryAfter, queryId, queryLimit, queryList, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { withPeople } from '../orders/order-people.ts';
import { venueOrderSchema, viewVenueOrder } from '../orders/venue-order-view.ts';
import { requirePoint } from '../points.ts';

const query = z.object({
  point_id: queryUuid().optional(),
  status: queryList(ORDER_STATUSES).optional(),
  after_id: queryAfter(),
  limit: queryLimit(1_000, 100),
});

interface VenueOrderDependencies {
  readonly pool: pg.Pool;
  readonly findOrder: FindOrder;
  readonly store: Pick<EventStore, 'read'>;
  readonly names: Pick<ActorNames, 'named'>;
}

/** The routes by which the venue reads orders (`venue-api`, "Reading"). */
export const venueOrderRoutes = ({ pool, findOrder, store, names }: VenueOrderDependencies): Route[] => [
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
      const { items, has_more } = await listOrders(pool, filter);
      const next_after_id = has_more ? items.at(-1)!.order_id : null;
      const orders = await mapInTurns(items, (order) => viewVenueOrder(order, language));
      return { body: { orders, has_more, next_after_id } };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'getVenueOrder',
    path: '/orders/:order_id',
    audience: 'venue',
    tags: ['Orders of the venue'],
    summary:
      'An order with its lines, kitchen state and payments, as it is now, and who gave its discounts and took goods back',
    params: z.object({ order_id: queryId() }),
    responses: { 200: venueOrderSchema },
    errors: [404],
    handler: async ({ params, caller, brandId, language, signal }) => {
      const order = await findOrder({ brand_id: brandId, point_ids: caller.point_ids }, params.order_id);
      const isWanted = (event: RecordedEvent) => isOf(event, 'ChequeAdjusted', 'GoodsReturned');
      const pages = streamPages(store, `order-${order.order_id}`, signal, { isWanted });
      const events = await names.named((await Array.fromAsync(pages)).flat());
      return { body: withPeople(viewVenueOrder(order, language), order, events) };
    },
  }),
];
