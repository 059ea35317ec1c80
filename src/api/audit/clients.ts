import type pg from 'pg';
import { z } from 'zod';
import { clientDecider } from '../../domain/client/decide.ts';
import type { ClientEvent } from '../../domain/client/events.ts';
import { fold } from '../../domain/decider.ts';
import { orderDecider } from '../../domain/order/decide.ts';
import type { OrderEvent } from '../../domain/order/events.ts';
import { placedOrder } from '../../domain/order/order.ts';
import { notFound } from '../../domain/refusal.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { orderIdsOf } from '../../projections/orders/queries-clients.ts';
import { clientSchema, viewClient } from '../clients/client-view.ts';
import { queryId, queryText } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { parseAt } from './at.ts';
import { auditEventSchema, viewAuditEvent } from './event-view.ts';

const params = z.object({ client_id: queryId() });

/** Orders whose histories are read at once. A phone for walk-ins has tens of thousands: they must not take all connections. */
const AT_ONCE = 2;

export interface AuditClientDependencies {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** Resolves when the read models show every order there is by now, or after a bounded wait. */
  readonly caughtUp: () => Promise<void>;
}

/** A client's history, and the client as of any moment, both folded from events. */
export const auditClientRoutes = ({ store, pool, caughtUp }: AuditClientDependencies): Route[] => {
  const readClient = async (clientId: number, brandId: string): Promise<RecordedEvent[]> => {
    const events = await store.read(`client-${clientId}`);
    // Another brand's client does not exist for this auditor.
    if (events[0]?.metadata.brand_id !== brandId) throw notFound('client_not_found');
    return events;
  };

  /** Which orders are the client's, a read model tells; how they stood then, only their histories do. */
  const countOrders = async (brandId: string, clientId: number, includes: (event: RecordedEvent) => boolean) => {
    await caughtUp();
    const ids = await orderIdsOf(pool, brandId, clientId);
    let count = 0;
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const histories = await Promise.all(ids.slice(start, start + AT_ONCE).map((id) => store.read(`order-${id}`)));
      for (const history of histories) {
        const events = history.filter(includes) as unknown as OrderEvent[];
        const order = placedOrder(fold(orderDecider, orderDecider.initial, events));
        if (order && order.status !== 'DELETED') count += 1;
      }
    }
    return count;
  };

  return [
    defineRoute({
      method: 'get',
      path: '/clients/:client_id/history',
      audience: 'auditor',
      tags: ['Audit'],
      summary: "All of a client's events",
      params,
      responses: { 200: z.object({ events: z.array(auditEventSchema) }) },
      errors: [404],
      handler: async ({ params: { client_id }, brandId }) => {
        const events = await readClient(client_id, brandId);
        return { body: { events: events.map(viewAuditEvent) } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/:client_id',
      audience: 'auditor',
      tags: ['Audit'],
      summary: 'A client as of an instant or a log position',
      description:
        '`at`: an ISO 8601 instant (what had happened by then) or a log position (what was recorded by then).',
      params,
      query: z.object({ at: queryText(64).optional() }),
      responses: {
        200: z.object({ state: clientSchema, position: z.int(), revision: z.int(), as_of: z.string() }),
      },
      errors: [404],
      handler: async ({ params: { client_id }, query, brandId }) => {
        const includes = parseAt(query.at);
        const events = (await readClient(client_id, brandId)).filter(includes);
        const last = events.at(-1);
        const client = fold(clientDecider, clientDecider.initial, events as unknown as ClientEvent[]);
        if (!last || !client) throw notFound('client_not_found');
        const { position, revision, metadata } = last;
        const state = viewClient(client, await countOrders(brandId, client_id, includes));
        return { body: { state, position, revision, as_of: query.at ?? metadata.occurred_at } };
      },
    }),
  ];
};
