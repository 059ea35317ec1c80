import { describe, expect, test } from 'vitest';
import { bookingsAreOnce, tablesAreTakenOnce } from './bookings.ts';
import { found, historyOf, logOf } from './by-hand.ts';
import type { LogEvent } from './evidence.ts';

describe('tables', () => {
  const booked = (reservation_id: string, from: number, to: number, fields: object = {}) => ({
    stream: 'reservation_book-1',
    type: 'ReservationBooked',
    data: {
      reservation_id,
      external_id: reservation_id,
      table: { id: 1 },
      status: 'created',
      starts_at: `2026-03-02T${from}:00:00Z`,
      ends_at: `2026-03-02T${to}:00:00Z`,
      ...fields,
    },
  });
  const twice = (...events: readonly Partial<LogEvent>[]) => found(tablesAreTakenOnce, { events: logOf(...events) });

  test('tables may be booked one after the other, beside each other, and again after a cancellation', () => {
    const others = [booked('a', 10, 12), booked('b', 12, 14), booked('c', 10, 12, { table: { id: 2 } })];
    const cancelled = { ...booked('a', 10, 12, { status: 'cancelled' }), type: 'ReservationCancelled' };
    expect(twice(...others, cancelled, booked('d', 11, 12))).toEqual([]);
  });

  test('tables are not taken twice at overlapping times, also not for a while', () => {
    const cancelled = { ...booked('a', 10, 12, { status: 'cancelled' }), type: 'ReservationCancelled' };
    expect(twice(booked('a', 10, 12), booked('b', 11, 13), cancelled)).toEqual([
      'table 1 is taken twice at position 2',
    ]);
  });

  test('tables are booked once for each request', () => {
    const told = { kind: 'book' as const, external_id: 'a', reservation_id: 'a', status: 201 };
    const events = logOf(booked('a', 10, 12));
    expect(found(bookingsAreOnce, { history: historyOf(told), events })).toEqual([]);
    expect(found(bookingsAreOnce, { history: historyOf(told) })).toHaveLength(1);
    expect(found(bookingsAreOnce, { events: logOf(booked('a', 10, 12), booked('a', 10, 12)) })).toHaveLength(1);
  });
});
