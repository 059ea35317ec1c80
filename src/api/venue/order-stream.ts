import { z } from 'zod';
import type { FindOrder } from '../../commands/orders/find-order.ts';
import { typesOf } from '../../domain/event-catalogue.ts';
import { orderEvents } from '../../domain/orders/events.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { Subjects } from '../../personal/subjects.ts';
import { createAccessCheck } from '../http/access.ts';
import { queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { requirePoint } from '../points.ts';
import { createLiveStream, type LiveStreamDependencies, STREAM_HINTS } from './live-stream.ts';
import { createOrderBlocks, type OrderFeedEvent } from './order-blocks.ts';

export interface OrderStreamDependencies extends LiveStreamDependencies {
  readonly findOrder: FindOrder;
  /** Tells when somebody was erased. */
  readonly subjects: Pick<Subjects, 'erased'>;
}

/** The event types that tills get. An abandoned order never existed, so there is nothing to show. */
const TYPES: readonly string[] = typesOf(orderEvents).filter((type) => !/Abandoned$/.test(type));

const isOfOrder = (event: RecordedEvent): event is OrderFeedEvent => TYPES.includes(event.type);

/**
 * The till's live feed, as Server-Sent Events: each event of an order with the order as it is now. The id is a log
 * position; with `Last-Event-ID` nothing is missed after a reconnect.
 */
export const orderStreamRoute = (deps: OrderStreamDependencies): Route => {
  const blockOf = createOrderBlocks(deps.findOrder, deps.subjects.erased);
  const tell = createLiveStream(deps);
  const route = defineRoute({
    method: 'get',
    operationId: 'streamOrders',
    path: '/orders/stream',
    audience: 'venue',
    tags: ['Orders of the venue'],
    summary: 'Live feed of orders (Server-Sent Events)',
    description:
      'Begins at the end of the log; with the header `Last-Event-ID`, as browsers send it when they reconnect, after that ' +
      'position, so that nothing is missed. `data` is JSON: `position`, `type`, `order_id`, `point_id`, `occurred_at` and ' +
      '`order` as it is now, as GET /orders/{order_id} shows it. A kitchen ticket has also `ticket_number` and `line_ids`, a ' +
      'cancellation slip `line_ids` and `items`: the units that were cancelled, modifiers with their `parent_line_id`. ' +
      STREAM_HINTS,
    query: z.object({ point_id: queryUuid().optional() }),
    requestHeaders: { 'Last-Event-ID': 'The log position after which to begin' },
    responses: {
      200: { contentType: 'text/event-stream', description: 'id: log position; event: type of the event; data: JSON' },
    },
    errors: [404],
    handler: async (request) => {
      const { brandId, language } = request;
      const pointId = request.query.point_id;
      if (pointId !== undefined) await requirePoint(deps.pool, request, pointId);
      return tell(request, {
        pointId,
        filter: { brandId, types: TYPES, ...(pointId !== undefined && { pointId }) },
        after: undefined,
        requireAccess,
        blockOf: (event, { point_ids }) => {
          const foreign = point_ids !== null && !point_ids.includes(event.metadata.point_id ?? '');
          return foreign || !isOfOrder(event) ? undefined : blockOf(event, language);
        },
      });
    },
  });
  const requireAccess = createAccessCheck(route);
  return route;
};
