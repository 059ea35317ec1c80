import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorkingDay } from '../../../../src/domain/points/events.ts';
import { freeTables, type Slot, slotsOf } from '../../../../src/domain/reservations/availability.ts';
import type { BookPoint, ReservationBookCommand } from '../../../../src/domain/reservations/commands.ts';
import { reservationBookDecider } from '../../../../src/domain/reservations/decide.ts';
import { effort } from '../../../support/effort.ts';
import { takenIn } from '../../../support/taken-in.ts';
import {
  A,
  B,
  book,
  C,
  cancel,
  DOOR,
  given,
  historyOf,
  later,
  NOW,
  POINT,
  pointWith,
  SOFA,
  uuid,
  WINDOW,
  walkIn,
} from './fixtures.ts';

const DAY_MS = 24 * 3_600_000;
const week = (open: string, close: string, closed: number[] = []): WorkingDay[] =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: !closed.includes(day), open, close }));
const evening = pointWith({}, { working_hours: week('18:00', '22:00') });

const takenAfter = (commands: readonly ReservationBookCommand[], point: BookPoint, now: string) => {
  const time = Date.parse(now);
  return takenIn(given(...historyOf(...commands)).state(), time - DAY_MS, time + 100 * DAY_MS, point.timezone, time);
};

const free = (commands: readonly ReservationBookCommand[], date: string, time: string, guests = 2, now = NOW) => {
  const from = Date.parse(`${date}T${time}:00+05:00`);
  const found = freeTables(POINT, takenAfter(commands, POINT, now), guests, from, from + 90 * 60_000);
  return { ...found, tables: found.tables.map(({ id }) => id) };
};

describe('tables that are free at a time', () => {
  test('free tables have the seats, or no number of seats', () => {
    expect(free([], '2026-03-07', '19:00', 1).tables).toEqual([WINDOW.id, DOOR.id, SOFA.id]);
    expect(free([], '2026-03-07', '19:00', 3).tables).toEqual([WINDOW.id, SOFA.id]);
    expect(free([], '2026-03-07', '19:00', 9)).toMatchObject({ tables: [SOFA.id], free_tables_count: 1 });
  });

  test('a table held at any moment of the time is not free', () => {
    const held = [book({ duration_minutes: 60 })];
    expect(free(held, '2026-03-07', '19:30').tables).not.toContain(WINDOW.id);
    expect(free(held, '2026-03-07', '17:45').tables).not.toContain(WINDOW.id);
    expect(free(held, '2026-03-07', '17:30').tables).toContain(WINDOW.id);
    expect(free(held, '2026-03-07', '20:00').tables).toContain(WINDOW.id);
    expect(free([...held, cancel()], '2026-03-07', '19:30').tables).toContain(WINDOW.id);
  });

  test('each reservation without a table takes a free table, down to none', () => {
    const ask = (reservation_id: string) => book({ reservation_id, table_id: null });
    const two = [ask(A), ask(B)];
    expect(free(two, '2026-03-07', '19:00')).toMatchObject({ free_tables_count: 1, unassigned_reservations: 2 });
    for (const reservation_id of [A, B]) {
      const one = [...two, cancel({ reservation_id })];
      expect(free(one, '2026-03-07', '19:00')).toMatchObject({ free_tables_count: 2, unassigned_reservations: 1 });
    }
    const four = [...two, ask(C), ask(uuid(4))];
    expect(free(four, '2026-03-07', '19:00')).toMatchObject({ free_tables_count: 0, unassigned_reservations: 4 });
    expect(free(four, '2026-03-07', '19:00').tables).toHaveLength(3);
    for (const time of ['17:30', '20:30']) {
      expect(free(four, '2026-03-07', time)).toMatchObject({ free_tables_count: 3, unassigned_reservations: 0 });
    }
  });

  test('guests who sit at a table without a reservation take it for today', () => {
    expect(free([walkIn()], '2026-03-06', '21:00').tables).not.toContain(WINDOW.id);
    expect(free([walkIn()], '2026-03-07', '12:00').tables).toContain(WINDOW.id);
    expect(free([walkIn()], '2026-03-07', '12:00', 2, later(24 * 60)).tables).not.toContain(WINDOW.id);
  });
});

