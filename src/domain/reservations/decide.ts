import type { Decider } from '../decider.ts';
import { bookPlace, forgo } from './book-place.ts';
import type { ReservationBookCommand } from './commands.ts';
import { depositMoves } from './deposit-money.ts';
import type { ReservationBookEvent } from './events.ts';
import { cancel, confirm, decline, fireDecline, fireNoShow, markNoShow, reportDeposit } from './finish.ts';
import { move } from './move.ts';
import { closeSeating, freeTable, reseatGuests, seat, seatWalkIn } from './seating.ts';
import { type Book, EMPTY_BOOK, evolveBook } from './state.ts';

/**
 * One restaurant's book: partners' and the venue's reservations, requests without a table, and guests who walk in
 * (docs/domain.md#reservations). Only here, on one stream, is it checked that no table is taken twice.
 */
const decide = (book: Book, command: ReservationBookCommand): readonly ReservationBookEvent[] => {
  const events = decideStep(book, command);
  return [...depositMoves(book, command, events), ...events];
};

const decideStep = (book: Book, command: ReservationBookCommand): readonly ReservationBookEvent[] => {
  switch (command.type) {
    case 'Book':
      return bookPlace(book, command);
    case 'Forgo':
      return forgo(book, command);
    case 'Move':
      return move(book, command);
    case 'Confirm':
      return confirm(book, command);
    case 'Decline':
      return decline(book, command);
    case 'Cancel':
      return cancel(book, command);
    case 'Seat':
      return seat(book, command);
    case 'ReseatGuests':
      return reseatGuests(book, command);
    case 'CloseSeating':
      return closeSeating(book, command);
    case 'MarkNoShow':
      return markNoShow(book, command);
    case 'ReportDeposit':
      return reportDeposit(book, command);
    case 'FireNoShow':
      return fireNoShow(book, command);
    case 'FireDecline':
      return fireDecline(book, command);
    case 'SeatWalkIn':
      return seatWalkIn(book, command);
    case 'FreeTable':
      return freeTable(book, command);
  }
};

export const reservationBookDecider: Decider<Book, ReservationBookCommand, ReservationBookEvent> = {
  category: 'reservation_book',
  stateVersion: 3,
  initial: EMPTY_BOOK,
  evolve: evolveBook,
  decide,
};
