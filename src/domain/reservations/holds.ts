import { type ById, entryOf, withEntries, withoutIds } from '../collections/by-id.ts';

/** A table that a reservation takes from one instant to another (milliseconds, the end not included). */
export type Hold = readonly [from: number, to: number, reservation_id: string];

/** Holds by table, each list ascending. Holds of one table never overlap. */
export type Holds = ById<readonly Hold[]>;

/** The key for reservations without a table. These may overlap. */
export const TABLE_LESS = 0;

/** No reservation is longer. */
export const LONGEST_MS = 12 * 3_600_000;

export const holdsOf = (holds: Holds, tableId: number): readonly Hold[] => entryOf(holds, tableId) ?? [];

export const withHold = (holds: Holds, tableId: number, hold: Hold): Holds => {
  const list = holdsOf(holds, tableId);
  return withEntries(holds, [[tableId, list.toSpliced(firstFrom(list, hold[0]), 0, hold)]]);
};

export const withoutHold = (holds: Holds, tableId: number, [from, , reservationId]: Hold): Holds => {
  const list = holdsOf(holds, tableId);
  let place = firstFrom(list, from);
  while (list[place]?.[0] === from && list[place]![2] !== reservationId) place++;
  if (list[place]?.[2] !== reservationId) return holds;
  return list.length === 1 ? withoutIds(holds, [tableId]) : withEntries(holds, [[tableId, list.toSpliced(place, 1)]]);
};

/** The holds that overlap [from, to), ascending. One may start at the very instant at which another ends. */
export const overlapping = (holds: Holds, tableId: number, from: number, to: number): Hold[] => {
  const list = holdsOf(holds, tableId);
  const found: Hold[] = [];
  for (let place = firstFrom(list, from - LONGEST_MS); place < list.length; place++) {
    const hold = list[place]!;
    if (hold[0] >= to) break;
    if (hold[1] > from) found.push(hold);
  }
  return found;
};

/** The index of the first hold that starts at `from` or later. */
const firstFrom = (list: readonly Hold[], from: number): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]![0] < from) low = middle + 1;
    else high = middle;
  }
  return low;
};
