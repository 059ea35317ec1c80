import type pg from 'pg';
import { z } from 'zod';
import { asDomainEvents } from '../../commands/loop/folded.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { reservationIn } from '../../domain/reservations/state.ts';
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
}

/**
 * A reservation's history, and the reservation as of any moment. Its book holds all reservations of a point: a read
 * model says where in the log its events are, and the content is read from the log.
 */
export const auditReservationRoutes = ({ store, pool }: AuditReservationDependencies, lineOf: AuditLine): Route[] =>
  auditEntityRoutes({
    lineOf,
    path: '/reservations/:reservation_id',
    name: 'A reservation',
    historySummary: "All of a reservation's events",
    notFoundCode: 'reservation_not_found',
    params: z.object({ reservation_id: queryUuid() }),
    state: reservationSchema,
    historyAfter: 'reservations',
    stateAfter: 'reservations',
    read: async ({ reservation_id }, brandId) =>
      store.readAt(await reservationPositions(pool, brandId, reservation_id)),
    // Every event carries the whole reservation, but for those of the deposit's money.
    stateOf: (events) => {
      const last = asDomainEvents(reservationBookDecider, events)
        .map(reservationIn)
        .findLast((it) => it !== undefined);
      return last ? viewReservation(last) : null;
    },
  });
