import { z } from 'zod';
import { fold } from '../../domain/decider.ts';
import { orderDecider } from '../../domain/order/decide.ts';
import type { OrderEvent } from '../../domain/order/events.ts';
import { type OrderState, placedOrder, UNPLACED } from '../../domain/order/order.ts';
import { notFound } from '../../domain/refusal.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { queryId, queryText } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { orderSchema, viewOrder } from '../orders/order-view.ts';
import { parseAt } from './at.ts';
import { auditEventSchema, viewAuditEvent } from './event-view.ts';

const params = z.object({ order_id: queryId() });

/** An order's history, and the order as of any moment: folded from events, never from read models. */
export const auditOrderRoutes = (store: EventStore): Route[] => [
  defineRoute({
    method: 'get',
    path: '/orders/:order_id/history',
    audience: 'auditor',
    tags: ['Audit'],
    summary: "All of an order's events",
    params,
    responses: { 200: z.object({ events: z.array(auditEventSchema) }) },
    errors: [404],
    handler: async ({ params: { order_id }, brandId }) => {
      const events = await readOrder(store, order_id, brandId);
      return { body: { events: events.map(viewAuditEvent) } };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/orders/:order_id',
    audience: 'auditor',
    tags: ['Audit'],
    summary: 'An order as of an instant or a log position',
    description: '`at`: an ISO 8601 instant (what had happened by then) or a log position (what was recorded by then).',
    params,
    query: z.object({ at: queryText(64).optional() }),
    responses: {
      200: z.object({
        state: orderSchema,
        position: z.int(),
        revision: z.int(),
        as_of: z.string(),
      }),
    },
    errors: [404],
    handler: async ({ params: { order_id }, query, brandId, language }) => {
      const includes = parseAt(query.at);
      const events = (await readOrder(store, order_id, brandId)).filter(includes);
      const last = events.at(-1);
      const state = fold<OrderState, OrderEvent>(orderDecider, UNPLACED, events as unknown as OrderEvent[]);
      const order = placedOrder(state);
      if (!last || !order) throw notFound('order_not_found');
      const { position, revision, metadata } = last;
      const as_of = query.at ?? metadata.occurred_at;
      return { body: { state: viewOrder(order, language), position, revision, as_of } };
    },
  }),
];

const readOrder = async (store: EventStore, orderId: number, brandId: string): Promise<RecordedEvent[]> => {
  const events = await store.read(`order-${orderId}`);
  // Another brand's order does not exist for this auditor.
  if (events[0]?.metadata.brand_id !== brandId) throw notFound('order_not_found');
  return events;
};
