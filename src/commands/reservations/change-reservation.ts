import type { ReservationBookCommand } from '../../domain/reservations/commands.ts';
import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import { reservationIn } from '../../domain/reservations/state.ts';
import type { PartnerContext } from '../bus/context.ts';
import { defineOperation, noBody, type Outcome } from '../bus/operation.ts';
import type { PartnerBookingNeeds } from './booking-needs.ts';
import { inBook, requireBookedPoint, requireOwnReservation } from './own-reservation.ts';
import {
  type CancelInput,
  cancelInput,
  type DepositInput,
  depositInput,
  type MoveInput,
  moveInput,
} from './reservation-input.ts';
import { checkReferences, toChanges } from './to-book-command.ts';

interface OfReservation {
  readonly reservation_id: string;
}

const common = { audiences: ['partner'], permission: 'table_booking', answerAfter: 'reservations' } as const;

/** Carries out a command on a reservation of this partner, and answers the reservation as it is after it. */
const change = async (
  context: PartnerContext,
  needs: PartnerBookingNeeds,
  reservationId: string,
  commandFor: (reservation: Reservation) => ReservationBookCommand | Promise<ReservationBookCommand>,
): Promise<Outcome<Reservation>> => {
  const reservation = await requireOwnReservation(context, needs, reservationId);
  const { point_id } = reservation;
  const command = await commandFor(reservation);
  const handled = await context.handle(reservationBookDecider, point_id, command, { point_id });
  const [changed] = handled.events.map(reservationIn);
  const after = changed ?? (await inBook(context, needs, handled, point_id, reservationId));
  return { position: handled.position, result: after };
};

export const movePartnerReservation = defineOperation({
  ...common,
  summary: 'Move a reservation, or change its details',
  input: moveInput,
  run: ({ reservation_id, ...input }: MoveInput & OfReservation, context, needs: PartnerBookingNeeds) =>
    change(context, needs, reservation_id, async ({ point_id }) => {
      const { brand_id, occurred_at: at } = context;
      const point = await requireBookedPoint(context, needs, point_id);
      await checkReferences(input, point, (tableId) => needs.lookups.isTableOfBrand(brand_id, tableId));
      return { type: 'Move', reservation_id, at, point: point.book, by: 'partner', changes: toChanges(input) };
    }),
});

export const cancelPartnerReservation = defineOperation({
  ...common,
  summary: 'Cancel a reservation whose guest is awaited',
  input: cancelInput,
  run: (input: CancelInput & OfReservation, context, needs: PartnerBookingNeeds) =>
    change(context, needs, input.reservation_id, () => ({
      type: 'Cancel',
      reservation_id: input.reservation_id,
      at: context.occurred_at,
      by: 'partner',
      cancelled_by: input.cancelled_by ?? 'guest',
      reason: input.reason ?? null,
      deposit_status: input.deposit_status ?? null,
    })),
});

export const reportDeposit = defineOperation({
  ...common,
  summary: 'Tell what became of the deposit of a guest who did not come',
  input: depositInput,
  run: ({ reservation_id, status }: DepositInput & OfReservation, context, needs: PartnerBookingNeeds) =>
    change(context, needs, reservation_id, () => ({
      type: 'ReportDeposit',
      reservation_id,
      at: context.occurred_at,
      status,
    })),
});

export const findReservation = defineOperation({
  audiences: ['partner'],
  permission: 'table_booking',
  summary: 'A reservation of the partner’s own',
  input: noBody,
  run: async ({ reservation_id }: OfReservation, context, needs: PartnerBookingNeeds) => ({
    position: null,
    result: await requireOwnReservation(context, needs, reservation_id),
  }),
});
