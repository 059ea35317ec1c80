import type { Booking } from './booking-plan.ts';
import type { Dice } from './random.ts';
import type { HistoryTable } from './venue.ts';

const MINUTE_MS = 60_000;
/** No guest without a reservation sits longer. */
const LONGEST_MS = 240 * MINUTE_MS;
/** Guests who have booked come up to five minutes early and twenty minutes late. */
const AROUND_MS = 25 * MINUTE_MS;

/** Who sits where at a point on a day: two parties never share a table. */
export interface Seating {
  /** Keeps the table of a booking free for it. */
  book(booking: Pick<Booking, 'table' | 'starts_at' | 'duration_minutes'>): void;
  /** Seats guests who come by themselves, at a table that is theirs for as long as they stay; undefined: all are taken. */
  seat(dice: Dice, guests: number, from: number): { readonly table_id: number; leave(until: number): void } | undefined;
}

interface Stay {
  readonly from: number;
  until: number;
}

export const createSeating = (tables: readonly HistoryTable[]): Seating => {
  const stays = new Map<number, Stay[]>(tables.map(({ id }) => [id, []]));
  const isFree = (id: number, from: number): boolean =>
    stays.get(id)!.every((stay) => stay.until <= from || from + LONGEST_MS <= stay.from);
  return {
    book: ({ table, starts_at, duration_minutes }) => {
      const until = starts_at + duration_minutes * MINUTE_MS + AROUND_MS;
      stays.get(table.id)?.push({ from: starts_at - AROUND_MS, until });
    },
    seat: (dice, guests, from) => {
      const draw = dice.next();
      const free = tables.filter(({ id, capacity }) => (capacity ?? guests) >= guests && isFree(id, from));
      const table = free[Math.floor(draw * free.length)];
      if (!table) return undefined;
      const stay: Stay = { from, until: from + LONGEST_MS };
      stays.get(table.id)!.push(stay);
      return {
        table_id: table.id,
        leave: (until) => {
          stay.until = until;
        },
      };
    },
  };
};
