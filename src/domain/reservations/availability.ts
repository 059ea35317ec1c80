import type { BookPoint, BookTable } from './commands.ts';
import { gridOf } from './slot-grid.ts';
import { boundsOf } from './span.ts';

/**
 * The time at which a place is taken: milliseconds, without the end. `table_id` null: a reservation without a table
 * takes it.
 */
export interface Taken {
  readonly table_id: number | null;
  readonly from: number;
  readonly to: number;
}

export interface Free {
  /** Tables that are free all the time and have enough seats, by id. */
  readonly tables: readonly BookTable[];
  /** How many of them are left if each reservation without a table gets one of them. */
  readonly free_tables_count: number;
  readonly unassigned_reservations: number;
}

export interface Slot {
  readonly time: string;
  readonly date: string;
  readonly is_available: boolean;
  readonly free_tables_count: number;
  readonly table_ids: readonly number[];
}

const MINUTE_MS = 60_000;

/** The tables that are free from one instant to another and have enough seats. */
export const freeTables = (
  point: BookPoint,
  taken: readonly Taken[],
  guests: number,
  from: number,
  to: number,
): Free => {
  const inTheWay = taken.filter((it) => it.from < to && it.to > from);
  const busy = new Set(inTheWay.map(({ table_id }) => table_id));
  const tables = tablesFor(point, guests).filter(({ id }) => !busy.has(id));
  const unassigned_reservations = inTheWay.filter(({ table_id }) => table_id === null).length;
  return { tables, free_tables_count: Math.max(0, tables.length - unassigned_reservations), unassigned_reservations };
};

export interface SlotQuery {
  readonly point: BookPoint;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly guests: number;
  readonly duration_minutes: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The times of a working day at which a guest may be booked, and the tables free then. A time after midnight belongs to
 * the evening before and carries the next date. Null: the point is closed that day.
 */
export const slotsOf = (query: SlotQuery, taken: readonly Taken[]): Slot[] | null => {
  const { point, date, guests, duration_minutes, now } = query;
  const grid = gridOf(date, point, boundsOf(point, now));
  if (!grid) return null;
  const [first, last] = [grid[0], grid.at(-1)];
  if (!first || !last) return [];
  const length = duration_minutes * MINUTE_MS;
  const ids = tablesFor(point, guests).map(({ id }) => id);
  const columns = new Map(ids.map((id, column) => [id, column]));
  // A row for every time, a column for every table. Each taken place is read once, not once for every time.
  const isBusy = new Uint8Array(grid.length * ids.length);
  const waiting = new Uint32Array(grid.length);
  for (const { table_id, from, to } of taken) {
    if (from >= last.start + length || to <= first.start) continue;
    const column = table_id === null ? null : columns.get(table_id);
    if (column === undefined) continue;
    for (let row = 0; row < grid.length && grid[row]!.start < to; row++) {
      if (from >= grid[row]!.start + length) continue;
      if (column === null) waiting[row]! += 1;
      else isBusy[row * ids.length + column] = 1;
    }
  }
  return grid.map(({ date, time }, row) => {
    const table_ids = ids.filter((_, column) => isBusy[row * ids.length + column] === 0);
    const free_tables_count = Math.max(0, table_ids.length - waiting[row]!);
    return { time, date, is_available: free_tables_count > 0, free_tables_count, table_ids };
  });
};

const tablesFor = ({ tables }: BookPoint, guests: number): BookTable[] =>
  [...tables.values()].filter(({ capacity }) => capacity === null || capacity >= guests).sort((a, b) => a.id - b.id);
