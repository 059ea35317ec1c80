import { entryOf } from '../../../domain/collections/by-id.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import type { Brand } from '../../../domain/references/state.ts';
import { allEntries } from '../../../domain/reservations/by-uuid.ts';
import type { Reservation } from '../../../domain/reservations/events.ts';
import type { Book } from '../../../domain/reservations/state.ts';
import { isHolding } from '../../../domain/reservations/status.ts';

/** A point at an instant (ISO 8601 in UTC), and the clock on its wall. */
export interface PlaceThen {
  readonly point_id: string;
  readonly timezone: string;
  readonly instant: string;
}

/** The reservations that held a place, by their start. */
export const heldThen = ({ current }: Pick<Book, 'current'>): Reservation[] =>
  allEntries(current)
    .filter(({ status }) => isHolding(status))
    .toSorted(
      (one, other) => compare(one.starts_at, other.starts_at) || compare(one.reservation_id, other.reservation_id),
    );

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The tables of a point, as the venue lists them: who sat there, and who was expected next. */
export const tablesThen = (brand: Brand | null, book: Book, { point_id, timezone, instant }: PlaceThen) => {
  const held = heldThen(book);
  const tables = Object.values(brand?.tables ?? {}).filter((table) => table.point_id === point_id);
  return tables
    .toSorted((one, other) => one.hall_id - other.hall_id || one.table_id - other.table_id)
    .map(({ table_id: id, name, capacity, hall_id }) => {
      const party = entryOf(book.parties, id);
      return {
        id,
        name,
        capacity,
        hall_id,
        hall_name: brand!.halls[hall_id]!.name,
        next_reservation: nextAt(id, held, instant),
        seated: party
          ? {
              reservation_id: party.reservation_id,
              guests: party.guests,
              seated_at: toLocalTimestamp(party.seated_at, timezone),
            }
          : null,
      };
    });
};

const nextAt = (tableId: number, held: readonly Reservation[], instant: string) => {
  const next = held.find(
    ({ table, seated_at, ends_at }) =>
      table?.id === tableId && seated_at === null && Date.parse(ends_at) > Date.parse(instant),
  );
  if (!next) return null;
  const { reservation_id, date, start_time, end_time, guests } = next;
  return { reservation_id, date, start_time, end_time, guests };
};
