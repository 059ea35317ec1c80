import { z } from 'zod';
import type { ReservationBookCommand } from '../../domain/reservations/commands.ts';
import { type CommandDefinition, type CommandOutcome, defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { name, uuid, words } from '../fields/fields.ts';
import type { BookingNeeds } from './booking-needs.ts';
import { depositMoneyOf } from './deposit-money.ts';
import {
  handleReservation,
  type ReservationResult,
  requirePointOfReservation,
  reservationResult,
} from './venue-book.ts';

const reservation = z.object({ reservation_id: uuid() });

type Step = Extract<ReservationBookCommand, { type: 'Confirm' | 'Decline' | 'MarkNoShow' }>;
/** The fields of a command beside the reservation and the time. */
type Said<Command> = Command extends unknown ? Omit<Command, 'reservation_id' | 'at'> : never;

const take = async (
  context: CommandContext,
  needs: BookingNeeds,
  reservation_id: string,
  said: Said<Step>,
): Promise<CommandOutcome<ReservationResult>> => {
  const pointId = await requirePointOfReservation(context, needs, reservation_id);
  const command = { ...said, reservation_id, at: context.occurred_at };
  return handleReservation(context, pointId, reservation_id, command);
};

const confirmReservation = defineCommand({
  type: 'ConfirmReservation',
  audiences: ['venue'],
  summary: 'Confirms a request that waits for the venue.',
  input: reservation,
  result: reservationResult,
  run: ({ reservation_id }, context, needs: BookingNeeds) => take(context, needs, reservation_id, { type: 'Confirm' }),
});

const declineReservation = defineCommand({
  type: 'DeclineReservation',
  audiences: ['venue'],
  summary: 'Declines a request that waits for the venue.',
  input: reservation.extend({ reason: name() }),
  result: reservationResult,
  run: ({ reservation_id, reason }, context, needs: BookingNeeds) =>
    take(context, needs, reservation_id, { type: 'Decline', reason }),
});

const cancelReservation = defineCommand({
  type: 'CancelReservation',
  audiences: ['venue'],
  summary:
    'Cancels an awaited reservation. What becomes of a deposit may be left for the partner to report, or be said later by this command.',
  input: reservation.extend({
    reason: words().nullish(),
    cancelled_by: z.enum(['guest', 'venue']).default('venue'),
    deposit_status: z.enum(['retained', 'refunded']).nullish(),
  }),
  result: reservationResult,
  run: async ({ reservation_id, reason, cancelled_by, deposit_status }, context, needs: BookingNeeds) => {
    const pointId = await requirePointOfReservation(context, needs, reservation_id);
    return handleReservation(context, pointId, reservation_id, {
      type: 'Cancel',
      reservation_id,
      at: context.occurred_at,
      by: 'venue',
      cancelled_by,
      reason: reason ?? null,
      deposit_status: deposit_status ?? null,
      money: deposit_status === 'refunded' ? await depositMoneyOf(context, needs, pointId) : undefined,
    });
  },
});

const markNoShow = defineCommand({
  type: 'MarkNoShow',
  audiences: ['venue'],
  summary: 'The guest did not come.',
  input: reservation,
  result: reservationResult,
  run: ({ reservation_id }, context, needs: BookingNeeds) =>
    take(context, needs, reservation_id, { type: 'MarkNoShow' }),
});

export const reservationStepCommands: readonly CommandDefinition<BookingNeeds>[] = [
  confirmReservation,
  declineReservation,
  cancelReservation,
  markNoShow,
];
