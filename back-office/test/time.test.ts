import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hoursOf, linesOf, moved, timeOf } from '../src/pages/floor/time-line.ts';
import type { Reservation } from '../src/reading/types.ts';
import { addressOf, instantOf, otherDay } from '../src/time/clock.ts';

const clockIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return (instant: number): string => format.format(instant);
};

describe('the instant at which a clock shows a time', () => {
  test('fits the clock of any zone, summer and winter', () => {
    const zones = fc.constantFrom(
      'Asia/Tashkent',
      'America/New_York',
      'Europe/Istanbul',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    );
    const instants = fc
      .integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) })
      .map((ms) => ms - (ms % 1_000));
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const clockAt = clockIn(zone);
        const local = clockAt(instant);
        // An hour that comes twice has two instants: either shows this time.
        expect(clockAt(instantOf(local, clockAt))).toBe(local);
      }),
    );
  });

  test('stands in an address in short', () => {
    expect(addressOf(Date.UTC(2026, 10, 20, 15, 15, 7))).toBe('2026-11-20T15:15:07Z');
    expect(addressOf(Date.UTC(2026, 10, 20, 15, 15, 7, 900))).toBe('2026-11-20T15:15:07.900Z');
  });
});

test('days go over the ends of months and years', () => {
  expect(otherDay('2026-12-31', 1)).toBe('2027-01-01');
  expect(otherDay('2026-03-01', -1)).toBe('2026-02-28');
});

describe('a reservation that is dragged', () => {
  const reservation = { start_time: '19:00', duration_minutes: 120, table: { id: 3 } } as Reservation;

  test.each([
    [{ tableId: 3, pixels: 4 }, undefined],
    [{ tableId: 4, pixels: 4 }, { table_id: 4 }],
    [{ tableId: 3, pixels: 24 }, { start_time: '19:15' }],
    [
      { tableId: 5, pixels: -48 },
      { table_id: 5, start_time: '18:30' },
    ],
    [{ tableId: undefined, pixels: 48 }, { start_time: '19:30' }],
    // Neither off the table nor over midnight.
    [{ tableId: 0, pixels: 0 }, undefined],
    [{ tableId: 3, pixels: 600 }, undefined],
  ])('%j changes %j', (to, change) => {
    expect(moved(reservation, to)).toEqual(change);
  });

  test('of those that overlap each has a line of its own, and a line that is free is taken again', () => {
    const at = (id: string, start_time: string, duration_minutes: number) =>
      ({ id, start_time, duration_minutes }) as Reservation;
    const evening = [
      at('d', '21:00', 60),
      at('a', '19:00', 120),
      at('b', '19:00', 90),
      at('c', '20:00', 5),
      at('e', '20:10', 30),
    ];
    const { lines, count } = linesOf(evening);
    expect([Object.fromEntries(lines), count]).toEqual([{ a: 0, b: 1, c: 2, d: 0, e: 3 }, 4]);
    expect(linesOf([]).count).toBe(1);
  });

  test('the hours shown reach over all that is reserved, and past midnight', () => {
    expect(hoursOf([reservation], '2026-03-02 13:05:00')).toEqual({ first: 12, last: 23 });
    const late = { start_time: '23:00', duration_minutes: 150 } as Reservation;
    expect(hoursOf([late], '2026-03-02 09:05:00')).toEqual({ first: 9, last: 26 });
    expect(hoursOf([late], undefined)).toEqual({ first: 12, last: 26 });
    expect(timeOf(25 * 60)).toBe('01:00');
  });
});
