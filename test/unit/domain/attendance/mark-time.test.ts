import { describe, expect, it } from 'vitest';
import { instantOfMark, parseMarkTime } from '../../../../src/domain/attendance/mark-time.ts';

const read = (value: unknown, timezone = 'Asia/Tashkent'): string | undefined => {
  const time = parseMarkTime(value);
  const instant = time && instantOfMark(time, timezone);
  return instant === undefined ? undefined : new Date(instant).toISOString();
};

describe('the time of a mark', () => {
  it.each([
    ['2026-03-02T09:00:00+05:00', '2026-03-02T04:00:00.000Z'],
    ['2026-03-02T09:00:00.123+05:00', '2026-03-02T04:00:00.123Z'],
    ['2026-03-02T09:00:00.1234567Z', '2026-03-02T09:00:00.123Z'],
    ['2026-03-02T09:00-03:30', '2026-03-02T12:30:00.000Z'],
    ['2026-03-02 09:00:00+0500', '2026-03-02T04:00:00.000Z'],
    ['2026-03-02t09:00:00z', '2026-03-02T09:00:00.000Z'],
    ['2026-03-02 09:00:00', '2026-03-02T04:00:00.000Z'],
    ['2026-03-02T09:00', '2026-03-02T04:00:00.000Z'],
    ['2026-03-02 09:00', '2026-03-02T04:00:00.000Z'],
    [1_772_424_000, '2026-03-02T04:00:00.000Z'],
    [1_772_424_000.5, '2026-03-02T04:00:00.500Z'],
    ['1772424000', '2026-03-02T04:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.000Z'],
  ])('the time of a mark %j is read', (written, instant) => {
    expect(read(written)).toBe(instant);
  });

  it('the time of a mark without a zone is the wall clock of the point', () => {
    expect(read('2026-07-01 09:00:00', 'Europe/Berlin')).toBe('2026-07-01T07:00:00.000Z');
    expect(read('2026-01-01 09:00:00', 'Europe/Berlin')).toBe('2026-01-01T08:00:00.000Z');
    // Shown twice.
    expect(read('2026-10-25 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('the time of a mark without a zone is none when clocks go forward over it', () => {
    expect(read('2026-10-04 01:59:59', 'Australia/Sydney')).toBe('2026-10-03T15:59:59.000Z');
    expect(read('2026-10-04 02:00:00', 'Australia/Sydney')).toBeUndefined();
    expect(read('2026-10-04 02:59:59.999', 'Australia/Sydney')).toBeUndefined();
    expect(read('2026-10-04 03:00:00', 'Australia/Sydney')).toBe('2026-10-03T16:00:00.000Z');
    // By half an hour there.
    expect(read('2026-10-04 02:15:00', 'Australia/Lord_Howe')).toBeUndefined();
    expect(read('2026-10-04 02:30:00', 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00.000Z');
    expect(read('2026-10-04T02:30:00+10:00', 'Australia/Sydney')).toBe('2026-10-03T16:30:00.000Z');
  });

  it.each([
    ...[undefined, null, true, {}, [], '', ' ', 'yesterday', '09:00', '2026-03-02', '2026-02-30T09:00:00Z'],
    ...['2026-13-01T09:00:00Z', '2026-03-02T24:00:00Z', '2026-03-02T09:60:00Z', '2026-03-02T09:00:60Z'],
    ...['2026-03-02T09:00:00+25:00', '2026-03-02T09:00:00+05:0', '2026-03-02T9:00', '26-03-02T09:00:00Z'],
    ...['2026-03-02T09:00:00+05:00[Asia/Tashkent]', '02.03.2026 09:00', Number.NaN, Number.POSITIVE_INFINITY, 1e18],
    ...['99999999999999', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '+002026-03-02T09:00:00Z'],
  ])('%j is no time of a mark', (written) => {
    expect(read(written)).toBeUndefined();
  });
});
