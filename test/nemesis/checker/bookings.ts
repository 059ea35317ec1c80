import type { LogEvent, Rule, Violation } from './evidence.ts';
import { onceEach } from './once.ts';

/** Acknowledged reservations exist once; refused ones do not. */
export const bookingsAreOnce: Rule = ({ history, events }) =>
  onceEach({
    rule: 'reservations are once',
    entries: history.filter(({ kind }) => kind === 'book'),
    made: events.filter(({ type }) => type === 'ReservationBooked'),
    idOfEntry: ({ reservation_id }) => reservation_id,
    idOfEvent: ({ data }) => data.reservation_id,
  });

const HOLDING: ReadonlySet<string> = new Set(['pending', 'created', 'opened']);

/** At no position of the log do two reservations have the same table at overlapping times. */
export const tablesAreTakenOnce: Rule = ({ events }) => {
  const violations: Violation[] = [];
  /** The last event of each reservation that holds a table. */
  const held = new Map<string, LogEvent>();
  for (const event of events) {
    const { reservation_id, table, status } = event.data;
    if (!event.stream.startsWith('reservation_book-') || reservation_id === undefined) continue;
    held.delete(reservation_id);
    if (!table || !HOLDING.has(status)) continue;
    const others = [...held.values()].filter((other) => overlaps(other.data, event.data));
    for (const other of others) {
      const what = `table ${table.id} is taken twice at position ${event.position}`;
      violations.push({ rule: 'no table twice', what, events: [other, event] });
    }
    held.set(reservation_id, event);
  }
  return violations;
};

interface Stay {
  readonly table: { readonly id: number };
  readonly starts_at: string;
  readonly ends_at: string;
}

const overlaps = (one: Stay, other: Stay): boolean =>
  one.table.id === other.table.id && one.starts_at < other.ends_at && other.starts_at < one.ends_at;
