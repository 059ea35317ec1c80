import { entryOf as entryById } from '../collections/by-id.ts';
import { conflict, invalid } from '../refusal.ts';
import { entryOf } from './by-uuid.ts';
import { changed, placeBefore, requireStatus, step, wrongStatus } from './change.ts';
import type { BookPoint, CommandOf } from './commands.ts';
import { depositAs } from './deposit.ts';
import type { ReservationBookEvent } from './events.ts';
import type { Book } from './state.ts';
import { heldBy, requireFree, reservedTime, seatingOf, staysUntil, tableBusy } from './table-busy.ts';
import { nameOf, requireTable } from './tables.ts';

type Events = readonly ReservationBookEvent[];

/** Seats guests who came, and names their cheque. Their deposit is applied. Guests who sit already are not moved. */
export const seat = (book: Book, command: CommandOf<'Seat'>): Events => {
  const { point, at, order_id, reservation_id: ours } = command;
  const sitting = entryOf(book.current, ours);
  const isElsewhere = command.table_id !== null && command.table_id !== sitting?.table?.id;
  if (sitting?.status === 'opened' && isElsewhere) throw wrongStatus('opened');
  return step(book, ours, ['created'], 'opened', (reservation) => {
    const tableId = command.table_id ?? reservation.table?.id;
    if (tableId === undefined) throw invalid('field_required', { field: 'table_id' });
    const hasNewTable = tableId !== reservation.table?.id;
    requireUnoccupied(book, tableId, point, at, ours);
    if (hasNewTable) {
      const [from, to] = [Date.parse(reservation.starts_at), Date.parse(reservation.ends_at)];
      requireFree(book, { table_id: tableId, from, to, ours }, point.timezone, at);
    }
    const after = changed(reservation, at, {
      status: 'opened',
      table: hasNewTable ? nameOf(requireTable(point, tableId)) : reservation.table,
      deposit: depositAs('applied', reservation.deposit),
      seated_at: at,
      order_id,
    });
    return [{ type: 'ReservationSeated', data: { ...after, before: placeBefore(reservation) } }];
  });
};

/**
 * Moves guests who sit to another table, together with their cheque. No other guests may sit there, and the table must
 * be free for the whole time of the reservation. This includes the part that is over: two reservations never hold one
 * table at one time. No events if the cheque is not theirs, or if they have left: the cheque, which was reopened, may
 * go to any table.
 */
export const reseatGuests = (book: Book, command: CommandOf<'ReseatGuests'>): Events => {
  const { point, at, order_id, table_id, reservation_id: ours } = command;
  const status = requireStatus(book, ours);
  if (status === 'closed') return [];
  const reservation = entryOf(book.current, ours);
  if (reservation?.status !== 'opened') throw wrongStatus(status);
  if (reservation.order_id !== order_id || reservation.table?.id === table_id) return [];
  const table = nameOf(requireTable(point, table_id));
  requireUnoccupied(book, table_id, point, at, ours);
  const [from, to] = [Date.parse(reservation.starts_at), Date.parse(reservation.ends_at)];
  const held = heldBy(book, { table_id, from, to, ours });
  if (held) throw tableBusy(held);
  const after = changed(reservation, at, { table });
  return [{ type: 'ReservationMoved', data: { ...after, before: placeBefore(reservation) } }];
};

/**
 * Closes the reservation, because its cheque was closed or deleted. A deposit is held again if the cheque was deleted.
 * No events for any other cheque.
 */
export const closeSeating = (book: Book, command: CommandOf<'CloseSeating'>): Events => {
  const { reservation_id, order_id, at, is_deleted = false, left } = command;
  const isUsed = entryOf(book.used_deposits, reservation_id) !== undefined;
  if (is_deleted && isUsed && left?.order_id === order_id) {
    return [{ type: 'DepositHeldAgain', data: changed(left, at, { deposit: depositAs('held', left.deposit) }) }];
  }
  return step(book, reservation_id, ['opened'], 'closed', (reservation) => {
    if (reservation.order_id !== order_id) return [];
    const deposit = is_deleted ? depositAs('held', reservation.deposit) : reservation.deposit;
    return [{ type: 'ReservationClosed', data: changed(reservation, at, { status: 'closed', deposit }) }];
  });
};

/** Seats guests without a reservation at a table. No other guests may sit there or be expected at this moment. */
export const seatWalkIn = (book: Book, { point, table_id, guests, at }: CommandOf<'SeatWalkIn'>): Events => {
  requireTable(point, table_id);
  requireUnoccupied(book, table_id, point, at);
  const { brand_id, point_id } = point;
  return [{ type: 'WalkInSeated', data: { brand_id, point_id, table_id, guests, seated_at: at } }];
};

/**
 * Frees a table whose guests, without a reservation, have left. No events if the table was empty. A till that was
 * offline may report an earlier moment: no events if the guests sat down after it. Guests with a reservation leave when
 * their cheque is closed.
 */
export const freeTable = (book: Book, { point, table_id, at }: CommandOf<'FreeTable'>): Events => {
  const party = entryById(book.parties, table_id);
  if (!party) return [];
  if (party.reservation_id !== null) throw conflict('table_has_open_cheque', { table_id });
  if (at < party.seated_at) return [];
  const { brand_id, point_id } = point;
  const { guests, seated_at } = party;
  return [{ type: 'WalkInLeft', data: { brand_id, point_id, table_id, guests, seated_at, left_at: at } }];
};

/** Refuses a table where other guests sit, or are expected now. */
const requireUnoccupied = (book: Book, table_id: number, point: BookPoint, at: string, ours?: string): void => {
  const now = Date.parse(at);
  const party = entryById(book.parties, table_id);
  if (party) {
    const reserved = reservedTime(book, party);
    const until = staysUntil(reserved, point.timezone, now) ?? reserved!.ends;
    throw tableBusy(seatingOf(table_id, party, point.timezone, now, until));
  }
  const held = heldBy(book, { table_id, from: now, to: now + 1, ours });
  if (held) throw tableBusy(held);
};
