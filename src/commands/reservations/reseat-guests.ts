import type { Order } from '../../domain/orders/state.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { CommandContext } from '../bus/context.ts';
import type { BookingNeeds } from './booking-needs.ts';
import { venueBook } from './venue-book.ts';

/**
 * Moves guests with a reservation to the table of their cheque; without a reservation does nothing. The book is written
 * before the cheque, because only the book decides whether the guests may sit there. After a crash between the two, a
 * repeat moves the cheque. If there is no repeat, the process reservation-cheques does. Throws table_busy (409).
 */
export const reseatGuests = async (
  context: CommandContext,
  needs: Pick<BookingNeeds, 'points'>,
  { reservation_id, order_id, point_id }: Order,
  table_id: number,
): Promise<void> => {
  if (reservation_id === null) return;
  const { book: point } = await venueBook(context, needs, point_id);
  const at = context.occurred_at;
  const command = { type: 'ReseatGuests' as const, reservation_id, order_id, table_id, point, at };
  await context.handle(reservationBookDecider, point_id, command, { point_id });
};
