import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBusinessDate, toLocalDayAndTime, toLocalTimestamp } from '../../../src/domain/local-time.ts';

const ZONES = [
  'Asia/Tashkent',
  'Europe/Istanbul',
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];

test('what the clock on the wall shows is what Temporal says', () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 23 }), (date, zone, hour) => {
      const instant = date.toISOString();
      const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
      const cutoff = `${String(hour).padStart(2, '0')}:00`;
      const day = local.hour < hour ? local.toPlainDate().subtract({ days: 1 }) : local.toPlainDate();
      expect(toLocalTimestamp(instant, zone)).toBe(
        local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' '),
      );
      expect(toLocalDayAndTime(instant, zone)).toEqual({
        day: local.dayOfWeek,
        time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
      });
      expect(toBusinessDate(instant, zone, cutoff)).toBe(day.toString());
    }),
    { numRuns: 5_000 },
  );
});

test('clocks put forward and back are followed to the second', () => {
  expect(toLocalTimestamp('2026-03-29T00:59:59.999Z', 'Europe/Berlin')).toBe('2026-03-29 01:59:59');
  expect(toLocalTimestamp('2026-03-29T01:00:00Z', 'Europe/Berlin')).toBe('2026-03-29 03:00:00');
  expect(toLocalTimestamp('2026-10-25T00:59:59Z', 'Europe/Berlin')).toBe('2026-10-25 02:59:59');
  expect(toLocalTimestamp('2026-10-25T01:00:00Z', 'Europe/Berlin')).toBe('2026-10-25 02:00:00');
  // At one minute past midnight.
  expect(toLocalTimestamp('2010-03-14T03:30:59Z', 'America/St_Johns')).toBe('2010-03-14 00:00:59');
  expect(toLocalTimestamp('2010-03-14T03:31:00Z', 'America/St_Johns')).toBe('2010-03-14 01:01:00');
});

test('microseconds of the log are cut, not rounded', () => {
  expect(toLocalTimestamp('2026-01-01T18:59:59.999999Z', 'Asia/Tashkent')).toBe('2026-01-01 23:59:59');
});

test('the day of the week and the business day turn at the point, not in Greenwich', () => {
  expect(toLocalDayAndTime('2026-01-04T19:00:00Z', 'Asia/Tashkent')).toEqual({ day: 1, time: '00:00' });
  expect(toLocalDayAndTime('2026-01-04T18:59:00Z', 'Asia/Tashkent')).toEqual({ day: 7, time: '23:59' });
  expect(toBusinessDate('2026-01-04T22:59:59Z', 'Asia/Tashkent', '04:00')).toBe('2026-01-04');
  expect(toBusinessDate('2026-01-04T23:00:00Z', 'Asia/Tashkent', '04:00')).toBe('2026-01-05');
  expect(toBusinessDate('2026-02-28T20:00:00Z', 'Asia/Tashkent', '04:00')).toBe('2026-02-28');
});

test('the local time of an instant is that of the zone that is asked for, whatever was asked before', () => {
  const instant = '2026-06-01T20:30:00.000Z';
  const inZones = (zones: readonly string[]) => zones.map((zone) => toLocalTimestamp(instant, zone));
  expect(inZones(['Asia/Tashkent', 'Europe/Berlin', 'Asia/Tashkent'])).toEqual([
    '2026-06-02 01:30:00',
    '2026-06-01 22:30:00',
    '2026-06-02 01:30:00',
  ]);
  expect(toBusinessDate(instant, 'Asia/Tashkent', '04:00')).toBe('2026-06-01');
  expect(toBusinessDate(instant, 'Asia/Tashkent', '00:00')).toBe('2026-06-02');
});
