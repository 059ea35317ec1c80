import type pg from 'pg';
import { z } from 'zod';
import { clientDecider } from '../../domain/clients/decide.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { placedOrder } from '../../domain/orders/state.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { orderIdsOf } from '../../projections/orders/queries-clients.ts';
import { clientSchema, viewClient } from '../clients/client-view.ts';
import { queryId } from '../http/query.ts';
import type { Route } from '../http/route.ts';
import { createSlots } from '../slots.ts';
import type { Moment } from './at.ts';
import type { AuditLine } from './audit-lines.ts';
import { auditEntityRoutes } from './entity-routes.ts';
import { foldHistory } from './fold-history.ts';
import { readHistory } from './read-history.ts';

/**
 * How many histories of orders are read at once. A phone for walk-ins has tens of thousands: they must not take all
 * connections.
 */
const AT_ONCE = 2;
/** How many audits read like this at the same time, of all auditors. */
const AUDITS_AT_ONCE = 2;

export interface AuditClientDependencies {
  readonly store: EventStore;
  readonly pool: pg.Pool;
}

/** A client's history, and the client as of any moment. */
export const auditClientRoutes = ({ store, pool }: AuditClientDependencies, lineOf: AuditLine): Route[] => {
  const reads = createSlots(AUDITS_AT_ONCE);

  /** A read model says which orders are the client's. Only their histories say how they were at that moment. */
  const countOrders = async (brandId: string, clientId: number, moment: Moment, signal: AbortSignal) => {
    const ids = await orderIdsOf(pool, brandId, clientId);
    let count = 0;
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const few = ids.slice(start, start + AT_ONCE);
      const read = () => Promise.all(few.map((id) => readHistory(store, `order-${id}`, signal)));
      const histories = await reads.run(read, signal);
      for (const history of histories) {
        const order = placedOrder(foldHistory(orderDecider, moment.upTo(history)));
        if (order && order.status !== 'DELETED') count += 1;
      }
    }
    return count;
  };

  return auditEntityRoutes({
    lineOf,
    path: '/clients/:client_id',
    name: 'A client',
    historySummary: "All of a client's events",
    exception: '`orders_count` is of that moment too, and has it from the orders: their events are not counted here.',
    notFoundCode: 'client_not_found',
    stateAfter: 'orders',
    params: z.object({ client_id: queryId() }),
    state: clientSchema,
    read: ({ client_id }, _brandId, signal) => readHistory(store, `client-${client_id}`, signal),
    stateOf: async (events, moment, { brandId, signal }) => {
      const client = foldHistory(clientDecider, events);
      return client ? viewClient(client, await countOrders(brandId, client.client_id, moment, signal)) : null;
    },
  });
};
