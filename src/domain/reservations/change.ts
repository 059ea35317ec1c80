import { conflict, notFound } from '../refusal.ts';
import { entryOf } from './by-uuid.ts';
import type { Reservation, ReservationBookEvent } from './events.ts';
import { type Book, statusOf } from './state.ts';
import type { ReservationStatus } from './status.ts';

/** The reservation as it is after a change at an instant. */
export const changed = (reservation: Reservation, at: string, changes: Partial<Reservation>): Reservation => {
  // The clocks of two app processes differ. A later change must not have an earlier time.
  const updated_at = at > reservation.updated_at ? at : reservation.updated_at;
  const hasNewStatus = changes.status !== undefined && changes.status !== reservation.status;
  const status_changed_at = hasNewStatus ? updated_at : reservation.status_changed_at;
  return { ...reservation, ...changes, updated_at, status_changed_at };
};

/** The place that it leaves when it moves. */
export const placeBefore = (reservation: Reservation) => {
  const { status, table, date, start_time, end_time, starts_at, ends_at, guests } = reservation;
  return { status, table, date, start_time, end_time, starts_at, ends_at, guests };
};

/** The refusal (409) of a step that the reservation's status does not allow. */
export const wrongStatus = (status: ReservationStatus) => conflict('reservation_status_conflict', { status });

/**
 * A step of the status table: from one of the statuses `from` to `to`. If it is at `to` already: no events. Throws
 * reservation_not_found, reservation_status_conflict.
 */
export const step = (
  book: Book,
  reservationId: string,
  from: readonly ReservationStatus[],
  to: ReservationStatus,
  take: (reservation: Reservation) => readonly ReservationBookEvent[],
): readonly ReservationBookEvent[] => {
  const status = requireStatus(book, reservationId);
  if (status === to) return [];
  const reservation = entryOf(book.current, reservationId);
  if (!reservation || !from.includes(status)) throw wrongStatus(status);
  return take(reservation);
};

export const requireStatus = (book: Book, reservationId: string): ReservationStatus => {
  const status = statusOf(book, reservationId);
  if (status === undefined) throw notFound('reservation_not_found');
  return status;
};
