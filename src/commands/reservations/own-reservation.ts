import { notFound } from '../../domain/refusal.ts';
import { entryOf } from '../../domain/reservations/by-uuid.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import { type Book, isOver } from '../../domain/reservations/state.ts';
import { isKeysPoint, type Partner } from '../bus/caller.ts';
import type { PartnerContext } from '../bus/context.ts';
import type { Folded } from '../loop/folded.ts';
import type { PartnerBookingNeeds } from './booking-needs.ts';
import { lastInBook } from './last-in-book.ts';
import { foundReservation, type ShownReservation } from './reservation-lookups.ts';
import type { BookReferences } from './to-book-command.ts';

/** A point that the partner's key is for, or point_not_found (404). */
export const requireBookedPoint = async (
  { caller }: PartnerContext,
  { lookups }: PartnerBookingNeeds,
  pointId: string,
): Promise<BookReferences> => {
  const point = isKeysPoint(caller, pointId) ? await lookups.point(caller.brand_id, pointId) : undefined;
  if (!point) throw notFound('point_not_found');
  return point;
};

/** A reservation of this partner, as it is now. reservation_not_found (404) for any other. */
export const requireOwnReservation = async (
  context: PartnerContext,
  needs: PartnerBookingNeeds,
  reservationId: string,
): Promise<Reservation> => {
  const shown = await needs.lookups.reservation(context.brand_id, reservationId);
  const reservation = requireOwn(context.caller, foundReservation(shown));
  if (shown.isLatest || isOver(reservation)) return reservation;
  // Otherwise the answer might miss the last change of this very partner.
  const { point_id } = reservation;
  const book = await context.loadFolded(reservationBookDecider, point_id);
  return inBook(context, needs, book, point_id, reservationId, shown);
};

/**
 * The reservation as the book has it, even if the read model is behind. For a reservation that is over, the book keeps
 * only the status: then the read model answers or, while it is behind, the last event of the reservation.
 */
export const inBook = async (
  { caller, brand_id }: PartnerContext,
  { lookups, store }: PartnerBookingNeeds,
  { state, revision }: Folded<Book>,
  pointId: string,
  reservationId: string,
  known?: ShownReservation,
): Promise<Reservation> => {
  const current = entryOf(state.current, reservationId);
  if (current) return requireOwn(caller, current);
  const { reservation, isLatest } = known ?? (await lookups.reservation(brand_id, reservationId));
  const isFinal = reservation !== undefined && (isLatest || isOver(reservation));
  return requireOwn(caller, isFinal ? reservation : await lastInBook(store, pointId, revision, reservationId));
};

const requireOwn = (partner: Partner, reservation: Reservation | undefined): Reservation => {
  const isOwn = reservation?.source === 'partner' && reservation.key_id === partner.key_id;
  if (!reservation || !isKeysPoint(partner, reservation.point_id) || !isOwn) throw notFound('reservation_not_found');
  return reservation;
};
