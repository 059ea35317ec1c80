import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closedDay, type SpecialDay } from '../../../../src/domain/points/special-days.ts';
import { completeWeek } from '../../../../src/domain/points/working-hours.ts';
import { slotsOf } from '../../../../src/domain/reservations/availability.ts';
import { hoursOf, isSpeciallyClosed, type OpeningHours, openUntil } from '../../../../src/domain/reservations/hours.ts';
import { addDays, dayOfWeek, instantOf } from '../../../../src/domain/reservations/local-clock.ts';
import { book, eventsOf, given, move, pointWith } from './fixtures.ts';

const EVENINGS = completeWeek(
  [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: true, open: '18:00', close: '02:00' })),
);
const special = (date: string, open: string, close: string): SpecialDay => ({
  date,
  is_open: true,
  open,
  close,
  reason: null,
});
const hours = (days: readonly SpecialDay[], timezone = 'Asia/Tashkent', working_hours = EVENINGS): OpeningHours => ({
  timezone,
  working_hours,
  special_days: Object.fromEntries(days.map((day) => [day.date, day])),
});

describe('special days', () => {
  const at = (date: string, start_time: string, days: readonly SpecialDay[]) =>
    book({ date, start_time, duration_minutes: 60, point: pointWith({ min_duration_minutes: 30 }, hours(days)) });
  const opens = (command: ReturnType<typeof book>) => expect(eventsOf([], command)).toHaveLength(1);
  const refused = (command: ReturnType<typeof book>) =>
    given().when(command).thenRefused('invalid', 'reservation_outside_hours', { field: 'start_time' });

  test('on a closed day nobody is booked, but for what is left of the evening before', () => {
    const closed = [closedDay('2026-03-20', 'Navruz')];
    opens(at('2026-03-19', '23:30', closed));
    opens(at('2026-03-20', '01:30', closed));
    refused(at('2026-03-20', '01:31', closed));
    refused(at('2026-03-20', '20:00', closed));
    refused(at('2026-03-21', '00:30', closed));
    opens(at('2026-03-21', '18:00', closed));
  });

  test('special hours count instead of those of the weekday, past midnight too', () => {
    const late = [special('2026-03-20', '12:00', '05:00'), special('2026-03-21', '10:00', '15:00')];
    opens(at('2026-03-20', '12:00', late));
    opens(at('2026-03-21', '04:30', late));
    refused(at('2026-03-21', '04:31', late));
    opens(at('2026-03-21', '10:00', late));
    refused(at('2026-03-21', '18:00', late));
    refused(at('2026-03-22', '00:30', late));
  });

  test('a reservation is not moved to a closed day', () => {
    const point = pointWith({}, hours([closedDay('2026-03-20', 'Navruz')]));
    const booked = eventsOf([], book({ date: '2026-03-19', start_time: '19:00', point }));
    given(...booked)
      .when(move({ date: '2026-03-20' }, { point }))
      .thenRefused('invalid', 'reservation_outside_hours', { field: 'start_time' });
    expect(eventsOf(booked, move({ date: '2026-03-21' }, { point }))).toHaveLength(1);
  });

  test('the slots of a date follow it', () => {
    const slots = (date: string, days: readonly SpecialDay[]) =>
      slotsOf(
        {
          point: pointWith({ slot_step_minutes: 60, min_duration_minutes: 60 }, hours(days)),
          date,
          guests: 2,
          duration_minutes: 60,
          now: Date.parse('2026-03-06T07:00:00Z'),
        },
        [],
      )?.map((slot) => `${slot.date.slice(8)} ${slot.time}`) ?? null;
    expect(slots('2026-03-20', [closedDay('2026-03-20', 'Navruz')])).toBeNull();
    expect(slots('2026-03-20', [special('2026-03-20', '22:00', '01:00')])).toEqual([
      '20 22:00',
      '20 23:00',
      '21 00:00',
    ]);
    expect(slots('2026-03-20', [])).toHaveLength(8);
  });

  test('only what a special day takes away is closed by it', () => {
    const closed = hours([closedDay('2026-03-20', 'Navruz')]);
    const isClosed = (local: string) => isSpeciallyClosed(Date.parse(`${local}:00+05:00`), closed);
    expect(['2026-03-20T01:00', '2026-03-20T03:00', '2026-03-20T20:00', '2026-03-21T01:00'].map(isClosed)).toEqual([
      ...[false, true, true, true],
    ]);
    // Closed by the week alone.
    expect(['2026-03-19T12:00', '2026-03-21T03:00', '2026-03-22T12:00'].map(isClosed)).toEqual([false, false, false]);
  });

  /** New York: 2026-03-08 02:00 to 03:00 is left out, 2026-11-01 01:00 to 02:00 comes twice. */
  test('special hours are of the point’s clock also when it changes', () => {
    const minutes = (days: readonly SpecialDay[], date: string) => {
      const found = hoursOf(date, hours(days, 'America/New_York'));
      return found && (found.closes - found.opens) / 60_000;
    };
    expect(minutes([special('2026-03-08', '01:30', '03:30')], '2026-03-08')).toBe(60);
    expect(minutes([special('2026-03-07', '23:00', '04:00')], '2026-03-07')).toBe(240);
    // Nothing is left of hours that the clock skips.
    expect(minutes([special('2026-03-08', '02:10', '02:50')], '2026-03-08')).toBeUndefined();
    expect(minutes([special('2026-11-01', '00:00', '03:00')], '2026-11-01')).toBe(240);
    expect(minutes([special('2026-11-01', '00:00', '24:00')], '2026-11-01')).toBe(25 * 60);
  });
});

/** Minutes of a day after which a close before the open is on the day after. */
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const someHours = fc
  .record({ is_open: fc.boolean(), open: fc.integer({ min: 0, max: 95 }), close: fc.integer({ min: 0, max: 96 }) })
  .filter(({ open, close }) => open !== close)
  .map(({ is_open, open, close }) => ({ is_open, open: clock(open * 15), close: clock(close * 15) }));

test('a point is open in the hours of each date, whichever dates are special', () => {
  const first = '2026-03-02';
  fc.assert(
    fc.property(
      fc.array(someHours, { minLength: 7, maxLength: 7 }),
      fc.dictionary(
        fc.integer({ min: 0, max: 9 }).map((days) => addDays(first, days)),
        someHours,
      ),
      fc.integer({ min: 96, max: 8 * 96 }),
      (week, days, quarter) => {
        const point: OpeningHours = {
          timezone: 'UTC',
          working_hours: week.map((day, index) => ({ day: index + 1, ...day })),
          special_days: Object.fromEntries(
            Object.entries(days).map(([date, day]) => [date, { date, reason: null, ...day }]),
          ),
        };
        /** Quarters of an hour since the first date: each day's hours are painted on a strip. */
        const strip = new Set<number>();
        for (let index = 0; index <= 11; index++) {
          const date = addDays(first, index);
          const day = days[date] ?? week[dayOfWeek(date) - 1]!;
          if (!day.is_open) continue;
          const quarterOf = (time: string) => Number(time.slice(0, 2)) * 4 + Number(time.slice(3)) / 15;
          const [from, to] = [quarterOf(day.open), quarterOf(day.close) + (day.close < day.open ? 96 : 0)];
          for (let at = from; at < to; at++) strip.add(index * 96 + at);
        }
        const instant = instantOf({ date: first, time: '00:00' }, 'UTC')! + quarter * 15 * 60_000;
        expect(openUntil(instant, point) !== undefined).toBe(strip.has(quarter));
      },
    ),
  );
});
