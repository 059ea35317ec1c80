import type { Booking } from './booking-plan.ts';
import { fillCart } from './cart.ts';
import { type Payment, tellOfCheque } from './cheque-tale.ts';
import type { Dice } from './random.ts';
import { beginTale, type Story, type Tale, type TaleOptions } from './tale.ts';
import type { HistoryPoint } from './venue.ts';

export interface BookingOptions extends Omit<TaleOptions, 'at'> {
  readonly dice: Dice;
  readonly point: HistoryPoint;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly booking: Booking;
  readonly external_id: string;
}

interface Telling extends BookingOptions {
  readonly tale: Tale;
  /** Known after it is booked. */
  readonly id: () => string;
  /** Continues in the book. */
  tell(time: number, act: () => Promise<unknown>): void;
  /** Continues with a command of the venue on the reservation. */
  venue(time: number, type: string, fields?: object): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A reservation from the call to the end: guests who come are seated, and their cheque is closed. */
export const tellBooking = (options: BookingOptions): Story => {
  const { dice, hands, point, booking, date, external_id } = options;
  const tale = beginTale({ ...options, at: booking.booked_at });
  let reservation_id = '';
  const tell: Telling['tell'] = (time, act) => tale.goOnAt(time, { act, is_apart: true });
  const venue: Telling['venue'] = (time, type, fields = {}) =>
    tell(time, () => hands.command(tale.nameOf(type), type, { reservation_id, ...fields }));
  const telling: Telling = { ...options, tale, tell, venue, id: () => reservation_id };

  const { start_time, duration_minutes, guests, guest, type, source, fate, booked_at, starts_at } = booking;
  tale.gets(hands.clientKey(guest.phone));
  const body = {
    point_id: point.point_id,
    date,
    start_time,
    duration_minutes,
    guests,
    type,
    guest,
    external_id,
    table_id: booking.has_table ? booking.table.id : null,
    deposit: booking.deposit && { amount: booking.deposit, payment_type_id: depositType(options).id },
  };
  if (booking.deposit !== null && source === 'venue') mintDeposit(tale, 'BookTable');
  const name = tale.nameOf('BookTable');
  tell(booked_at, async () => {
    const booked = source === 'partner' ? hands.book(name, body) : hands.command(name, 'BookTable', body);
    reservation_id = String((await booked).reservation_id);
  });
  const answered = booked_at + dice.between(5, 40) * MINUTE_MS;
  if (fate === 'declined') venue(answered, 'DeclineReservation', { reason: 'Нет мест на это время' });
  else if (!booking.has_table) venue(answered, 'ConfirmReservation');
  if (fate === 'cancelled') cancel(telling);
  if (fate === 'no_show') venue(starts_at + dice.between(31, 50) * MINUTE_MS, 'MarkNoShow');
  if (fate === 'seated') seat(telling);
  else if (booking.deposit !== null && source === 'partner') tellDeposit(telling);
  return tale;
};

/** A guest of the venue brings the money; one of the app has paid there. */
const depositType = ({ point, booking }: BookingOptions) => (booking.source === 'venue' ? point.cash : point.online);

/** The venue's own deposit is a movement of money. */
const mintDeposit = (tale: Tale, step: string): void => {
  for (const label of ['deposit taken', 'deposit returned']) tale.mints(step, label);
};

/** By the guest, in the app or by a call, or by the venue. */
const cancel = ({ tale, hands, dice, booking, tell, venue, id }: Telling): void => {
  const { booked_at, starts_at, source, deposit } = booking;
  const time = booked_at + ((starts_at - booked_at) * dice.between(30, 90)) / 100;
  if (source === 'venue' || dice.chance(30)) {
    const cancelled_by = dice.pick(['guest', 'venue']);
    const deposit_status = source === 'partner' || deposit === null ? null : dice.pick(['retained', 'refunded']);
    if (deposit_status === 'refunded') mintDeposit(tale, 'CancelReservation');
    venue(time, 'CancelReservation', { cancelled_by, reason: 'Планы изменились', deposit_status });
    return;
  }
  const deposit_status = deposit === null ? null : dice.pick(['retained', 'refunded']);
  tell(time, () => hands.cancelBooking(tale.nameOf('Cancel'), id(), { reason: 'Не успеваем', deposit_status }));
};

/** What the partner does with the deposit of guests who did not come, unless the cancellation said so. */
const tellDeposit = ({ tale, hands, booking, tell, id }: Telling): void => {
  const status = booking.fate === 'no_show' ? 'retained' : 'refunded';
  tell(tale.now() + HOUR_MS, () => hands.tellDeposit(tale.nameOf('SettleDeposit'), id(), status));
};

const seat = (telling: Telling): void => {
  const { tale, hands, dice, point, booking, tell, venue, id } = telling;
  const { starts_at, duration_minutes, guests, table, has_table, booked_at } = booking;
  if (has_table && guests > 2 && dice.chance(8)) {
    venue(booked_at + 30 * MINUTE_MS, 'MoveReservation', { guests: guests - 1 });
  }
  const cheque = tellOfCheque(tale, hands, point, dice);
  const seating = { table_id: table.id, waiter_id: dice.pick(point.waiters) };
  const name = tale.nameOf('SeatReservation');
  tale.mints('SeatReservation', 'order');
  tell(starts_at + dice.between(-5, 20) * MINUTE_MS, async () => {
    const seated = await hands.command(name, 'SeatReservation', { reservation_id: id(), ...seating });
    cheque.opened(Number(seated.order_id));
  });
  const carts = Math.ceil(guests / 3);
  const items = Array.from({ length: carts }, () => fillCart(dice, point, false)).flat();
  cheque.till(5, 'AddItems', { items });
  cheque.till(1, 'SendToKitchen');
  cheque.till(dice.between(1, 4), 'StartCooking');
  // They leave before their time is over.
  const stay = (duration_minutes * dice.between(70, 95)) / 100;
  const payment = dice.weighted<Payment>({ cash: 30, terminal: 65, both: 5 });
  tale.waitUntil(starts_at + stay * MINUTE_MS);
  cheque.close(0, payment);
};
