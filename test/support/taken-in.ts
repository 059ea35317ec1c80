import type { Taken } from '../../src/domain/reservations/availability.ts';
import type { Book } from '../../src/domain/reservations/state.ts';
import { reservedTime, staysUntil } from '../../src/domain/reservations/table-busy.ts';
import { overlapping, TABLE_LESS } from '../../src/domain/reservations/table-holds.ts';

/** What a book says is taken between two instants, by whoever: reservations, and guests who sit there now. */
export const takenIn = (book: Book, from: number, to: number, timezone: string, now: number): Taken[] => {
  const held = book.holds.flatMap(([tableId]) =>
    overlapping(book.holds, tableId, from, to).map(([start, end]) => ({
      table_id: tableId === TABLE_LESS ? null : tableId,
      from: start,
      to: end,
    })),
  );
  const sitting = book.parties.flatMap(([table_id, party]) => {
    const until = staysUntil(reservedTime(book, party), timezone, now);
    return until === undefined ? [] : [{ table_id, from: Date.parse(party.seated_at), to: until }];
  });
  return [...held, ...sitting];
};
