import { z } from 'zod';
import { isOf, typesOf } from '../../../domain/event-catalogue.ts';
import { type Reservation, reservationBookEvents } from '../../../domain/reservations/events.ts';
import { reservationIn } from '../../../domain/reservations/state.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { lastOf } from '../../../projections/as-of/fold-history.ts';
import { reservationPositions } from '../../../projections/reservations/history.ts';
import { queryUuid } from '../../http/query.ts';
import { reservationSchema, viewReservation } from '../../reservations/reservation-view.ts';
import { defineEntity } from '../entity.ts';
import { pagesAt } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

const OF_BOOK = typesOf(reservationBookEvents);

/** Every event carries the whole reservation, but for those of the deposit's money. */
const wholeIn = (event: RecordedEvent): Reservation | undefined =>
  isOf(event, ...OF_BOOK) ? reservationIn(event) : undefined;

/**
 * Its book holds all reservations of a point: a read model says where in the log its events are, and the content is
 * read from the log.
 */
export const reservationEntity = ({ store, pool }: EntityDependencies) =>
  defineEntity({
    path: '/reservations/:reservation_id',
    name: 'A reservation',
    historySummary: "All of a reservation's events",
    notFoundCode: 'reservation_not_found',
    params: z.object({ reservation_id: queryUuid() }),
    state: reservationSchema,
    historyAfter: 'reservations',
    stateAfter: 'reservations',
    read: async function* ({ reservation_id }, brandId, signal) {
      yield* pagesAt(store, await reservationPositions(pool, brandId, reservation_id), signal);
    },
    folding: lastOf(wholeIn),
    view: (reservation) => reservation && viewReservation(reservation),
  });
