import type { Direction } from '../money/shapes.ts';
import { entryOf } from './by-uuid.ts';
import type { DepositMoney, ReservationBookCommand } from './commands.ts';
import type { Deposit, Reservation, ReservationBookEvent } from './events.ts';
import { type Book, reservationIn } from './state.ts';

type DepositMoved = Extract<ReservationBookEvent, { type: 'DepositMoved' }>['data'];

/**
 * The movements of money that follow from the events of a command. A deposit that a partner took never was in a drawer
 * of the venue. One that is applied to the cheque, or retained, stays where it is.
 */
export const depositMoves = (
  book: Book,
  command: ReservationBookCommand,
  events: readonly ReservationBookEvent[],
): readonly ReservationBookEvent[] => {
  const after = events.map(reservationIn).findLast((reservation) => reservation !== undefined);
  const money = 'money' in command ? command.money : null;
  if (!after || !money || after.source !== 'venue') return [];
  const before = entryOf(book.current, after.reservation_id);
  const held = before && heldIn(before);
  const stillHeld = heldIn(after);
  if (held && stillHeld && held.amount === stillHeld.amount && held.payment_type_id === stillHeld.payment_type_id) {
    return [];
  }
  const isReturned = held && (stillHeld || after.deposit?.status === 'refunded');
  const moves = [
    ...(isReturned ? [moved(after, money, held, 'minus')] : []),
    ...(stillHeld ? [moved(after, money, stillHeld, 'plus')] : []),
  ];
  return moves.map((data) => ({ type: 'DepositMoved', data }));
};

const heldIn = ({ deposit }: Reservation): Deposit | null => (deposit?.status === 'held' ? deposit : null);

const moved = (
  { reservation_id, brand_id, point_id, updated_at }: Reservation,
  { taken_id, returned_id, timezone, business_date, shift_id, payment_categories }: DepositMoney,
  { amount, payment_type_id }: Deposit,
  direction: Direction,
): DepositMoved => ({
  movement_id: direction === 'plus' ? taken_id : returned_id,
  reservation_id,
  brand_id,
  point_id,
  timezone,
  business_date,
  moved_at: updated_at,
  operation: direction === 'plus' ? 'prepayment' : 'prepayment_refund',
  direction,
  amount,
  payment_type_id,
  payment_category_id: payment_categories[payment_type_id] ?? null,
  shift_id,
});
