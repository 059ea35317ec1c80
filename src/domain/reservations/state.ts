import { type ById, withEntries, withoutIds } from '../collections/by-id.ts';
import { type ByUuid, entryOf, withEntry } from './by-uuid.ts';
import type { Reservation, ReservationBookEvent } from './events.ts';
import { isHolding, type ReservationStatus } from './status.ts';
import { TABLE_LESS, type TableHold, type TableHolds, withoutTableHold, withTableHold } from './table-holds.ts';

/** Guests who sit at a table now, with a reservation or without. */
export interface Party {
  readonly reservation_id: string | null;
  readonly guests: number;
  /** ISO 8601 instant. */
  readonly seated_at: string;
}

/**
 * The reservations of a point. Of a reservation that is over, the book keeps only the status, so that it stays quick
 * after many years.
 */
export interface Book {
  /** Reservations that may still change: they hold a place, or a deposit. */
  readonly current: ByUuid<Reservation>;
  /** The statuses of all other reservations that the book ever had. */
  readonly past: ByUuid<ReservationStatus>;
  /** Reservations that are over and whose deposit their cheque used. */
  readonly used_deposits: ByUuid<true>;
  /** Reservations that the book must never book (see BookingForgone). */
  readonly forgone: ByUuid<true>;
  readonly holds: TableHolds;
  /** Who sits where, by table. */
  readonly parties: ById<Party>;
}

export const EMPTY_BOOK: Book = { current: [], past: [], used_deposits: [], forgone: [], holds: [], parties: [] };

export const evolveBook = (book: Book, event: ReservationBookEvent): Book => {
  switch (event.type) {
    case 'WalkInSeated': {
      const { table_id, guests, seated_at } = event.data;
      return { ...book, parties: withEntries(book.parties, [[table_id, { reservation_id: null, guests, seated_at }]]) };
    }
    case 'WalkInLeft':
      return { ...book, parties: withoutIds(book.parties, [event.data.table_id]) };
    case 'DepositMoved':
      return book;
    case 'BookingForgone':
      return { ...book, forgone: withEntry(book.forgone, event.data.reservation_id, true) };
    case 'ReservationMoved':
    case 'ReservationSeated': {
      const { before: _, ...reservation } = event.data;
      return enter(book, reservation);
    }
    default:
      return enter(book, event.data);
  }
};

/** Writes a reservation into the book as it is from now on. */
const enter = (book: Book, after: Reservation): Book => {
  const id = after.reservation_id;
  const before = entryOf(book.current, id);
  const isCurrent = !isOver(after);
  return {
    ...book,
    current: before || isCurrent ? withEntry(book.current, id, isCurrent ? after : undefined) : book.current,
    past: isCurrent ? book.past : withEntry(book.past, id, after.status),
    used_deposits: withUsedDeposit(book.used_deposits, after),
    holds: withMovedHold(book.holds, before, after),
    parties: reseat(book.parties, before, after),
  };
};

const withUsedDeposit = (used: Book['used_deposits'], after: Reservation): Book['used_deposits'] => {
  const isUsed = isOver(after) && after.deposit?.status === 'applied';
  if (isUsed === (entryOf(used, after.reservation_id) !== undefined)) return used;
  return withEntry(used, after.reservation_id, isUsed || undefined);
};

const withMovedHold = (holds: TableHolds, before: Reservation | undefined, after: Reservation): TableHolds => {
  const [left, taken] = [before && tableHoldOf(before), tableHoldOf(after)];
  if (left && taken && left.table_id === taken.table_id && left.hold.join() === taken.hold.join()) return holds;
  const freed = left ? withoutTableHold(holds, left.table_id, left.hold) : holds;
  return taken ? withTableHold(freed, taken.table_id, taken.hold) : freed;
};

const tableHoldOf = (reservation: Reservation): { table_id: number; hold: TableHold } | undefined => {
  const { status, table, starts_at, ends_at, reservation_id } = reservation;
  if (!isHolding(status)) return undefined;
  return { table_id: table?.id ?? TABLE_LESS, hold: [Date.parse(starts_at), Date.parse(ends_at), reservation_id] };
};

const reseat = (parties: ById<Party>, before: Reservation | undefined, after: Reservation): ById<Party> => {
  const { reservation_id, guests, seated_at, status } = after;
  const others = before?.status === 'opened' && before.table ? withoutIds(parties, [before.table.id]) : parties;
  if (status !== 'opened' || !after.table || !seated_at) return others;
  return withEntries(others, [[after.table.id, { reservation_id, guests, seated_at }]]);
};

/** Whether the reservation can never change again: it holds no place and no deposit. */
export const isOver = ({ status, deposit }: Pick<Reservation, 'status' | 'deposit'>): boolean =>
  !isHolding(status) && deposit?.status !== 'held';

/** The reservation as it is from the event on; undefined for an event of something else in the book. */
export const reservationIn = ({ data }: ReservationBookEvent): Reservation | undefined =>
  'personal' in data ? data : undefined;

/** The status of a reservation; undefined if it was never in the book. */
export const statusOf = (book: Book, reservationId: string): ReservationStatus | undefined =>
  entryOf(book.current, reservationId)?.status ?? entryOf(book.past, reservationId);
