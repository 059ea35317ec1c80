import type pg from 'pg';
import { z } from 'zod';
import type { Reservation } from '../../domain/reservations/events.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { reservationPositions } from '../../projections/reservations/history.ts';
import { queryUuid } from '../http/query.ts';
import type { Route } from '../http/route.ts';
import { reservationSchema, viewReservation } from '../reservations/reservation-view.ts';
import type { AuditLine } from './audit-lines.ts';
import { auditEntityRoutes } from './entity-routes.ts';

export interface AuditReservationDependencies {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** Resolves when the read models show every reservation there is by now, or after a bounded wait. */
  readonly reservationsShown: () => Promise<unknown>;
}

/**
 * A reservation's history, and the reservation as of any moment. Its book holds all reservations of a point: a read
 * model tells where in the log its events are, what they say is read from the log.
 */
export const auditReservationRoutes = (
  { store, pool, reservationsShown }: AuditReservationDependencies,
  lineOf: AuditLine,
): Route[] =>
  auditEntityRoutes({
    lineOf,
    path: '/reservations/:reservation_id',
    name: 'A reservation',
    historySummary: "All of a reservation's events",
    notFoundCode: 'reservation_not_found',
    params: z.object({ reservation_id: queryUuid() }),
    state: reservationSchema,
    read: async ({ reservation_id }, brandId) => {
      await reservationsShown();
      return store.readAt(await reservationPositions(pool, brandId, reservation_id));
    },
    // Every event carries the reservation whole.
    stateOf: (events) => viewReservation(events.at(-1)!.data as Reservation),
  });
