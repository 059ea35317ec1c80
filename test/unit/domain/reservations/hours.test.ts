import { describe, expect, test } from 'vitest';
import type { WorkingDay } from '../../../../src/domain/points/events.ts';
import { A, book, eventsOf, given, move, pointWith, reservationIn } from './fixtures.ts';

const week = (open: string, close: string, closed: number[] = []): WorkingDay[] =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: !closed.includes(day), open, close }));

describe('working hours', () => {
  const at = (start_time: string, hours: WorkingDay[], date = '2026-03-07', min_duration_minutes = 60) =>
    book({
      date,
      start_time,
      duration_minutes: 60,
      point: pointWith({ min_duration_minutes }, { working_hours: hours }),
    });
  const opens = (command: ReturnType<typeof book>) => expect(eventsOf([], command)).toHaveLength(1);
  const closed = (command: ReturnType<typeof book>) =>
    given().when(command).thenRefused('invalid', 'reservation_outside_hours', { field: 'start_time' });

  test('a guest may come from opening until the shortest stay before closing', () => {
    const hours = week('10:00', '22:00');
    closed(at('09:59', hours));
    opens(at('10:00', hours));
    opens(at('21:00', hours));
    closed(at('21:01', hours));
  });

  test('a guest may come past midnight, in what is left of the evening before', () => {
    const hours = week('18:00', '02:00', [7]);
    opens(at('23:59', hours));
    opens(at('01:00', hours, '2026-03-08'));
    closed(at('01:01', hours, '2026-03-08'));
    // Sunday is closed: neither its evening, nor what would be left of it on Monday.
    closed(at('19:00', hours, '2026-03-08'));
    closed(at('00:30', hours, '2026-03-09'));
    opens(at('00:30', hours, '2026-03-10'));
  });

  test('a point that never closes has no last hour', () => {
    const hours = week('00:00', '24:00');
    opens(at('23:59', hours));
    closed(at('23:59', week('00:00', '24:00', [7])));
  });

  test('a stay may go on beyond closing', () => {
    const command = { ...at('21:00', week('10:00', '22:00')), duration_minutes: 180 };
    opens(command);
  });
});

/** New York: 2026-03-08 02:00 to 03:00 is left out, 2026-11-01 01:00 to 02:00 comes twice. */
describe('when clocks change', () => {
  const timezone = 'America/New_York';
  const point = pointWith({}, { timezone });
  const spring = { date: '2026-03-08', point };
  const autumn = { date: '2026-11-01', point, at: '2026-10-20T12:00:00.000Z' };

  test('a reservation at a time that the clock skips is refused', () => {
    given()
      .when(book({ ...spring, start_time: '02:30' }))
      .thenRefused('invalid', 'local_time_missing', { field: 'start_time' });
    given()
      .when(book({ ...spring, start_time: '01:30', end_time: '02:15' }))
      .thenRefused('invalid', 'local_time_missing', { field: 'end_time' });
    const tomorrow = eventsOf([], book({ ...spring, date: '2026-03-07', start_time: '02:30' }));
    given(...tomorrow)
      .when(move({ date: '2026-03-08' }, { point }))
      .thenRefused('invalid', 'local_time_missing', { field: 'start_time' });
  });

  test('an hour that the clock skips does not count to a stay', () => {
    const events = eventsOf([], book({ ...spring, start_time: '01:30', end_time: '03:30' }));
    expect(reservationIn(events)).toMatchObject({
      starts_at: '2026-03-08T06:30:00.000Z',
      ends_at: '2026-03-08T07:30:00.000Z',
      duration_minutes: 60,
    });
    const byLength = eventsOf([], book({ ...spring, start_time: '01:30', duration_minutes: 60 }));
    expect(reservationIn(byLength).end_time).toBe('03:30');
  });

  test('a reservation at a time that comes twice means the first', () => {
    const events = eventsOf([], book({ ...autumn, start_time: '01:30', end_time: '02:30' }));
    expect(reservationIn(events)).toMatchObject({
      starts_at: '2026-11-01T05:30:00.000Z',
      ends_at: '2026-11-01T07:30:00.000Z',
      duration_minutes: 120,
    });
    const ending = eventsOf([], book({ ...autumn, start_time: '00:30', end_time: '01:30' }));
    expect(reservationIn(ending)).toMatchObject({ ends_at: '2026-11-01T05:30:00.000Z', duration_minutes: 60 });
  });

  test('a length says which of two ends of a reservation is meant', () => {
    const events = eventsOf([], book({ ...autumn, start_time: '00:30', duration_minutes: 120 }));
    expect(reservationIn(events)).toMatchObject({ end_time: '01:30', ends_at: '2026-11-01T06:30:00.000Z' });
    const both = book({ ...autumn, start_time: '00:30', end_time: '01:30', duration_minutes: 120 });
    expect(reservationIn(eventsOf([], both)).ends_at).toBe('2026-11-01T06:30:00.000Z');
  });

  test('tables are compared by instants: the second of two equal hours is free after the first', () => {
    const first = eventsOf([], book({ ...autumn, start_time: '01:00', duration_minutes: 60 }));
    expect(reservationIn(first).end_time).toBe('01:00');
    const next = book({ ...autumn, reservation_id: '00000009-0000-4000-8000-000000000000', start_time: '02:00' });
    expect(eventsOf(first, next)).toHaveLength(1);
  });

  test('the days ahead of a booking are days of the point’s calendar', () => {
    const at = '2026-03-07T04:30:00.000Z';
    // It is still the 6th there.
    given()
      .when(book({ point, at, date: '2026-06-05' }))
      .thenRefused('invalid', 'reservation_too_far_ahead', { field: 'date', days: 90 });
    expect(reservationIn(eventsOf([], book({ point, at, date: '2026-06-04' }))).reservation_id).toBe(A);
  });
});
