import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import { reservationIn } from '../../domain/reservations/state.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { asDomainEvents } from '../loop/folded.ts';
import { Unavailable } from '../loop/unavailable.ts';

const PAGE = 250;
const MAX_PAGES = 8;

/**
 * The reservation after its last event in the stream of the book, searched backwards from a revision. The book itself
 * keeps only the status of a reservation that is over. This is for a reservation that ended a moment ago: after some
 * thousand events the search throws Unavailable, so that a request cannot read the stream of many years.
 */
export const lastInBook = async (
  store: Pick<EventStore, 'read'>,
  pointId: string,
  revision: number,
  reservationId: string,
): Promise<Reservation> => {
  let end = revision + 1;
  for (let page = 0; page < MAX_PAGES && end > 0; page++) {
    const start = Math.max(0, end - PAGE);
    const events = await store.read(`${reservationBookDecider.category}-${pointId}`, start, end - start);
    const reservations = asDomainEvents(reservationBookDecider, events).map(reservationIn);
    const last = reservations.findLast((reservation) => reservation?.reservation_id === reservationId);
    if (last) return last;
    end = start;
  }
  throw new Unavailable('the reservation ended too long ago for its book, and the read model is behind');
};
