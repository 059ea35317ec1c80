import type pg from 'pg';
import { z } from 'zod';
import { findKeys } from '../../commands/claims/claim-statements.ts';
import { orderKey } from '../../commands/orders/place-order.ts';
import { mapInTurns } from '../../concurrency/turns.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import type { Page } from '../../projections/orders/order-events.ts';
import {
  type OrderCursor,
  orderChangesAfter,
  type PartnerOrderScope,
  partnerOrders,
} from '../../projections/orders/partner-feed.ts';
import { pointIdsOf, timezonesOf } from '../../projections/points/queries.ts';
import { queryFeedId, queryId, queryLimit, queryText, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { orderSchema, viewOrder } from '../orders/order-view.ts';
import { requirePoint } from '../points.ts';
import { changedSince, queryChangedSince } from './changed-since.ts';

export interface OrderListDependencies {
  readonly pool: pg.Pool;
  readonly store: Pick<EventStore, 'read'>;
}

const query = z
  .object({
    external_id: queryText().optional().meta({ description: 'The partner’s own id of the order' }),
    point_id: queryUuid().optional().meta({ description: 'Orders of this point only' }),
    changed_since: queryChangedSince().optional(),
    after_id: queryFeedId(queryId()),
    limit: queryLimit(1_000, 100),
  })
  // One of the two says which orders. An id alone has no place in the order of changes.
  .refine(({ external_id, changed_since }) => external_id !== undefined || changed_since !== undefined, {
    path: ['changed_since'],
  })
  .refine(({ changed_since, after_id }) => changed_since !== undefined || after_id === undefined, {
    path: ['changed_since'],
  });

const list = z.object({
  count: z.int(),
  has_more: z.boolean(),
  orders: z.array(orderSchema),
  next: z.object({ changed_since: z.string(), after_id: z.int().nullable() }).optional(),
});

/** The partner's own orders by external_id, and their changes in order (docs/domain.md#orders). */
export const orderListRoute = (deps: OrderListDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'findOrders',
    path: '/orders',
    audience: 'partner',
    tags: ['Orders'],
    summary: 'Orders of the partner’s own, by external_id or by change',
    description:
      'Those that the key placed, at the points that it may use. With `external_id` alone: the order that has it, or one at each point. With `changed_since` (an ISO 8601 instant, or local time of the venue; where points of several zones are meant, of the eastmost): those changed after it, in order, each as it is now; `next` is what to ask with the next time, also when nothing is left.',
    query,
    readAfter: 'orders',
    responses: { 200: list },
    errors: [404],
    handler: async (request) => {
      const { caller, brandId: brand_id, query: asked, shownTo, language } = request;
      const { external_id = null, point_id, changed_since, after_id = null, limit } = asked;
      if (point_id !== undefined) await requirePoint(deps.pool, request, point_id);
      const point_ids = point_id === undefined ? caller.point_ids : [point_id];
      const order_ids = external_id === null ? null : await ordersNamed(deps.pool, brand_id, point_ids, external_id);
      const scope: PartnerOrderScope = { brand_id, point_ids, key_id: caller.key_id, order_ids };
      if (changed_since === undefined) {
        const found = await partnerOrders(deps.pool, scope, limit);
        return { body: await viewPage(found, language) };
      }
      const zones = () => timezonesOf(deps.pool, brand_id, point_ids);
      const cursor: OrderCursor = { changed_since: await changedSince(changed_since, zones), after_id };
      const { items: changes, has_more } = await orderChangesAfter(deps, scope, cursor, limit, shownTo);
      const page = await viewPage({ items: changes.map(({ order }) => order), has_more }, language);
      return { body: { ...page, next: changes.at(-1)?.cursor ?? cursor } };
    },
  });

/** The orders with this external_id: an id of a partner's own belongs to a point, so there is one at each point at most. */
const ordersNamed = async (
  pool: pg.Pool,
  brandId: string,
  pointIds: readonly string[] | null,
  externalId: string,
): Promise<number[]> => {
  const points = pointIds ?? (await pointIdsOf(pool, brandId, null));
  const ids = await findKeys(
    pool,
    points.map((pointId) => orderKey(pointId, externalId)),
  );
  return ids.filter((id) => id !== undefined);
};

const viewPage = async (
  { items, has_more }: Page<Parameters<typeof viewOrder>[0]>,
  language: Parameters<typeof viewOrder>[1],
) => {
  const shown = await mapInTurns(items, (order) => viewOrder(order, language));
  return { count: shown.length, has_more, orders: shown };
};
