import type pg from 'pg';
import { z } from 'zod';
import type { OrderDesk } from '../../commands/ordering/order-desk.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { queryUuid } from '../http/query.ts';
import { defineRoute, type Outgoing, type Route, type RouteRequest } from '../http/route.ts';
import { viewVenueOrder } from '../orders/order-view.ts';
import { requirePoint } from '../points.ts';
import type { OrderFeed } from './order-feed.ts';

export interface OrderStreamDependencies {
  readonly feed: OrderFeed;
  readonly store: EventStore;
  readonly desk: OrderDesk;
  readonly pool: pg.Pool;
  /** Between two comments that keep proxies from closing an idle stream. */
  readonly heartbeatMs: number;
}

/**
 * The till's live feed, as Server-Sent Events: each event of an order with the order as it is now. The id is a log
 * position; with `Last-Event-ID` nothing is missed after a reconnect.
 */
export const orderStreamRoute = ({ feed, store, desk, pool, heartbeatMs }: OrderStreamDependencies): Route =>
  defineRoute({
    method: 'get',
    path: '/orders/stream',
    audience: 'venue',
    tags: ['Orders'],
    summary: 'Live feed of orders (Server-Sent Events)',
    query: z.object({ point_id: queryUuid().optional() }),
    responses: { 200: { contentType: 'text/event-stream', description: 'id: position; event: type; data: JSON' } },
    errors: [404],
    handler: async (request) => {
      const { caller, brandId } = request;
      const pointId = request.query.point_id;
      if (pointId !== undefined) await requirePoint(pool, request, pointId);
      const from = lastEventId(request) ?? (await store.head());
      const filter = { brandId, ...(pointId !== undefined && { pointId }) };

      const stream = async (out: Outgoing): Promise<void> => {
        const beat = setInterval(() => void out.write(': keep-alive\n\n').catch(() => {}), heartbeatMs);
        try {
          await out.write(`retry: 1000\n: from ${from}\n\n`);
          for await (const event of feed.follow(from, filter, out.signal)) {
            const foreign = caller.point_ids !== null && !caller.point_ids.includes(event.metadata.point_id ?? '');
            if (!foreign) await out.write(await render(event, desk, request));
          }
        } finally {
          clearInterval(beat);
        }
      };
      return { contentType: 'text/event-stream', headers: { 'Cache-Control': 'no-cache' }, stream };
    },
  });

const render = async (event: RecordedEvent, desk: OrderDesk, { brandId, language }: RouteRequest): Promise<string> => {
  const { position, type, metadata } = event;
  const { order_id } = event.data as { order_id: number };
  const order = await desk.find({ brand_id: brandId, point_ids: null }, order_id);
  const { point_id, occurred_at } = metadata;
  const data = { position, type, order_id, point_id, occurred_at, order: viewVenueOrder(order, language) };
  return `id: ${position}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
};

/** Null for anything but a position: then the feed starts at the end of the log. */
const lastEventId = ({ req }: RouteRequest): number | null => {
  const header = req.headers['last-event-id'];
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;
};
