import { conflict } from '../refusal.ts';
import { isWithinLimit } from './auto-confirm.ts';
import { entryOf } from './by-uuid.ts';
import type { BookPoint, CommandOf } from './commands.ts';
import { depositAs } from './deposit.ts';
import type { Reservation, ReservationBookEvent } from './events.ts';
import { requireBookable, type Span, spanOf } from './span.ts';
import { type Book, statusOf } from './state.ts';
import { requireFree } from './table-busy.ts';
import { nameOf, requireSeats, requireTable } from './tables.ts';

/**
 * Books a new reservation. If it is in the book already, there are no events, even if the repeat asks for something
 * else.
 */
export const bookPlace = (book: Book, command: CommandOf<'Book'>): readonly ReservationBookEvent[] => {
  const { reservation_id, point, guests, at, deposit, guest } = command;
  if (statusOf(book, reservation_id) !== undefined) return [];
  if (entryOf(book.forgone, reservation_id)) throw conflict('booking_forgone');
  const table = command.table_id === null ? undefined : requireTable(point, command.table_id);
  const span = spanOf(command, point);
  requireBookable(span, point, at);
  if (command.source === 'partner') requireSeats(table, guests);
  if (table) {
    const [from, to] = [Date.parse(span.starts_at), Date.parse(span.ends_at)];
    requireFree(book, { table_id: table.id, from, to }, point.timezone, at);
  }
  const reservation: Reservation = {
    reservation_id,
    brand_id: point.brand_id,
    point_id: point.point_id,
    source: command.source,
    key_id: command.key_id,
    external_id: command.external_id,
    status: firstStatus(book, command, span),
    type: command.booking_type,
    table: table ? nameOf(table) : null,
    timezone: point.timezone,
    ...span,
    guests,
    deposit: depositAs('held', deposit),
    cancelled_by: null,
    no_show_at: noShowAt(span, point),
    seated_at: null,
    order_id: null,
    created_at: at,
    updated_at: at,
    status_changed_at: at,
    personal: { ...guest, comment: command.comment, cancel_reason: null },
  };
  return [{ type: 'ReservationBooked', data: reservation }];
};

/** No events if the reservation is in the book, or if this was recorded before. */
export const forgo = (book: Book, command: CommandOf<'Forgo'>): readonly ReservationBookEvent[] => {
  const { brand_id, point_id, reservation_id } = command;
  if (statusOf(book, reservation_id) !== undefined || entryOf(book.forgone, reservation_id)) return [];
  return [{ type: 'BookingForgone', data: { brand_id, point_id, reservation_id } }];
};

/**
 * The first status. A reservation with a table, or by the venue, is confirmed at once. One without a table by a partner
 * is confirmed at once if it is within the limit; otherwise it waits for the venue.
 */
const firstStatus = (book: Book, { source, table_id, guests, point }: CommandOf<'Book'>, span: Span) => {
  if (table_id !== null || source === 'venue') return 'created';
  return isWithinLimit(book, span, guests, point.reservation_rules) ? 'created' : 'pending';
};

/**
 * When the reservation counts as a no-show, by the point's rule as it is now. With a rule of 0 only the venue says so.
 */
export const noShowAt = ({ starts_at }: Span, { reservation_rules }: BookPoint): string | null => {
  const minutes = reservation_rules.no_show_after_minutes;
  return minutes === 0 ? null : new Date(Date.parse(starts_at) + minutes * 60_000).toISOString();
};
