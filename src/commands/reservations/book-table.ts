import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { statusOf } from '../../domain/reservations/state.ts';
import { type CommandDefinition, type CommandOutcome, defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { uuid } from '../fields/fields.ts';
import { normalisePhone } from '../fields/phone.ts';
import { bookOnce } from './book-once.ts';
import type { BookingNeeds } from './booking-needs.ts';
import { booksOf } from './books.ts';
import { depositMoneyOf } from './deposit-money.ts';
import { bookTableInput, moveInput } from './reservation-input.ts';
import { checkReferences, toBook, toChanges } from './to-book-command.ts';
import {
  handleReservation,
  type ReservationResult,
  requirePointOfReservation,
  reservationResult,
  venueBook,
} from './venue-book.ts';

const bookTable = defineCommand({
  type: 'BookTable',
  audiences: ['venue'],
  summary: 'Books a table, or a place without one. The same external_id again is the same reservation.',
  input: bookTableInput,
  result: reservationResult,
  run: async (input, context, needs: BookingNeeds) => {
    const { point_id, external_id } = input;
    const { key_id } = context.caller;
    const point = await venueBook(context, needs, point_id);
    const book = async (reservation_id: string): Promise<CommandOutcome<ReservationResult>> => {
      await checkReferences(input, point, (tableId) => tableId in point.brand.tables);
      const phone = normalisePhone(input.guest.phone, point.brand.country_code, 'guest.phone');
      const guest = { client_id: null, phone, name: input.guest.name ?? null };
      const money = input.deposit ? await depositMoneyOf(context, needs, point_id) : undefined;
      const rest = { reservation_id, at: context.occurred_at, point: point.book, key_id, guest, money };
      return handleReservation(context, point_id, reservation_id, toBook(input, { ...rest, source: 'venue' }));
    };
    if (external_id == null) return book(context.newUuid('reservation'));
    return bookOnce({ key_id, external_id, point_id }, needs.externalIds, {
      ...booksOf(context),
      book,
      found: async (pointId, id) => {
        // The reservation exists: it was found just now.
        const status = (await statusAt(context, pointId, id))!;
        // It may be this command that booked it.
        const { position, duplicate } = (await context.recorded(reservationBookDecider, pointId)) ?? NOTHING_RECORDED;
        return { position, duplicate, result: { id, reservation_id: id, status } };
      },
    });
  },
});

const NOTHING_RECORDED = { position: null, duplicate: false };

const statusAt = async (context: CommandContext, pointId: string, reservationId: string) =>
  statusOf(await context.load(reservationBookDecider, pointId), reservationId);

const moveReservation = defineCommand({
  type: 'MoveReservation',
  audiences: ['venue'],
  summary: 'Changes time, table, guests or details of an awaited reservation; what is left out stays.',
  input: moveInput.extend({ reservation_id: uuid() }),
  result: reservationResult,
  run: async ({ reservation_id, ...input }, context, needs: BookingNeeds) => {
    const pointId = await requirePointOfReservation(context, needs, reservation_id);
    const point = await venueBook(context, needs, pointId);
    await checkReferences(input, point, (tableId) => tableId in point.brand.tables);
    return handleReservation(context, pointId, reservation_id, {
      type: 'Move',
      reservation_id,
      at: context.occurred_at,
      by: 'venue',
      point: point.book,
      changes: toChanges(input),
      money: input.deposit ? await depositMoneyOf(context, needs, pointId) : undefined,
    });
  },
});

export const bookingCommands: readonly CommandDefinition<BookingNeeds>[] = [bookTable, moveReservation];
