import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import { reservationIn } from '../../domain/reservations/state.ts';
import type { PartnerContext } from '../bus/context.ts';
import { defineOperation, type Outcome } from '../bus/operation.ts';
import { normalisePhone } from '../fields/phone.ts';
import { askFirst } from '../loop/ask-first.ts';
import { bookOnce } from './book-once.ts';
import type { PartnerBookingNeeds } from './booking-needs.ts';
import { booksOf } from './books.ts';
import { inBook, requireBookedPoint } from './own-reservation.ts';
import { type BookInput, bookInput } from './reservation-input.ts';
import { type BookReferences, checkReferences, toBook } from './to-book-command.ts';

type Booked = Outcome<{ readonly reservation: Reservation; readonly is_new: boolean }>;

/**
 * Books a reservation. If one was booked with the same external_id, answers that one as it is now
 * (docs/domain.md#reservations).
 */
export const bookReservation = defineOperation({
  audiences: ['partner'],
  permission: 'table_booking',
  summary: 'Book a table, or ask for a place',
  input: bookInput,
  // Only this read model shows a reservation, so the answer does not wait for the others.
  answerAfter: 'reservations',
  run: async (input: BookInput, context, needs: PartnerBookingNeeds): Promise<Booked> => {
    const point = await requireBookedPoint(context, needs, input.point_id);
    return bookOnce({ ...input, key_id: context.caller.key_id }, needs.externalIds, {
      ...booksOf(context),
      book: (reservationId) => book(context, needs, input, point, reservationId),
      found: async (pointId, reservationId) => {
        const folded = await context.loadFolded(reservationBookDecider, pointId);
        const reservation = await inBook(context, needs, folded, pointId, reservationId);
        return { position: null, result: { reservation, is_new: false } };
      },
    });
  },
});

const book = async (
  context: PartnerContext,
  needs: PartnerBookingNeeds,
  input: BookInput,
  point: BookReferences,
  reservation_id: string,
): Promise<Booked> => {
  const { brand_id, key_id, country_code } = context.caller;
  const { point_id } = input;
  await checkReferences(input, point, (tableId) => needs.lookups.isTableOfBrand(brand_id, tableId));
  const phone = normalisePhone(input.guest.phone, country_code, 'guest.phone');
  const commandFor = (client_id: number | null) => {
    const guest = { client_id, phone, name: input.guest.name ?? null };
    const rest = { reservation_id, at: context.occurred_at, point: point.book, key_id, guest };
    return toBook(input, { ...rest, source: 'partner' });
  };
  // The name of a reservation is for the cashier to call out. It does not become the client's name.
  const client = { brand_id, phone, name: null };
  if ((await needs.clients.known(client)) === undefined) {
    // This check comes before a client is created: a refused booking must not leave a client behind.
    askFirst(reservationBookDecider, await context.load(reservationBookDecider, point_id), commandFor(null));
  }
  const command = commandFor(await needs.clients.findOrCreate(client, context.envelope(point_id)));
  const handled = await context.handle(reservationBookDecider, point_id, command, { point_id });
  const [booked] = handled.events.map(reservationIn);
  const reservation = booked ?? (await inBook(context, needs, handled, point_id, reservation_id));
  return { position: handled.position, result: { reservation, is_new: booked !== undefined } };
};
