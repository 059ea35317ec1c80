import type { Reservation } from '../../domain/reservations/events.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { BookReferences } from './to-book-command.ts';

/** A reservation as its read model shows it. */
export interface ShownReservation {
  /** Undefined: the read model does not have it. */
  readonly reservation: Reservation | undefined;
  /** False while the read model is behind: the book may have a later change. */
  readonly isLatest: boolean;
}

/** A port: finds points and reservations. The read side implements it. */
export interface ReservationLookups {
  /** Undefined when the brand has no such point. */
  point(brandId: string, pointId: string): Promise<BookReferences | undefined>;
  isTableOfBrand(brandId: string, tableId: number): Promise<boolean>;
  /** Finds a reservation. First waits, for a bounded time, until the read model shows all events recorded by now. */
  reservation(brandId: string, reservationId: string): Promise<ShownReservation>;
}

/**
 * The reservation, if it exists. Throws Unavailable if the read model does not have it and is behind: it may have been
 * booked a moment ago. A partner that is told "not found" would book again.
 */
export const foundReservation = ({ reservation, isLatest }: ShownReservation): Reservation | undefined => {
  if (!reservation && !isLatest) throw new Unavailable('the read model of reservations is behind');
  return reservation;
};
