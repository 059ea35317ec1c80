import { describe, expect, test } from 'vitest';
import {
  A,
  B,
  book,
  C,
  cancel,
  DEPOSIT,
  DOOR,
  eventsOf,
  given,
  historyOf,
  NOW,
  POINT,
  pointWith,
  reservationIn,
  SOFA,
  uuid,
  WINDOW,
} from './fixtures.ts';

describe('booking a table', () => {
  test('booking a table is confirmed at once, and records everything there is to know', () => {
    given()
      .when(book({ deposit: DEPOSIT, comment: 'a high chair', end_time: '21:00' }))
      .then({
        type: 'ReservationBooked',
        data: {
          reservation_id: A,
          brand_id: uuid(801),
          point_id: uuid(802),
          source: 'partner',
          key_id: uuid(803),
          external_id: 'ext-1',
          status: 'created',
          type: 'table',
          table: { id: WINDOW.id, name: 'By the window', hall_id: 90, hall_name: 'Veranda' },
          timezone: 'Asia/Tashkent',
          date: '2026-03-07',
          start_time: '19:00',
          end_time: '21:00',
          starts_at: '2026-03-07T14:00:00.000Z',
          ends_at: '2026-03-07T16:00:00.000Z',
          duration_minutes: 120,
          guests: 2,
          deposit: { amount: 100_000, payment_type_id: 21, status: 'held' },
          cancelled_by: null,
          no_show_at: '2026-03-07T14:30:00.000Z',
          seated_at: null,
          order_id: null,
          created_at: NOW,
          updated_at: NOW,
          status_changed_at: NOW,
          personal: {
            client_id: null,
            name: 'Aziza',
            phone: '+998901234567',
            comment: 'a high chair',
            cancel_reason: null,
          },
        },
      });
  });

  test('booking a table a second time is no second reservation, whatever is asked, even when it is over', () => {
    given(...historyOf(book()))
      .when(book({ date: '2026-03-09', guests: 99 }))
      .thenNothing();
    given(...historyOf(book(), cancel()))
      .when(book())
      .thenNothing();
  });

  test('booking a taken table is refused with the earliest hold that is in the way, and nothing about its guest', () => {
    const history = historyOf(
      book({ start_time: '20:00', end_time: '21:00' }),
      book({ reservation_id: B, start_time: '18:00', end_time: '19:00' }),
    );
    const conflict = { table_id: WINDOW.id, date: '2026-03-07', start_time: '18:00', end_time: '19:00' };
    expect(() => eventsOf(history, book({ reservation_id: C, start_time: '18:30', end_time: '21:30' }))).toThrow(
      expect.objectContaining({ kind: 'conflict', code: 'table_busy', more: { conflict } }),
    );
  });

  test('one guest may come when another leaves', () => {
    const history = historyOf(book({ start_time: '19:00', end_time: '20:00' }));
    const next = { reservation_id: B, start_time: '20:00', end_time: '21:00' };
    expect(eventsOf(history, book(next))).toHaveLength(1);
    expect(eventsOf(history, book({ ...next, start_time: '18:00', end_time: '19:00' }))).toHaveLength(1);
    const [early, late] = [
      { ...next, start_time: '19:59' },
      { ...next, start_time: '18:00', end_time: '19:01' },
    ];
    for (const overlap of [early, late]) {
      given(...history)
        .when(book(overlap))
        .thenRefused('conflict', 'table_busy', { table_id: WINDOW.id });
    }
  });

  test('the longest stay there is holds its table to the last minute', () => {
    const history = historyOf(book({ start_time: '07:00', end_time: '19:00' }));
    given(...history)
      .when(book({ reservation_id: B, start_time: '18:59' }))
      .thenRefused('conflict', 'table_busy', { table_id: WINDOW.id });
    expect(eventsOf(history, book({ reservation_id: B, start_time: '19:00' }))).toHaveLength(1);
  });

  test('a table is free again when its reservation is over', () => {
    const history = historyOf(book(), cancel());
    expect(eventsOf(history, book({ reservation_id: B }))).toHaveLength(1);
  });

  test('a booking across midnight holds both days', () => {
    const history = historyOf(book({ start_time: '23:30', end_time: '01:30' }));
    expect(reservationIn(history)).toMatchObject({ date: '2026-03-07', end_time: '01:30', duration_minutes: 120 });
    given(...history)
      .when(book({ reservation_id: B, date: '2026-03-08', start_time: '01:00' }))
      .thenRefused('conflict', 'table_busy', { table_id: WINDOW.id });
    expect(eventsOf(history, book({ reservation_id: B, date: '2026-03-08', start_time: '01:30' }))).toHaveLength(1);
  });

  test('a partner books no more guests than a table has seats, the venue may; a table without a number takes any', () => {
    given()
      .when(book({ guests: 5 }))
      .thenRefused('invalid', 'table_too_small', { field: 'guests', capacity: 4 });
    expect(eventsOf([], book({ guests: 5, source: 'venue' }))).toHaveLength(1);
    expect(eventsOf([], book({ guests: 50, table_id: SOFA.id }))).toHaveLength(1);
  });

  test('a table of another point is refused', () => {
    given()
      .when(book({ table_id: 77 }))
      .thenRefused('invalid', 'table_of_another_point', { field: 'table_id' });
  });
});

