import { entryOf as entryById } from '../collections/by-id.ts';
import { Refusal } from '../refusal.ts';
import { entryOf } from './by-uuid.ts';
import { endOfDay, localTimeOf } from './local-clock.ts';
import type { Book, Party } from './state.ts';
import { overlapping } from './table-holds.ts';

/** The reservation that is in the way, without anything about the guest. */
export interface TableConflict {
  readonly table_id: number;
  readonly date: string;
  readonly start_time: string;
  readonly end_time: string;
}

/** 409 with the conflict beside the message (docs/domain.md#reservations). */
export const tableBusy = (conflict: TableConflict): Refusal =>
  new Refusal('conflict', 'table_busy', { table_id: conflict.table_id }, { conflict: { ...conflict } });

/**
 * A stretch of time at a table: milliseconds, the end not included. `ours`: holds that do not count, because they are
 * the same reservation's.
 */
export interface Wanted {
  readonly table_id: number;
  readonly from: number;
  readonly to: number;
  readonly ours?: string | undefined;
}

/** Throws table_busy with the earliest conflict. */
export const requireFree = (book: Book, wanted: Wanted, timezone: string, at: string): void => {
  const sitting = sittingInTheWay(book, wanted, timezone, Date.parse(at));
  if (sitting) throw tableBusy(sitting);
  const held = heldBy(book, wanted);
  if (held) throw tableBusy(held);
};

/** The first reservation that holds part of it. */
export const heldBy = (book: Book, { table_id, from, to, ours }: Wanted): TableConflict | undefined => {
  const hold = overlapping(book.holds, table_id, from, to).find(([, , id]) => id !== ours);
  const reservation = hold && entryOf(book.current, hold[2]);
  if (!reservation) return undefined;
  const { date, start_time, end_time } = reservation;
  return { table_id, date, start_time, end_time };
};

const sittingInTheWay = (book: Book, wanted: Wanted, timezone: string, at: number): TableConflict | undefined => {
  const party = entryById(book.parties, wanted.table_id);
  if (!party || party.reservation_id === wanted.ours) return undefined;
  const seatedAt = Date.parse(party.seated_at);
  // A till that was offline may report it only now. Guests who have sat down since then stay where they are.
  const until = staysUntil(reservedTime(book, party), timezone, Math.max(at, seatedAt));
  if (until === undefined || wanted.from >= until || wanted.to <= seatedAt) return undefined;
  return seatingOf(wanted.table_id, party, timezone, wanted.from, until);
};

/**
 * How long guests at a table count as staying, beyond their own reservation: it is unknown, so for the rest of the day.
 * Guests who came early stay until their own time begins. Milliseconds.
 */
export const staysUntil = (
  reserved: { readonly starts: number; readonly ends: number } | undefined,
  timezone: string,
  now: number,
): number | undefined => {
  const today = endOfDay(now, timezone);
  if (!reserved) return today;
  if (now < reserved.starts) return Math.min(reserved.starts, today);
  return now < reserved.ends ? undefined : today;
};

/** The time a party has reserved; undefined for guests who walked in. */
export const reservedTime = (book: Book, { reservation_id }: Party): { starts: number; ends: number } | undefined => {
  const reservation = reservation_id === null ? undefined : entryOf(book.current, reservation_id);
  return reservation && { starts: Date.parse(reservation.starts_at), ends: Date.parse(reservation.ends_at) };
};

/**
 * Guests who sit at a table until an instant, as a conflict with something that was to begin at another instant. A date
 * and two times describe one day: the day that was asked for, not the one on which the guests sat down.
 */
export const seatingOf = (
  table_id: number,
  party: Party,
  timezone: string,
  from: number,
  until: number,
): TableConflict => {
  const seated = localTimeOf(Date.parse(party.seated_at), timezone);
  const asked = localTimeOf(from, timezone);
  const end_time = localTimeOf(until, timezone).time;
  if (seated.date >= asked.date) return { table_id, date: seated.date, start_time: seated.time, end_time };
  // An end equal to the start would be no time at all.
  return { table_id, date: asked.date, start_time: '00:00', end_time: end_time === '00:00' ? '23:59' : end_time };
};
