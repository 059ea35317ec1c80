import { invalid } from '../refusal.ts';
import type { BookPoint, BookTable } from './commands.ts';
import type { ReservationTable } from './events.ts';

/** The point's table with this id. Throws table_of_another_point (400) if it has none. */
export const requireTable = ({ tables }: BookPoint, tableId: number): BookTable => {
  const table = tables.get(tableId);
  if (!table) throw invalid('table_of_another_point', { field: 'table_id' });
  return table;
};

/** Refuses more guests than the table has seats. A table without a number of seats takes any number of guests. */
export const requireSeats = (table: BookTable | undefined, guests: number): void => {
  const capacity = table?.capacity ?? null;
  if (capacity !== null && guests > capacity) throw invalid('table_too_small', { field: 'guests', capacity });
};

export const nameOf = ({ id, name, hall_id, hall_name }: BookTable): ReservationTable => ({
  id,
  name,
  hall_id,
  hall_name,
});
