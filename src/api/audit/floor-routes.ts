import { z } from 'zod';
import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, placedOrder } from '../../domain/orders/state.ts';
import { isFinal } from '../../domain/orders/status.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { foldAll, foldingOf } from '../../projections/as-of/fold-history.ts';
import { bookFolding, brandFolding } from '../../projections/as-of/foldings.ts';
import type { Bound } from '../../projections/as-of/moment.ts';
import { ordersNear, ordersRecordedNear } from '../../projections/orders/spans.ts';
import { queryMoment, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { venueOrderSchema, viewVenueOrder } from '../orders/venue-order-view.ts';
import { venueReservationSchema, viewVenueReservation } from '../reservations/reservation-view.ts';
import { tableSchema } from '../venue/floor.ts';
import { heldThen, tablesThen } from './as-of/floor-then.ts';
import { parseAt } from './at.ts';
import type { AuditLine } from './audit-lines.ts';
import type { Asker } from './entity.ts';
import { isPersonal, type Readings } from './personal/readings.ts';
import { createThen, pointThen, type Then, type ThenDependencies } from './points-then.ts';
import { readHistories } from './read-history.ts';

/** How many histories of orders are read at once, and held in memory. */
const AT_ONCE = 20;

const folding = foldingOf(orderDecider);

/**
 * Whether the last end of an order had happened by an instant. Tills’ clocks differ: something before the end in the
 * order’s history may have a later time. The order is over all the same.
 */
const hadEnded = (history: readonly RecordedEvent[], bound: Bound): boolean => {
  if (bound === null || 'position' in bound) return false;
  const last = history.findLast(({ type }) => type === 'ChequeReopened' || ENDS.includes(type));
  return last !== undefined && ENDS.includes(last.type) && Date.parse(last.metadata.occurred_at) <= bound.instant;
};

const ENDS: readonly string[] = ['ChequeClosed', 'OrderDeleted'];

const floor = z.object({
  point_id: z.uuid(),
  tables: z.array(tableSchema),
  reservations: z.array(venueReservationSchema).describe('Those that held a place, by their start'),
  cheques: z.array(venueOrderSchema).describe('Those that were open, by id'),
  as_of: z.string(),
});

export interface FloorDependencies extends ThenDependencies {
  readonly readings: Pick<Readings, 'see'>;
}

/** The floor of a point at any moment: who sat where, what was reserved, which cheques were open. */
export const auditFloorRoute = (deps: FloorDependencies, lineOf: AuditLine): Route => {
  const { store, pool, readings } = deps;
  const thenOf = createThen(deps);

  /** A read model says which orders may have been open. Only their histories say which of them were. */
  const openThen = async (then: Then, pointId: string, { brandId, signal }: Asker): Promise<Order[]> => {
    const { bound } = then.moment;
    const ids =
      bound && 'position' in bound
        ? await ordersRecordedNear(pool, brandId, pointId, Date.parse(await then.instant()))
        : await ordersNear(pool, brandId, pointId, bound?.instant ?? null);
    const open: Order[] = [];
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const few = ids.slice(start, start + AT_ONCE).map((id) => `order-${id}`);
      const histories = await readHistories(store, few, signal);
      for (const history of histories) {
        const order = placedOrder(foldAll(folding, then.moment.upTo(history)));
        if (order && !isFinal(order.status) && !hadEnded(history, bound)) open.push(order);
      }
    }
    return open;
  };

  return defineRoute({
    method: 'get',
    operationId: 'getFloorThen',
    path: '/points/:point_id/floor',
    audience: 'auditor',
    tags: ['Audit'],
    summary: 'Who sat where, what was reserved and which cheques were open, at an instant or a log position',
    description: 'Tables, reservations and cheques have the shape in which the venue reads them.',
    params: z.object({ point_id: queryUuid() }),
    query: z.object({ at: queryMoment().optional() }),
    readAfter: 'orders',
    responses: { 200: floor },
    errors: [404],
    handler: async (request) => {
      const { at } = request.query;
      const { point_id } = request.params;
      const then = thenOf(request, parseAt(at));
      const audit = async () => {
        const { timezone } = await pointThen(then, point_id);
        const instant = await then.instant();
        const [brand, book, orders] = await Promise.all([
          then.fold(brandFolding, request.brandId),
          then.fold(bookFolding, point_id),
          openThen(then, point_id, request),
        ]);
        const held = heldThen(book);
        // A kept snapshot shows guests whose events are not read.
        if (held.some((reservation) => isPersonal({ data: reservation }))) readings.see(null);
        return {
          point_id,
          tables: tablesThen(brand, book, { point_id, timezone, instant }),
          reservations: held.map(viewVenueReservation),
          cheques: orders.map((order) => viewVenueOrder(order, request.language)),
          as_of: at ?? instant,
        };
      };
      return { body: await lineOf(request).run(audit, request.signal) };
    },
  });
};
