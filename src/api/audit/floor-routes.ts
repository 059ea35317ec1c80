import { z } from 'zod';
import { bookFolding, brandFolding } from '../../projections/as-of/foldings.ts';
import { queryMoment, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { venueOrderSchema, viewVenueOrder } from '../orders/venue-order-view.ts';
import { venueReservationSchema, viewVenueReservation } from '../reservations/reservation-view.ts';
import { tableSchema } from '../venue/floor.ts';
import { heldThen, tablesThen } from './as-of/floor-then.ts';
import { createOpenThen } from './as-of/open-then.ts';
import { parseAt } from './at.ts';
import type { AuditLine } from './audit-lines.ts';
import { isPersonal, type Readings } from './personal/readings.ts';
import { createThen, pointThen, type ThenDependencies } from './points-then.ts';

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
  const { readings } = deps;
  const openThen = createOpenThen(deps);
  const thenOf = createThen(deps);

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
          openThen(then, point_id, request, Number.POSITIVE_INFINITY),
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
