import { z } from 'zod';
import { entryOf } from '../../domain/reservations/by-uuid.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { reservationIn } from '../../domain/reservations/state.ts';
import { defineCommand } from '../bus/command.ts';
import { requireAtWork } from '../employees/employees.ts';
import { id, uuid } from '../fields/fields.ts';
import type { BookingNeeds } from './booking-needs.ts';
import { openSeatedCheque } from './seated-cheque.ts';
import { checkReferences } from './to-book-command.ts';
import { requirePointOfReservation, reservationResult, venueBook } from './venue-book.ts';

/**
 * Seats guests and opens their cheque. It writes two streams: first the book's, then the cheque's. Only the book
 * decides whether the guests may sit there, and it names the cheque. So a refusal leaves no cheque behind, and several
 * calls at once for the same guests all answer the same cheque. After a crash between the two, a repeat opens the
 * cheque. If there is no repeat, the process reservation-cheques does.
 */
export const seatReservation = defineCommand({
  type: 'SeatReservation',
  audiences: ['venue'],
  summary: 'The guests have come: seats them and opens their cheque. Guests who sit already have theirs.',
  input: z.object({ reservation_id: uuid(), table_id: id().nullish(), waiter_id: id().nullish() }),
  result: reservationResult.extend({ order_id: z.int().nullable() }),
  run: async ({ reservation_id, table_id = null, waiter_id = null }, context, needs: BookingNeeds) => {
    const pointId = await requirePointOfReservation(context, needs, reservation_id);
    const point = await venueBook(context, needs, pointId);
    await checkReferences({ table_id }, point, (tableId) => tableId in point.brand.tables);
    if (waiter_id !== null) await requireAtWork(context, waiter_id, 'waiter_id');
    const command = {
      type: 'Seat' as const,
      reservation_id,
      table_id,
      at: context.occurred_at,
      point: point.book,
      order_id: await context.newId('order'),
    };
    const seated = await context.handle(reservationBookDecider, pointId, command, { point_id: pointId });
    const [event] = seated.events;
    const reservation = (event && reservationIn(event)) ?? entryOf(seated.state.current, reservation_id)!;
    const opened = await openSeatedCheque(context, needs, reservation, waiter_id);
    const { status, order_id } = reservation;
    return {
      // A run that found the guests seated has recorded no event of its own on the reservation. So its answer has to be
      // kept for repeats.
      position: event ? (opened ?? seated.position) : null,
      duplicate: seated.duplicate,
      result: { id: reservation_id, reservation_id, status, order_id },
    };
  },
});
