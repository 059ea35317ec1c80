import type { ReservationRules } from '../points/events.ts';
import { entryOf } from './by-uuid.ts';
import type { Span } from './span.ts';
import type { Book } from './state.ts';
import { overlapping, TABLE_LESS } from './table-holds.ts';

const HOUR_MS = 3_600_000;

/**
 * Whether a reservation without a table is confirmed without asking the venue. It is, if the guests of all confirmed
 * reservations without a table that start in the same hour of the point's clock, and those of this one, are within the
 * limit. `ours`: the id of this reservation. Its earlier place does not count.
 */
export const isWithinLimit = (
  book: Book,
  span: Span,
  guests: number,
  { unassigned_auto_confirm_guests_per_hour: limit }: ReservationRules,
  ours?: string,
): boolean => {
  if (!limit) return false;
  const start = Date.parse(span.starts_at);
  let expected = guests;
  // When the clock goes back, that hour of the clock lasts two hours.
  for (const [, , id] of overlapping(book.holds, TABLE_LESS, start - 2 * HOUR_MS, start + 2 * HOUR_MS)) {
    const other = id === ours ? undefined : entryOf(book.current, id);
    if (other?.status === 'created' && hourOf(other) === hourOf(span)) expected += other.guests;
  }
  return expected <= limit;
};

const hourOf = ({ date, start_time }: Pick<Span, 'date' | 'start_time'>): string => `${date} ${start_time.slice(0, 2)}`;
