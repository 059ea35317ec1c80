import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  toBusinessDate,
  toLocalDate,
  toLocalDayAndTime,
  toLocalTimestamp,
  toOffsetTimestamp,
} from '../../../src/domain/local-time.ts';

const ZONES = [
  'Asia/Tashkent',
  'Europe/Istanbul',
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];

/** The first instant at which the clock shows the cutoff of a day, or has skipped it. */
const beginOf = (day: Temporal.PlainDate, zone: string, cutoff: string): Temporal.Instant => {
  const wall = day.toPlainDateTime(cutoff);
  const begin = wall.toZonedDateTime(zone);
  const isShown = begin.toPlainDateTime().equals(wall);
  // The begin may be the transition itself: the one before is looked for from behind it.
  return (isShown ? begin : begin.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')!).toInstant();
};

test('what the clock on the wall shows is what Temporal says', () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 23 }), (date, zone, hour) => {
      const instant = date.toISOString();
      const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
      const cutoff = `${String(hour).padStart(2, '0')}:00`;
      const days = [-1, 0, 1].map((more) => local.toPlainDate().add({ days: more }));
      const day = days.findLast((one) => Temporal.Instant.compare(beginOf(one, zone, cutoff), local.toInstant()) <= 0)!;
      assert.equal(
        toLocalTimestamp(instant, zone),
        local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' '),
      );
      assert.equal(
        toOffsetTimestamp(instant, zone),
        Temporal.Instant.from(instant).toString({ timeZone: zone, smallestUnit: 'millisecond' }),
      );
      assert.deepEqual(toLocalDayAndTime(instant, zone), {
        day: local.dayOfWeek,
        time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
      });
      assert.equal(toBusinessDate(instant, zone, cutoff), day.toString());
    }),
    { numRuns: 2_000, examples: [[new Date('2005-10-28T13:30:00.000Z'), 'Australia/Lord_Howe', 2]] },
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

test('a business day does not come back when the clock does', () => {
  const newYork = (instant: string) => toBusinessDate(instant, 'America/New_York', '01:30');
  expect(newYork('2026-11-01T05:29:59.999Z')).toBe('2026-10-31'); // 01:29 EDT
  expect(newYork('2026-11-01T05:30:00Z')).toBe('2026-11-01'); // 01:30 EDT
  expect(newYork('2026-11-01T05:40:00Z')).toBe('2026-11-01'); // 01:40 EDT
  expect(newYork('2026-11-01T06:00:00Z')).toBe('2026-11-01'); // 01:00 EST
  expect(newYork('2026-11-01T06:10:00Z')).toBe('2026-11-01'); // 01:10 EST
  expect(newYork('2026-11-02T06:29:59Z')).toBe('2026-11-01');
  expect(newYork('2026-11-02T06:30:00Z')).toBe('2026-11-02');
  // The clock never showed 02:00 before it went back, so that day begins when it does.
  expect(toBusinessDate('2026-11-01T06:59:59Z', 'America/New_York', '02:00')).toBe('2026-10-31');
  expect(toBusinessDate('2026-11-01T07:00:00Z', 'America/New_York', '02:00')).toBe('2026-11-01');
  // Half an hour, on the other half of the earth.
  expect(toBusinessDate('2026-04-04T14:50:00Z', 'Australia/Lord_Howe', '01:45')).toBe('2026-04-05'); // 01:50, first
  expect(toBusinessDate('2026-04-04T15:10:00Z', 'Australia/Lord_Howe', '01:45')).toBe('2026-04-05'); // 01:40, again
});

test('a business day whose cutoff the clock skips begins where the clock goes on', () => {
  const berlin = (instant: string) => toBusinessDate(instant, 'Europe/Berlin', '02:30');
  expect(berlin('2026-03-29T00:59:59.999Z')).toBe('2026-03-28');
  expect(berlin('2026-03-29T01:00:00Z')).toBe('2026-03-29');
});

test('a day of the calendar does not come back when the clock goes back over midnight', () => {
  expect(toLocalDate('2010-11-07T02:30:59Z', 'America/St_Johns')).toBe('2010-11-07'); // 00:00:59
  expect(toLocalDate('2010-11-07T02:31:00Z', 'America/St_Johns')).toBe('2010-11-07'); // 23:01 of the 6th
});

test('business days follow each other in every zone, each from its cutoff on, whatever the clock does', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const start = fc.date({ min: new Date('1990-01-01'), max: new Date('2037-01-01'), noInvalidDate: true });
  const aroundChange = fc.integer({ min: -3 * 60, max: 3 * 60 });
  fc.assert(
    fc.property(zones, start, aroundChange, (zone, from, minutes) => {
      const local = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
      const change = local.getTimeZoneTransition('next') ?? local;
      const cutoff = change.add({ minutes }).toPlainTime().toString({ smallestUnit: 'minute' });
      const dayOf = (ms: number) => toBusinessDate(new Date(ms).toISOString(), zone, cutoff);
      const begin = beginOf(change.toPlainDate(), zone, cutoff).epochMilliseconds;
      assert.equal(dayOf(begin), change.toPlainDate().toString(), `${zone} ${cutoff}`);
      assert.ok(dayOf(begin - 1) < dayOf(begin), `${zone} ${cutoff}`);
      let before = '';
      for (let quarter = -26 * 4; quarter <= 26 * 4; quarter++) {
        const at = change.epochMilliseconds + quarter * 15 * 60_000;
        const day = dayOf(at);
        assert.ok(day >= before, `${zone} ${cutoff} ${new Date(at).toISOString()}: ${day} after ${before}`);
        before = day;
      }
    }),
    { numRuns: 60 },
  );
});
