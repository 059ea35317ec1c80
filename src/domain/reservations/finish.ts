import { conflict, invalid } from '../refusal.ts';
import { entryOf } from './by-uuid.ts';
import { changed, requireStatus, step, wrongStatus } from './change.ts';
import type { CommandOf } from './commands.ts';
import { type DepositStatus, depositAs } from './deposit.ts';
import type { Reservation, ReservationBookEvent } from './events.ts';
import type { Book } from './state.ts';
import { isHolding } from './status.ts';

type Events = readonly ReservationBookEvent[];

export const confirm = (book: Book, { reservation_id, at }: CommandOf<'Confirm'>): Events =>
  step(book, reservation_id, ['pending'], 'created', (reservation) => [
    { type: 'ReservationConfirmed', data: changed(reservation, at, { status: 'created' }) },
  ]);

export const decline = (book: Book, { reservation_id, at, reason }: CommandOf<'Decline'>): Events =>
  step(book, reservation_id, ['pending'], 'declined', (reservation) => [declined(reservation, at, 'venue', reason)]);

export const markNoShow = (book: Book, { reservation_id, at }: CommandOf<'MarkNoShow'>): Events =>
  step(book, reservation_id, ['created'], 'no_show', (reservation) => [noShow(reservation, at)]);

/**
 * Marks a no-show, because its time is up. A timer is never refused: if the reservation has changed meanwhile, there
 * are no events.
 */
export const fireNoShow = (book: Book, { reservation_id, at }: CommandOf<'FireNoShow'>): Events => {
  const reservation = entryOf(book.current, reservation_id);
  if (reservation?.status !== 'created' || reservation.no_show_at === null) return [];
  return Date.parse(at) >= Date.parse(reservation.no_show_at) ? [noShow(reservation, at)] : [];
};

/** The venue did not answer the request before it was to begin. */
export const fireDecline = (book: Book, { reservation_id, at }: CommandOf<'FireDecline'>): Events => {
  const reservation = entryOf(book.current, reservation_id);
  if (reservation?.status !== 'pending' || Date.parse(at) < Date.parse(reservation.starts_at)) return [];
  return [declined(reservation, at, 'system', null)];
};

/**
 * Cancels a reservation. A partner must say at once what happens to a deposit that it holds. The venue may leave this
 * open. Later it may say so of a reservation that is over and whose deposit is still held.
 */
export const cancel = (book: Book, command: CommandOf<'Cancel'>): Events => {
  const over = entryOf(book.current, command.reservation_id);
  if (over && !isHolding(over.status) && command.by === 'venue' && command.deposit_status) {
    return settled(over, command.at, command.deposit_status);
  }
  return cancelAwaited(book, command);
};

const cancelAwaited = (book: Book, command: CommandOf<'Cancel'>): Events =>
  step(book, command.reservation_id, ['pending', 'created'], 'cancelled', (reservation) => {
    const { deposit, personal } = reservation;
    const { at, by, cancelled_by, reason, deposit_status } = command;
    if (deposit && deposit_status === null && by === 'partner') {
      throw invalid('deposit_status_required', { field: 'deposit_status' });
    }
    const data = changed(reservation, at, {
      status: 'cancelled',
      cancelled_by,
      deposit: deposit_status ? depositAs(deposit_status, deposit) : deposit,
      personal: { ...personal, cancel_reason: reason },
    });
    return [{ type: 'ReservationCancelled', data }];
  });

/** What became of a deposit that no cheque used. The partner tells it once (docs/domain.md#reservations). */
export const reportDeposit = (book: Book, { reservation_id, at, status }: CommandOf<'ReportDeposit'>): Events => {
  const current = requireStatus(book, reservation_id);
  if (isHolding(current)) throw wrongStatus(current);
  const reservation = entryOf(book.current, reservation_id);
  // A reservation that is over stays in the book in full only if it holds a deposit.
  if (!reservation?.deposit) throw conflict('deposit_not_held');
  return settled(reservation, at, status);
};

const settled = (reservation: Reservation, at: string, status: DepositStatus): Events => [
  { type: 'DepositSettled', data: changed(reservation, at, { deposit: depositAs(status, reservation.deposit) }) },
];

const noShow = (reservation: Reservation, at: string): ReservationBookEvent => ({
  type: 'ReservationMarkedNoShow',
  data: changed(reservation, at, { status: 'no_show' }),
});

const declined = (
  reservation: Reservation,
  at: string,
  cancelled_by: 'venue' | 'system',
  cancel_reason: string | null,
): ReservationBookEvent => ({
  type: 'ReservationDeclined',
  data: changed(reservation, at, {
    status: 'declined',
    cancelled_by,
    personal: { ...reservation.personal, cancel_reason },
  }),
});