describe('slots of a day', () => {
  const slots = (point: BookPoint, date: string, commands: readonly ReservationBookCommand[] = [], now = NOW) =>
    slotsOf({ point, date, guests: 2, duration_minutes: 90, now: Date.parse(now) }, takenAfter(commands, point, now));
  const times = (found: readonly Slot[] | null) => found?.map(({ time }) => time);

  test('slots of a day follow the hours by the step, as long as the shortest stay fits', () => {
    const point = pointWith(
      { slot_step_minutes: 60, min_duration_minutes: 60 },
      { working_hours: week('18:30', '22:00') },
    );
    expect(times(slots(point, '2026-03-07'))).toEqual(['18:30', '19:30', '20:30']);
  });

  test('a day has no slots if the point is closed', () => {
    expect(slots(pointWith({}, { working_hours: week('18:00', '22:00', [6]) }), '2026-03-07')).toBeNull();
  });

  test('slots past midnight carry the date after', () => {
    const point = pointWith({ slot_step_minutes: 120 }, { working_hours: week('20:00', '02:00') });
    expect(slots(point, '2026-03-07')?.map(({ date, time }) => `${date} ${time}`)).toEqual([
      '2026-03-07 20:00',
      '2026-03-07 22:00',
      '2026-03-08 00:00',
    ]);
  });

  test('slots of a day leave out what is past today, and days too far ahead', () => {
    const now = '2026-03-06T15:01:00.000Z';
    expect(times(slots(evening, '2026-03-06', [], now))).toEqual(['20:30', '21:00', '21:30']);
    expect(slots(evening, '2026-03-05', [], now)).toEqual([]);
    expect(slots(evening, '2026-06-05', [], now)).toEqual([]);
  });

  test('slots of a day name the tables that are free, and stay in the list when none is', () => {
    const everything = [WINDOW.id, DOOR.id, SOFA.id].map((table_id, index) =>
      book({ reservation_id: uuid(index + 1), table_id, point: evening, end_time: '20:00' }),
    );
    const found = slots(evening, '2026-03-07', everything.slice(0, 2));
    expect(found?.find(({ time }) => time === '19:30')).toEqual({
      time: '19:30',
      date: '2026-03-07',
      is_available: true,
      free_tables_count: 1,
      table_ids: [SOFA.id],
    });
    const full = slots(evening, '2026-03-07', everything);
    expect(full?.find(({ time }) => time === '19:30')).toMatchObject({ is_available: false, table_ids: [] });
    expect(full?.find(({ time }) => time === '20:00')).toMatchObject({ is_available: true, free_tables_count: 3 });
  });

  test('slots of a day skip what the clock leaves out, and count what comes twice once', () => {
    const point = pointWith(
      { slot_step_minutes: 30 },
      { timezone: 'America/New_York', working_hours: week('00:30', '04:00') },
    );
    expect(times(slots(point, '2026-03-08'))).toEqual(['00:30', '01:00', '01:30', '03:00', '03:30']);
    const autumn = times(slots(point, '2026-11-01', [], '2026-10-20T12:00:00.000Z'));
    expect(autumn).toEqual(['00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30']);
  });
});

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const dayArbitrary = fc.record({
  is_open: fc.boolean(),
  open: fc.integer({ min: 0, max: 47 }).map((slot) => clock(slot * 30)),
  close: fc.integer({ min: 1, max: 48 }).map((slot) => clock(slot * 30)),
});

test('what is offered can be booked, and what is not offered can not', () => {
  const zones = ['Asia/Tashkent', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
  fc.assert(
    fc.property(
      fc.array(dayArbitrary, { minLength: 7, maxLength: 7 }),
      fc.constantFrom(...zones),
      fc.constantFrom('2026-03-07', '2026-03-08', '2026-04-05', '2026-03-06', '2026-10-04'),
      fc.constantFrom(15, 45, 180),
      (days, timezone, date, min_duration_minutes) => {
        const working_hours = days.map((day, index) => ({
          ...day,
          day: index + 1,
          is_open: day.is_open && day.open !== day.close,
        }));
        const point = pointWith(
          { slot_step_minutes: 30, min_duration_minutes, default_duration_minutes: 180 },
          { timezone, working_hours },
        );
        const now = date < '2026-05' ? NOW : '2026-10-01T00:00:00.000Z';
        const query = { point, date, guests: 2, duration_minutes: 180, now: Date.parse(now) };
        const canBook = (day: string, start_time: string): boolean => {
          try {
            const command = book({ at: now, point, date: day, start_time });
            return reservationBookDecider.decide(reservationBookDecider.initial, command).length > 0;
          } catch {
            return false;
          }
        };
        const found = slotsOf(query, []) ?? [];
        for (const slot of found) expect(canBook(slot.date, slot.time)).toBe(true);
        // Beyond the day's own grid only what is left of the evening before can be booked.
        const [yesterday] = [new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10)];
        const offered = new Set(
          [...found, ...(slotsOf({ ...query, date: yesterday! }, []) ?? [])].map((slot) => `${slot.date} ${slot.time}`),
        );
        for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
          const time = clock(minutes);
          expect([time, canBook(date, time)]).toEqual([time, offered.has(`${date} ${time}`)]);
        }
      },
    ),
    { numRuns: effort({ short: 100, long: 1_000 }) },
  );
}, 30_000);
