import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDay } from '../src/parts/read-day.ts';

it.each([
  ['20.11.2026', '2026-11-20'],
  ['1/2/2026', '2026-02-01'],
  [' 2026-11-20 ', '2026-11-20'],
  ['29.02.2028', '2028-02-29'],
])('reads %s as %s', (typed, day) => expect(readDay(typed)).toBe(day));

it.each(['', '20.11', '31.02.2026', '20.13.2026', '0.1.2026', '20.11.26', 'tomorrow', '2026-11-20T10:00'])(
  'takes %j for no day',
  (typed) => expect(readDay(typed)).toBeUndefined(),
);

it('reads each day in both forms', () => {
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10);
      return readDay(day) === day && readDay(day.split('-').reverse().join('.')) === day;
    }),
  );
});