describe('booking without a table', () => {
  const limited = pointWith({ unassigned_auto_confirm_guests_per_hour: 6 });
  const ask = (reservation_id: string, guests: number, changes: Partial<ReturnType<typeof book>> = {}) =>
    book({ reservation_id, guests, table_id: null, point: limited, ...changes });
  const statusAfter = (...commands: ReturnType<typeof book>[]) => reservationIn(historyOf(...commands)).status;

  test('booking without a table waits for the venue where no limit is set', () => {
    for (const limit of [null, 0]) {
      const point = pointWith({ unassigned_auto_confirm_guests_per_hour: limit });
      expect(statusAfter(book({ table_id: null, point }))).toBe('pending');
    }
  });

  test('booking without a table is confirmed at once while the guests of the hour are within the limit', () => {
    expect(statusAfter(ask(A, 6))).toBe('created');
    expect(statusAfter(ask(A, 7))).toBe('pending');
    expect(statusAfter(ask(A, 4), ask(B, 2))).toBe('created');
    expect(statusAfter(ask(A, 4), ask(B, 3))).toBe('pending');
  });

  test('booking without a table counts the hour of the clock they start in, and confirmed ones without a table only', () => {
    const late = { start_time: '19:59' };
    expect(statusAfter(ask(A, 4), ask(B, 3, late))).toBe('pending');
    expect(statusAfter(ask(A, 4, late), ask(B, 3, { start_time: '20:00' }))).toBe('created');
    expect(statusAfter(ask(A, 4), ask(B, 3, { date: '2026-03-08' }))).toBe('created');
    // The seven wait, so they are nobody the venue has promised a place to.
    expect(statusAfter(ask(A, 7), ask(B, 6))).toBe('created');
    expect(statusAfter(ask(A, 4, { table_id: WINDOW.id }), ask(B, 6))).toBe('created');
  });

  test('bookings without a table that overlap are no conflict: the venue finds the places', () => {
    expect(historyOf(ask(A, 2), ask(B, 2), ask(C, 2))).toHaveLength(3);
  });

  test('the venue’s own booking needs no answer of the venue', () => {
    expect(statusAfter(book({ table_id: null, source: 'venue' }))).toBe('created');
  });
});

describe('when a guest may be booked', () => {
  const refused = (changes: Partial<ReturnType<typeof book>>, code: string, params: Record<string, unknown>) =>
    given()
      .when(book(changes))
      .thenRefused('invalid', code, params as never);
  const booked = (changes: Partial<ReturnType<typeof book>>) =>
    reservationIn(eventsOf([], book(changes))).duration_minutes;

  test('a guest may not be booked in the past, to the minute', () => {
    refused({ date: '2026-03-06', start_time: '11:59' }, 'reservation_in_past', { field: 'start_time' });
    expect(booked({ date: '2026-03-06', start_time: '12:00' })).toBe(90);
  });

  test('a guest may not be booked more days ahead than the point takes, and never more than 90', () => {
    expect(booked({ date: '2026-06-04' })).toBe(90);
    refused({ date: '2026-06-05' }, 'reservation_too_far_ahead', { field: 'date', days: 90 });
    const point = pointWith({ max_days_ahead: 7 });
    expect(booked({ date: '2026-03-13', start_time: '23:00', point })).toBe(90);
    refused({ date: '2026-03-14', point }, 'reservation_too_far_ahead', { field: 'date', days: 7 });
  });

  test('a guest may be booked for 15 minutes to 12 hours, or for the point’s own bounds within that', () => {
    expect(booked({ duration_minutes: 15 })).toBe(15);
    expect(booked({ duration_minutes: 720 })).toBe(720);
    expect(booked({ start_time: '19:00', end_time: '07:00' })).toBe(720);
    refused({ duration_minutes: 14 }, 'reservation_too_short', { field: 'duration_minutes', min: 15 });
    refused({ duration_minutes: 721 }, 'reservation_too_long', { field: 'duration_minutes', max: 720 });
    refused({ end_time: '18:59' }, 'reservation_too_long', { field: 'end_time', max: 720 });
    const point = pointWith({ min_duration_minutes: 60, max_duration_minutes: 120 });
    refused({ duration_minutes: 59, point }, 'reservation_too_short', { field: 'duration_minutes', min: 60 });
    refused({ duration_minutes: 121, point }, 'reservation_too_long', { field: 'duration_minutes', max: 120 });
  });

  test('a booking with an end equal to its start is refused; an end and a length must agree', () => {
    refused({ end_time: '19:00' }, 'reservation_without_duration', { field: 'end_time' });
    expect(booked({ end_time: '20:00', duration_minutes: 60 })).toBe(60);
    refused({ end_time: '20:00', duration_minutes: 90 }, 'end_time_contradicts_duration', { field: 'end_time' });
  });

  test('a booking has no no-show timer if the venue keeps that for itself', () => {
    const byHand = book({ point: pointWith({ no_show_after_minutes: 0 }) });
    expect(reservationIn(eventsOf([], byHand)).no_show_at).toBeNull();
  });
});

test('a book of two tables keeps them apart', () => {
  expect(historyOf(book(), book({ reservation_id: B, table_id: DOOR.id, point: POINT }))).toHaveLength(2);
});
