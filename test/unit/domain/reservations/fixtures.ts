import { DEFAULT_RESERVATION_RULES } from '../../../../src/domain/points/commands.ts';
import type { ReservationRules } from '../../../../src/domain/points/events.ts';
import { ALWAYS_OPEN } from '../../../../src/domain/points/working-hours.ts';
import type { BookPoint, BookTable, CommandOf } from '../../../../src/domain/reservations/commands.ts';
import { reservationBookDecider } from '../../../../src/domain/reservations/decide.ts';
import {
  type Reservation,
  type ReservationBookEvent,
  reservationBookEvents,
} from '../../../../src/domain/reservations/events.ts';
import { specOf } from '../../../support/given-when-then.ts';

export const { given } = specOf(reservationBookDecider, reservationBookEvents);

/** Friday noon in Tashkent (UTC+5). */
export const NOW = '2026-03-06T07:00:00.000Z';
/** Minutes later. */
export const later = (minutes: number, from = NOW): string =>
  new Date(Date.parse(from) + minutes * 60_000).toISOString();

export const uuid = (number: number): string => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
export const A = uuid(1);
export const B = uuid(2);
export const C = uuid(3);

const hall = { hall_id: 90, hall_name: 'Veranda' };
export const WINDOW: BookTable = { id: 11, name: 'By the window', ...hall, capacity: 4 };
export const DOOR: BookTable = { id: 12, name: 'By the door', ...hall, capacity: 2 };
export const SOFA: BookTable = { id: 13, name: 'Sofa', ...hall, capacity: null };

export const pointWith = (rules: Partial<ReservationRules> = {}, point: Partial<BookPoint> = {}): BookPoint => ({
  brand_id: uuid(801),
  point_id: uuid(802),
  timezone: 'Asia/Tashkent',
  working_hours: ALWAYS_OPEN,
  special_days: {},
  reservation_rules: { ...DEFAULT_RESERVATION_RULES, ...rules },
  tables: new Map([WINDOW, DOOR, SOFA].map((table) => [table.id, table])),
  ...point,
});
export const POINT = pointWith();

/** Tomorrow at seven in the evening, for two, by the window, by a partner. */
export const book = (changes: Partial<CommandOf<'Book'>> = {}): CommandOf<'Book'> => ({
  type: 'Book',
  reservation_id: A,
  at: NOW,
  point: POINT,
  source: 'partner',
  key_id: uuid(803),
  external_id: 'ext-1',
  booking_type: 'table',
  date: '2026-03-07',
  start_time: '19:00',
  guests: 2,
  table_id: WINDOW.id,
  deposit: null,
  guest: { client_id: null, name: 'Aziza', phone: '+998901234567' },
  comment: null,
  ...changes,
});

export const move = (
  changes: CommandOf<'Move'>['changes'],
  rest: Partial<Omit<CommandOf<'Move'>, 'changes'>> = {},
): CommandOf<'Move'> => ({ type: 'Move', reservation_id: A, at: NOW, point: POINT, by: 'partner', changes, ...rest });

export const cancel = (changes: Partial<CommandOf<'Cancel'>> = {}): CommandOf<'Cancel'> => ({
  type: 'Cancel',
  reservation_id: A,
  at: NOW,
  by: 'partner',
  cancelled_by: 'guest',
  reason: null,
  deposit_status: null,
  ...changes,
});

export const seat = (changes: Partial<CommandOf<'Seat'>> = {}): CommandOf<'Seat'> => ({
  type: 'Seat',
  reservation_id: A,
  at: NOW,
  point: POINT,
  table_id: null,
  order_id: 501,
  ...changes,
});

export const reseat = (
  table_id: number,
  changes: Partial<CommandOf<'ReseatGuests'>> = {},
): CommandOf<'ReseatGuests'> => ({
  type: 'ReseatGuests',
  reservation_id: A,
  at: NOW,
  point: POINT,
  table_id,
  order_id: 501,
  ...changes,
});

export const walkIn = (table_id = WINDOW.id, at = NOW): CommandOf<'SeatWalkIn'> => ({
  type: 'SeatWalkIn',
  point: POINT,
  table_id,
  guests: 3,
  at,
});

export const freeTable = (table_id = WINDOW.id, at = NOW): CommandOf<'FreeTable'> => ({
  type: 'FreeTable',
  point: POINT,
  table_id,
  at,
});

export const DEPOSIT = { amount: 100_000, payment_type_id: 21 };

/** What follows from a command on a history; fails when nothing does. */
export const eventsOf = (
  history: readonly ReservationBookEvent[],
  command: Parameters<ReturnType<typeof given>['when']>[0],
): ReservationBookEvent[] => [
  ...given(...history)
    .when(command)
    .result().events,
];

/** The history after these commands, one after another. */
export const historyOf = (...commands: Parameters<ReturnType<typeof given>['when']>[0][]): ReservationBookEvent[] => {
  const history: ReservationBookEvent[] = [];
  for (const command of commands) history.push(...eventsOf(history, command));
  return history;
};

/** The reservation the last of these events leaves. */
export const reservationIn = (events: readonly ReservationBookEvent[]): Reservation => {
  const last = events.at(-1);
  if (!last || !('status' in last.data)) throw new Error('no reservation follows');
  return last.data;
};
