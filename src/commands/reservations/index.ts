import type { CommandDefinition } from '../bus/command.ts';
import { bookingCommands } from './book-table.ts';
import type { BookingNeeds } from './booking-needs.ts';
import { reservationStepCommands } from './reservation-steps.ts';
import { seatReservation } from './seat-reservation.ts';
import { walkInCommands } from './seat-walk-in.ts';

export const reservationCommands: readonly CommandDefinition<BookingNeeds>[] = [
  ...bookingCommands,
  ...reservationStepCommands,
  seatReservation,
  ...walkInCommands,
];
