import { namesOf } from '../names-of.ts';
import { isSameValue } from '../same-value.ts';
import { isWithinLimit } from './auto-confirm.ts';
import { noShowAt } from './book-place.ts';
import { entryOf } from './by-uuid.ts';
import { changed, placeBefore, requireStatus, wrongStatus } from './change.ts';
import type { CommandOf } from './commands.ts';
import { depositAs } from './deposit.ts';
import type { Reservation, ReservationBookEvent } from './events.ts';
import { requireBookable, type Span, spanOf } from './span.ts';
import type { Book } from './state.ts';
import { isAwaited, type ReservationStatus } from './status.ts';
import { requireFree } from './table-busy.ts';
import { nameOf, requireSeats, requireTable } from './tables.ts';

/** Changes a confirmed or pending reservation: its time, table, guests, or comment. Without a change: no events. */
export const move = (book: Book, command: CommandOf<'Move'>): readonly ReservationBookEvent[] => {
  const status = requireStatus(book, command.reservation_id);
  const reservation = entryOf(book.current, command.reservation_id);
  if (!reservation || !isAwaited(status)) throw wrongStatus(status);

  const place = newPlace(book, reservation, command);
  const details = newDetails(reservation, command);
  const after = changed(reservation, command.at, { ...place, ...details });
  if (!isSameValue(place, pick(reservation, place))) {
    return [{ type: 'ReservationMoved', data: { ...after, before: placeBefore(reservation) } }];
  }
  if (isSameValue(details, pick(reservation, details))) return [];
  return [{ type: 'ReservationDetailsChanged', data: after }];
};

/** Of the reservation the members that `like` has. */
const pick = (reservation: Reservation, like: Partial<Reservation>): object =>
  Object.fromEntries(namesOf(like).map((name) => [name, reservation[name]]));

type Place = Span & Pick<Reservation, 'guests' | 'table' | 'status' | 'timezone' | 'no_show_at'>;

const newPlace = (book: Book, reservation: Reservation, command: CommandOf<'Move'>): Place => {
  const { point, changes, at, by } = command;
  const guests = changes.guests ?? reservation.guests;
  const span = newSpan(reservation, command);
  const isLater = span.starts_at !== reservation.starts_at || span.ends_at !== reservation.ends_at;
  const tableId = changes.table_id === undefined ? (reservation.table?.id ?? null) : changes.table_id;
  const hasNewTable = tableId !== (reservation.table?.id ?? null);
  const table = tableId === null ? null : hasNewTable ? nameOf(requireTable(point, tableId)) : reservation.table;

  // A field that does not change is not checked again: the comment of a late guest may change after the hour has begun.
  // If the start stays the same, it is not compared with the clock, so that a stay can be made longer after it has
  // begun.
  if (isLater) requireBookable(span, point, span.starts_at === reservation.starts_at ? span.starts_at : at);
  const isTighter = hasNewTable || guests > reservation.guests;
  if (tableId !== null && by === 'partner' && isTighter) requireSeats(point.tables.get(tableId), guests);
  if (tableId !== null && (isLater || hasNewTable)) {
    const [from, to] = [Date.parse(span.starts_at), Date.parse(span.ends_at)];
    const ours = reservation.reservation_id;
    requireFree(book, { table_id: tableId, from, to, ours }, point.timezone, at);
  }
  const moved = { ...span, guests, table };
  const timed = isLater
    ? { timezone: point.timezone, no_show_at: noShowAt(span, point) }
    : { timezone: reservation.timezone, no_show_at: reservation.no_show_at };
  return { ...moved, ...timed, status: newStatus(book, reservation, moved, command) };
};

/** Keeps the length if only the start moves. */
const newSpan = (reservation: Reservation, { changes, point }: CommandOf<'Move'>): Span => {
  const { date, start_time, end_time, duration_minutes } = changes;
  const isUntouched = [date, start_time, end_time, duration_minutes].every((value) => value === undefined);
  if (isUntouched) return spanBefore(reservation);
  const wanted = { date: date ?? reservation.date, start_time: start_time ?? reservation.start_time };
  const isSame =
    wanted.date === reservation.date &&
    wanted.start_time === reservation.start_time &&
    (end_time ?? reservation.end_time) === reservation.end_time &&
    (duration_minutes ?? reservation.duration_minutes) === reservation.duration_minutes;
  if (isSame) return spanBefore(reservation);
  const length = end_time === undefined ? (duration_minutes ?? reservation.duration_minutes) : duration_minutes;
  return spanOf({ ...wanted, end_time, duration_minutes: length }, point);
};

const spanBefore = ({ date, start_time, end_time, starts_at, ends_at, duration_minutes }: Reservation): Span => ({
  date,
  start_time,
  end_time,
  starts_at,
  ends_at,
  duration_minutes,
});

/** If a partner moves a confirmed one without a table beyond the limit, it waits for the venue again. */
const newStatus = (
  book: Book,
  before: Reservation,
  after: Span & Pick<Reservation, 'guests' | 'table'>,
  { by, point }: CommandOf<'Move'>,
): ReservationStatus => {
  if (by === 'venue' || before.status === 'pending' || after.table) return before.status;
  const isMoved = before.table !== null || before.starts_at !== after.starts_at || before.guests < after.guests;
  const rules = point.reservation_rules;
  if (!isMoved || isWithinLimit(book, after, after.guests, rules, before.reservation_id)) return before.status;
  return 'pending';
};

const newDetails = (reservation: Reservation, { changes }: CommandOf<'Move'>) => {
  const { personal } = reservation;
  const comment = changes.comment === undefined ? personal.comment : changes.comment;
  const name = changes.guest_name === undefined ? personal.name : changes.guest_name;
  const deposit = changes.deposit ? depositAs('held', changes.deposit) : reservation.deposit;
  return { deposit, personal: { ...personal, comment, name } };
};
