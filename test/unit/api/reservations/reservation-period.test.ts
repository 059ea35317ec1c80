import { expect, test } from 'vitest';
import { reservationPeriod, todayIn } from '../../../../src/api/reservations/period.ts';

const TODAY = '2026-03-02';
const ONE = { first: TODAY, last: TODAY };

test.each([
  ['today unless told', {}, [TODAY, TODAY]],
  ['one day, where it begins later', { date_from: '2026-03-05' }, ['2026-03-05', '2026-03-05']],
  ['up to today, where it began before', { date_from: '2026-03-01' }, ['2026-03-01', TODAY]],
  ['from today on', { date_to: '2026-03-05' }, [TODAY, '2026-03-05']],
  ['one day, where it ended before', { date_to: '2026-03-01' }, ['2026-03-01', '2026-03-01']],
  ['up to the last day there is', { date_from: '9999-12-30', date_to: '9999-12-31' }, ['9999-12-30', '9999-12-31']],
])('a list of reservations is of %s', (_, asked, [from, to]) => {
  expect(reservationPeriod(asked, ONE, 31)).toEqual({ from, to });
});

test.each([
  ['a day too many', { date_from: '2026-03-01', date_to: '2026-04-01' }, 'period_too_long'],
  ['a day too many at the end of time', { date_from: '9999-11-30', date_to: '9999-12-31' }, 'period_too_long'],
  ['an end before the beginning', { date_from: '2026-03-02', date_to: '2026-03-01' }, 'period_reversed'],
])('%s is refused', (_, asked, code) => {
  expect(() => reservationPeriod(asked, ONE, 31)).toThrow(expect.objectContaining({ code }));
});

test('today is two days where the clocks of the points have two dates', () => {
  const noon = Date.parse('2026-03-02T12:00:00Z');
  const today = todayIn(['Pacific/Auckland', 'Asia/Tashkent'], noon);
  expect(today).toEqual({ first: '2026-03-02', last: '2026-03-03' });
  expect(todayIn(['Asia/Tashkent'], noon)).toEqual(ONE);
  expect(reservationPeriod({}, today, 31)).toEqual({ from: '2026-03-02', to: '2026-03-03' });
});
