import type pg from 'pg';
import { z } from 'zod';
import { notFound } from '../../domain/refusal.ts';
import type { Reservation } from '../../domain/reservation-book/events.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { reservationPositions } from '../../projections/reservations/history.ts';
import { queryText, queryUuid } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { reservationSchema, viewReservation } from '../reservations/reservation-view.ts';
import { parseAt } from './at.ts';
import { auditEventSchema, viewAuditEvent } from './event-view.ts';

export interface AuditReservationDependencies {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** Resolves when the read models show every reservation there is by now, or after a bounded wait. */
  readonly reservationsShown: () => Promise<unknown>;
}

const params = z.object({ reservation_id: queryUuid() });

/**
 * A reservation's history, and the reservation as of any moment. Its book holds all reservations of a point: a read
 * model tells where in the log its events are, what they say is read from the log.
 */
export const auditReservationRoutes = ({ store, pool, reservationsShown }: AuditReservationDependencies): Route[] => {
  const eventsOf = async (brandId: string, reservationId: string): Promise<RecordedEvent[]> => {
    await reservationsShown();
    const positions = await reservationPositions(pool, brandId, reservationId);
    if (positions.length === 0) throw notFound('reservation_not_found');
    return store.readAt(positions);
  };

  return [
    defineRoute({
      method: 'get',
      path: '/reservations/:reservation_id/history',
      audience: 'auditor',
      tags: ['Audit'],
      summary: "All of a reservation's events",
      params,
      responses: { 200: z.object({ events: z.array(auditEventSchema) }) },
      errors: [404],
      handler: async ({ params: { reservation_id }, brandId }) => {
        const events = await eventsOf(brandId, reservation_id);
        return { body: { events: events.map(viewAuditEvent) } };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/reservations/:reservation_id',
      audience: 'auditor',
      tags: ['Audit'],
      summary: 'A reservation as of an instant or a log position',
      description:
        '`at`: an ISO 8601 instant (what had happened by then) or a log position (what was recorded by then).',
      params,
      query: z.object({ at: queryText(64).optional() }),
      responses: {
        200: z.object({ state: reservationSchema, position: z.int(), revision: z.int(), as_of: z.string() }),
      },
      errors: [404],
      handler: async ({ params: { reservation_id }, query, brandId }) => {
        const includes = parseAt(query.at);
        const last = (await eventsOf(brandId, reservation_id)).filter(includes).at(-1);
        if (!last) throw notFound('reservation_not_found');
        const { position, revision, metadata } = last;
        // Every event carries the reservation whole.
        const state = viewReservation(last.data as Reservation);
        return { body: { state, position, revision, as_of: query.at ?? metadata.occurred_at } };
      },
    }),
  ];
};
