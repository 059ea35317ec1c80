import { nearestInstantOf } from '../../domain/reservations/local-clock.ts';
import { type Guest, pickOtherGuest } from './guests.ts';
import type { Dice } from './random.ts';
import type { HistoryPoint, HistoryTable } from './venue.ts';

export type BookingFate = 'seated' | 'cancelled' | 'no_show' | 'declined';

/** A reservation, and what happens to it. */
export interface Booking {
  /** `HH:MM`, and the same in milliseconds since the epoch. */
  readonly start_time: string;
  readonly starts_at: number;
  readonly duration_minutes: number;
  readonly booked_at: number;
  readonly guest: Guest;
  readonly guests: number;
  readonly source: 'partner' | 'venue';
  readonly type: 'table' | 'banquet';
  /** The table where they sit in the end. */
  readonly table: HistoryTable;
  /** Asks for no table: the venue finds one. */
  readonly has_table: boolean;
  readonly deposit: number | null;
  readonly fate: BookingFate;
}

/** A table on that day, at lunch or in the evening. */
export interface Sitting {
  readonly table: HistoryTable;
  readonly meal: 'lunch' | 'dinner' | 'late';
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/**
 * Lunch is over by four. Guests who come to the same table later come late, when orders of that time are over: see
 * play.ts.
 */
const STARTS = {
  lunch: ['11:30', '12:00', '12:30', '13:00', '13:30'],
  dinner: ['17:30', '18:00', '18:30', '19:00', '19:30', '20:00'],
  late: ['20:30'],
} as const;
const MINUTES = { lunch: [60, 90, 120], dinner: [90, 120, 150], late: [90, 120] } as const;
/** A guest who books on the day itself does so within four hours of its beginning: before any guest sits. */
const MORNING = '07:00';
const BANQUET = { starts: ['18:00', '18:30', '19:00'], minutes: 210, seats: 8 } as const;

/** The tables that are booked, at most one party for each meal: most want the evening. */
export const pickSittings = (dice: Dice, { tables_to_book }: HistoryPoint, count: number): Sitting[] => {
  const picked = tables_to_book
    .flatMap((table) => (['lunch', 'dinner'] as const).map((meal) => ({ table, meal })))
    .map((sitting) => ({ ...sitting, draw: dice.next() ** (sitting.meal === 'dinner' ? 2 : 1) }))
    .sort((one, other) => one.draw - other.draw)
    .slice(0, count);
  const atLunch = new Set(picked.flatMap(({ table, meal }) => (meal === 'lunch' ? [table.id] : [])));
  return picked.map(({ table, meal }) => ({
    table,
    meal: meal === 'dinner' && atLunch.has(table.id) ? 'late' : meal,
  }));
};

/** The guests who have booked at the point for that day. */
export interface Taken {
  /**
   * The hours of guests without a table, one each. With two in an hour, whether the venue is asked about the second one
   * would depend on which of them came first.
   */
  readonly hours: Set<string>;
  /**
   * Guests by number. With the same guest twice at one time, each of the two could be the first to register the phone.
   */
  readonly guests: Set<number>;
}

/** Chooses who books a table, and what happens then. Adds the choice to what is taken. */
export const planBooking = (
  dice: Dice,
  point: HistoryPoint,
  date: string,
  { table, meal }: Sitting,
  taken: Taken,
): Booking => {
  const { timezone, reservation_rules } = point;
  const { capacity } = table;
  const isBanquet = meal === 'dinner' && (capacity ?? BANQUET.seats) >= BANQUET.seats && dice.chance(50);
  const start_time = dice.pick<string>(isBanquet ? BANQUET.starts : STARTS[meal]);
  const starts_at = nearestInstantOf({ date, time: start_time }, timezone);
  const duration_minutes = isBanquet ? BANQUET.minutes : dice.pick<number>(MINUTES[meal]);
  const morning = nearestInstantOf({ date, time: MORNING }, timezone) + dice.between(0, 240) * MINUTE_MS;
  const before = starts_at - (dice.between(1, 3) * DAY_MINUTES + dice.between(-180, 180)) * MINUTE_MS;
  const wished = dice.weighted<BookingFate>({ seated: 72, cancelled: 12, no_show: 9, declined: 7 });
  const asked = isBanquet ? 'partner' : dice.pick<Booking['source']>(['partner', 'venue']);
  const source = wished === 'declined' ? 'partner' : asked;
  const hour = start_time.slice(0, 2);
  const has_table = taken.hours.has(hour) || !(wished === 'declined' || (source === 'partner' && dice.chance(25)));
  if (!has_table) taken.hours.add(hour);
  // Only a request beyond the automatic limit is declined.
  const limit = reservation_rules.unassigned_auto_confirm_guests_per_hour ?? 0;
  const isTooMany = !has_table && (wished === 'declined' || dice.chance(50));
  const seats = dice.between(2, capacity ?? BANQUET.seats);
  // What becomes of a deposit that the venue took is said when the guest cancels, or comes.
  const isAskedFor = isBanquet || dice.chance(20);
  const hasDeposit = isAskedFor && (source === 'partner' || wished === 'seated' || wished === 'cancelled');
  return {
    start_time,
    starts_at,
    duration_minutes,
    source,
    table,
    has_table,
    booked_at: dice.chance(40) ? morning : before,
    guest: pickOtherGuest(dice, point.key, taken.guests),
    guests: isTooMany ? limit + dice.between(1, 4) : Math.min(seats, has_table ? seats : Math.max(1, limit)),
    type: isBanquet ? 'banquet' : 'table',
    deposit: hasDeposit ? dice.between(1, 5) * 100_000 : null,
    fate: wished === 'declined' && has_table ? 'cancelled' : wished,
  };
};
