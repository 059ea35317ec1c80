import { type ById, entryOf, withEntries, withoutIds } from '../collections/by-id.ts';

/** A table that a reservation takes from one instant to another (milliseconds, the end not included). */
export type TableHold = readonly [from: number, to: number, reservation_id: string];

/** Holds by table, each list ascending. Holds of one table never overlap. */
export type TableHolds = ById<readonly TableHold[]>;

/** The key for reservations without a table. These may overlap. */
export const TABLE_LESS = 0;

/** No reservation is longer. */
export const LONGEST_MS = 12 * 3_600_000;

export const tableHoldsOf = (holds: TableHolds, tableId: number): readonly TableHold[] => entryOf(holds, tableId) ?? [];

export const withTableHold = (holds: TableHolds, tableId: number, hold: TableHold): TableHolds => {
  const list = tableHoldsOf(holds, tableId);
  return withEntries(holds, [[tableId, list.toSpliced(firstFrom(list, hold[0]), 0, hold)]]);
};

export const withoutTableHold = (
  holds: TableHolds,
  tableId: number,
  [from, , reservationId]: TableHold,
): TableHolds => {
  const list = tableHoldsOf(holds, tableId);
  let place = firstFrom(list, from);
  while (list[place]?.[0] === from && list[place]![2] !== reservationId) place++;
  if (list[place]?.[2] !== reservationId) return holds;
  return list.length === 1 ? withoutIds(holds, [tableId]) : withEntries(holds, [[tableId, list.toSpliced(place, 1)]]);
};

/** The holds that overlap [from, to), ascending. One may start at the very instant at which another ends. */
export const overlapping = (holds: TableHolds, tableId: number, from: number, to: number): TableHold[] => {
  const list = tableHoldsOf(holds, tableId);
  const found: TableHold[] = [];
  for (let place = firstFrom(list, from - LONGEST_MS); place < list.length; place++) {
    const hold = list[place]!;
    if (hold[0] >= to) break;
    if (hold[1] > from) found.push(hold);
  }
  return found;
};

/** The index of the first hold that starts at `from` or later. */
const firstFrom = (list: readonly TableHold[], from: number): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]![0] < from) low = middle + 1;
    else high = middle;
  }
  return low;
};
