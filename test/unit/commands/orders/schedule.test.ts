import { expect, test } from 'vitest';
import { requireOpen, scheduleOrder } from '../../../../src/commands/orders/schedule.ts';
import type { OrderDelivery } from '../../../../src/domain/orders/events.ts';
import { closedDay, type SpecialDays } from '../../../../src/domain/points/special-days.ts';
import { completeWeek } from '../../../../src/domain/points/working-hours.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';

const NOW = '2026-03-01T09:00:00.000Z';
const AT = '2026-03-01T12:00:00.000Z';
const release = (preparation_minutes: number, minutes?: number) =>
  scheduleOrder(AT, NOW, { preparation_minutes }, minutes === undefined ? null : ({ minutes } as OrderDelivery))
    .release_at;

test('a preorder goes to the till so long before its time as kitchen and courier take together, and half an hour at least', () => {
  expect(release(20)).toBe('2026-03-01T11:30:00.000Z');
  expect(release(50)).toBe('2026-03-01T11:10:00.000Z');
  expect(release(20, 45)).toBe('2026-03-01T10:55:00.000Z');
});

const isTaken = (
  hours: readonly (readonly [day: number, open: string, close: string])[],
  timezone: string,
  accepts_orders_when_closed?: boolean | null,
  isForNow = false,
  special_days: SpecialDays = {},
) => {
  const working_hours = completeWeek(hours.map(([day, open, close]) => ({ day, is_open: true, open, close })));
  return (local: string): boolean => {
    const scheduled_at = Temporal.PlainDateTime.from(local).toZonedDateTime(timezone).toInstant().toString();
    try {
      const point = { working_hours, special_days, timezone, accepts_orders_when_closed };
      if (isForNow) requireOpen(point, null, scheduled_at);
      else requireOpen(point, { scheduled_at }, NOW);
      return true;
    } catch (error) {
      if (error instanceof Refusal) expect(error.code).toBe('point_closed_then');
      else throw error;
      return false;
    }
  };
};

test('a preorder is for a time when the point is open, from its opening until just before its closing', () => {
  // 2 March 2026 is a Monday.
  const days = [
    [1, '10:00', '22:00'],
    [5, '18:00', '03:00'],
    [7, '00:00', '24:00'],
  ] as const;
  for (const timezone of ['Asia/Tashkent', 'America/New_York', 'Pacific/Chatham']) {
    const taken = isTaken(days, timezone);
    for (const time of ['10:00', '15:30', '21:59']) expect(taken(`2026-03-02T${time}`), time).toBe(true);
    for (const time of ['00:00', '09:59', '22:00', '23:59']) expect(taken(`2026-03-02T${time}`), time).toBe(false);
    // Not open on Tuesday at all; Friday's evening ends on Saturday, which has no hours of its own.
    expect(taken('2026-03-03T15:00')).toBe(false);
    expect(['2026-03-06T17:59', '2026-03-06T18:00', '2026-03-07T02:59', '2026-03-07T03:00'].map(taken)).toEqual([
      ...[false, true, true, false],
    ]);
    expect(['2026-03-08T00:00', '2026-03-08T23:59', '2026-03-09T00:00'].map(taken)).toEqual([true, true, false]);
  }
});

test('a point whose week has no open day refuses no preorder for its hours', () => {
  expect(isTaken([], 'Asia/Tashkent')('2026-03-02T03:00')).toBe(true);
  expect(isTaken([], 'Asia/Tashkent', false, true)('2026-03-02T03:00')).toBe(true);
});

test.each([
  // Left out: a closed shift refuses nothing, but nobody comes for a preorder to a closed door.
  [undefined, { forNow: true, forLater: false }],
  [null, { forNow: true, forLater: false }],
  [true, { forNow: true, forLater: true }],
  [false, { forNow: false, forLater: false }],
])('a point that accepts orders when it is closed: %s, takes %j then, and both when it is open', (accepts, taken) => {
  const hours = [[1, '10:00', '22:00']] as const;
  const at = (local: string) => ({
    forNow: isTaken(hours, 'Asia/Tashkent', accepts, true)(local),
    forLater: isTaken(hours, 'Asia/Tashkent', accepts)(local),
  });
  for (const closed of ['2026-03-02T09:59', '2026-03-02T22:00', '2026-03-03T12:00']) expect(at(closed)).toEqual(taken);
  for (const open of ['2026-03-02T10:00', '2026-03-02T21:59'])
    expect(at(open)).toEqual({ forNow: true, forLater: true });
});

test('a preorder is not for a closed day, nor for a time outside of special hours', () => {
  const days = [
    [1, '10:00', '22:00'],
    [2, '10:00', '22:00'],
  ] as const;
  const special = {
    '2026-03-02': closedDay('2026-03-02', 'Navruz'),
    '2026-03-03': { date: '2026-03-03', is_open: true, open: '12:00', close: '02:00', reason: null },
  };
  const times = ['2026-03-02T12:00', '2026-03-03T11:59', '2026-03-03T12:00', '2026-03-04T01:59', '2026-03-09T12:00'];
  expect(times.map(isTaken(days, 'Asia/Tashkent', null, false, special))).toEqual([false, false, true, true, true]);
  // A point without hours says when it is open on these dates alone.
  expect(times.map(isTaken([], 'Asia/Tashkent', null, false, special))).toEqual([false, false, true, true, true]);
  expect(times.map(isTaken(days, 'Asia/Tashkent', false, true, special))).toEqual([false, false, true, true, true]);
  expect(times.map(isTaken(days, 'Asia/Tashkent', null, true, special))).toEqual(times.map(() => true));
});
