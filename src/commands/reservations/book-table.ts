import { defineCommand } from '../command.ts';
import { derivedUuid } from '../envelope.ts';
import { uuid } from '../fields.ts';
import { normalisePhone } from '../phone.ts';
import { bookTableInput, moveInput } from './reservation-input.ts';
import { checkReferences, toBook, toChanges } from './to-book-command.ts';
import { handleReservation, requirePointOfReservation, venueBook } from './venue-book.ts';

export const bookTable = defineCommand({
  type: 'BookTable',
  audiences: ['venue'],
  summary: 'Books a table, or a place without one. The same external_id again is the same reservation.',
  input: bookTableInput,
  run: async (input, context) => {
    const { point_id, external_id } = input;
    const { key_id } = context.caller;
    const point = await venueBook(context, point_id);
    await checkReferences(input, point, (tableId) => tableId in point.brand.tables);
    const phone = normalisePhone(input.guest.phone, point.brand.country_code, 'guest.phone');
    const reservation_id =
      external_id == null ? context.newUuid('reservation') : derivedUuid('reservation', key_id, external_id, point_id);
    const guest = { client_id: null, phone, name: input.guest.name ?? null };
    const rest = { reservation_id, at: context.occurred_at, point: point.book, key_id, guest };
    return handleReservation(context, point_id, reservation_id, toBook(input, { ...rest, source: 'venue' }));
  },
});

export const moveReservation = defineCommand({
  type: 'MoveReservation',
  audiences: ['venue'],
  summary: 'Changes time, table, guests or details of an awaited reservation; what is left out stays.',
  input: moveInput.extend({ reservation_id: uuid() }),
  run: async ({ reservation_id, ...input }, context) => {
    const pointId = await requirePointOfReservation(context, reservation_id);
    const point = await venueBook(context, pointId);
    await checkReferences(input, point, (tableId) => tableId in point.brand.tables);
    return handleReservation(context, pointId, reservation_id, {
      type: 'Move',
      ...{ reservation_id, at: context.occurred_at, by: 'venue' },
      point: point.book,
      changes: toChanges(input),
    });
  },
});
