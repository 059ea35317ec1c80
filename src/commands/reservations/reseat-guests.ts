import type { Order } from '../../domain/orders/state.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { CommandContext } from '../bus/context.ts';
import { venueBook } from './venue-book.ts';

/**
 * Moves guests with a reservation to the table where their cheque is about to go; does nothing without a reservation.
 * The book comes first: only it decides whether they may. After a crash between the two, the repeat moves the cheque,
 * or else the process that lets the cheque follow the book. Throws table_busy (409).
 */
export const reseatGuests = async (
  context: CommandContext,
  { reservation_id, order_id, point_id }: Order,
  table_id: number,
): Promise<void> => {
  if (reservation_id === null) return;
  const { book: point } = await venueBook(context, point_id);
  const at = context.occurred_at;
  const command = { type: 'ReseatGuests' as const, reservation_id, order_id, table_id, point, at };
  await context.handle(reservationBookDecider, point_id, command, { point_id });
};
