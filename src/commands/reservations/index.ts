import type { CommandDefinition } from '../bus/command.ts';
import { bookTable, moveReservation } from './book-table.ts';
import type { BookingNeeds } from './booking-needs.ts';
import { cancelReservation, confirmReservation, declineReservation, markNoShow } from './reservation-steps.ts';
import { seatReservation } from './seat-reservation.ts';
import { freeTable, seatWalkIn } from './seat-walk-in.ts';

export const reservationCommands: readonly CommandDefinition<BookingNeeds>[] = [
  bookTable,
  moveReservation,
  confirmReservation,
  declineReservation,
  cancelReservation,
  markNoShow,
  seatReservation,
  seatWalkIn,
  freeTable,
];
