import { z } from 'zod';
import { createFairQueue } from '../../../concurrency/fair-queue.ts';
import { clientDecider } from '../../../domain/clients/decide.ts';
import { orderDecider } from '../../../domain/orders/decide.ts';
import { placedOrder } from '../../../domain/orders/state.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { foldingOf, isOf } from '../../../projections/as-of/fold-history.ts';
import type { Folding } from '../../../projections/as-of/folding.ts';
import { orderIdsOf } from '../../../projections/orders/queries-clients.ts';
import { clientSchema, viewClient } from '../../clients/client-view.ts';
import { queryId } from '../../http/query.ts';
import type { Moment } from '../at.ts';
import { type Asker, defineEntity } from '../entity.ts';
import { readHistory, streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

/**
 * How many histories of orders are read at once. A phone for walk-ins has tens of thousands: they must not take all
 * connections.
 */
const AT_ONCE = 2;
/** How many audits read like this at the same time, of all auditors. Brands take turns. */
const AUDITS_AT_ONCE = { all: 2, perName: 1 };

const ordering = foldingOf(orderDecider);
const client = foldingOf(clientDecider);

/** The client, and how many orders it has. */
const folding: Folding<{ readonly client: typeof client.initial; readonly orders: number }> = {
  initial: { client: client.initial, orders: 0 },
  evolve: (folded, event) =>
    isOf(orderDecider, event)
      ? { ...folded, orders: folded.orders + (event.type === 'OrderDeleted' ? -1 : 1) }
      : { ...folded, client: client.evolve(folded.client, event) },
};

/** Those events of an order that change whether it counts. */
const countingEvents = (history: readonly RecordedEvent[]): RecordedEvent[] => {
  let folded = ordering.initial;
  let counts = false;
  return history.filter((event) => {
    folded = ordering.evolve(folded, event);
    const before = counts;
    const order = placedOrder(folded);
    counts = order !== null && order.status !== 'DELETED';
    return counts !== before;
  });
};

export const clientEntity = ({ store, pool }: EntityDependencies) => {
  const inTurn = createFairQueue(AUDITS_AT_ONCE);

  /** A read model says which orders are the client's. Only their histories say how they were at that moment. */
  const ordersOf = async (clientId: number, moment: Moment, { brandId, signal }: Asker) => {
    const ids = await orderIdsOf(pool, brandId, clientId);
    const counted: RecordedEvent[] = [];
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const few = ids.slice(start, start + AT_ONCE);
      const read = () => Promise.all(few.map((id) => readHistory(store, `order-${id}`, signal)));
      const histories = await inTurn(brandId, read, signal);
      for (const history of histories) counted.push(...countingEvents(moment.upTo(history)));
    }
    return counted;
  };

  return defineEntity({
    path: '/clients/:client_id',
    name: 'A client',
    historySummary: "All of a client's events",
    exception: '`orders_count` is of that moment too, and has it from the orders: their events are not counted here.',
    notFoundCode: 'client_not_found',
    stateAfter: 'orders',
    params: z.object({ client_id: queryId() }),
    state: clientSchema,
    read: ({ client_id }, _brandId, signal) => streamPages(store, `client-${client_id}`, signal),
    beside: async (events, moment, asker) => {
      const known = events.reduce(client.evolve, client.initial);
      return known ? ordersOf(known.client_id, moment, asker) : [];
    },
    folding,
    view: (folded) => folded.client && viewClient(folded.client, folded.orders),
  });
};
