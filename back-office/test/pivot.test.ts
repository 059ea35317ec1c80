import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movedOn, pivotOf, type Report, sorted } from '../src/pages/sales/pivot.ts';
import type { Pivoted } from '../src/pages/sales/pivoted.ts';
import { periodIn, pivotedIn, searchOf } from '../src/pages/sales/question.ts';
import { isSameSum, sumOf } from '../src/pages/sales/reckoning.ts';
import { COMPARISONS, daysBack, daysIn, earlier, mondayOf, PERIODS, periodOf } from '../src/parts/periods.ts';

const PIVOTED: Pivoted = { kind: 'sales', rows: ['hour'], columns: ['point'], measures: ['revenue'], only: {} };

const report = (rows: object[], rest: object = {}): Report =>
  ({ columns: [], rows, subtotals: [], totals: { revenue: 0 }, ...rest }) as unknown as Report;

describe('a pivot', () => {
  const whole = report(
    [
      { hour: 9, point_id: 'a', point_name: 'Chorsu', revenue: 5 },
      { hour: 9, point_id: 'b', point_name: 'Chorsu', revenue: 7 },
      { hour: 8, point_id: 'a', point_name: 'Chorsu', revenue: 1 },
    ],
    {
      subtotals: [
        { key: {}, values: { revenue: 13 } },
        { key: { hour: 9 }, values: { revenue: 11 } },
        { key: { hour: 8 }, values: { revenue: 1 } },
      ],
      totals: { revenue: 12 },
    },
  );
  const byColumns = report([
    { point_id: 'a', point_name: 'Chorsu', revenue: 6 },
    { point_id: 'b', point_name: 'Chorsu', revenue: 7 },
  ]);

  test('keeps things of one name apart, and takes its totals from the API, never by adding up', () => {
    const pivot = pivotOf(PIVOTED, whole, byColumns);
    expect(pivot.rows.map(({ id, total }) => [id, total.revenue])).toEqual([
      ['9', 11],
      ['8', 1],
    ]);
    expect(pivot.columns.map(({ id, cell }) => [id, cell])).toEqual([
      ['b', { point_id: 'b' }],
      ['a', { point_id: 'a' }],
    ]);
    expect(pivot.rows[0]!.cells.get('b')).toEqual({ revenue: 7 });
    expect(pivot.columnTotals.get('a')).toEqual({ revenue: 6 });
    expect(pivot.totals).toEqual({ revenue: 12 });
  });

  test('shows time as it goes, anything else by what it brings, and both as one likes', () => {
    const pivot = pivotOf(PIVOTED, whole, byColumns);
    const ids = (sort?: string, of = PIVOTED) => sorted(pivot, of, sort).map(({ id }) => id);
    expect(ids()).toEqual(['8', '9']);
    expect(ids('-revenue')).toEqual(['9', '8']);
    expect(ids('revenue')).toEqual(['8', '9']);
    expect(ids(undefined, { ...PIVOTED, rows: ['product'] })).toEqual(['9', '8']);
  });

  test('of an earlier period stands beside the later one, day by day, week by week, month by month', () => {
    const before = report([{ date: '2026-02-26', week: '2026-02-23', month: '2026-02', year: 2025, revenue: 3 }]);
    expect(movedOn(before, ['date', 'week', 'month', 'year'], 28).rows).toEqual([
      { date: '2026-03-26', week: '2026-03-23', month: '2026-03', year: 2025, revenue: 3 },
    ]);
    expect(movedOn(before, ['date', 'year'], 364).rows[0]).toMatchObject({ date: '2027-02-25', year: 2026 });
  });
});

test('periods end today at the latest, and what they are compared with has as many days, the last before the first', () => {
  const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.constantFrom(...PERIODS), fc.constantFrom(...COMPARISONS), (date, name, comparison) => {
      const today = date.toISOString().slice(0, 10);
      const period = periodOf(name, today);
      expect(period.from <= period.to && period.to <= today).toBe(true);
      const back = daysBack(comparison, period);
      const before = earlier(period, back);
      expect(daysIn(before)).toBe(daysIn(period));
      expect(before.to < period.from).toBe(true);
      if (comparison !== 'before') expect(back % 7).toBe(0);
      expect(mondayOf(today) <= today && daysIn({ from: mondayOf(today), to: today }) <= 7).toBe(true);
    }),
  );
});

test('an address that says nonsense is a table all the same', () => {
  expect(periodIn({ from: '2026-03-09', to: '2026-03-02' }, '2026-03-10')).toEqual({
    from: '2026-03-04',
    to: '2026-03-10',
  });
  expect(pivotedIn({ view: 'nothing' as never })).toMatchObject({ rows: ['date'], only: {} });
  const own = { ...PIVOTED, only: { product: [5, null] } };
  expect(pivotedIn(searchOf(own))).toEqual(own);
});

test('what stands behind a value is added up, or counted once each; a quotient is neither', () => {
  const items = [
    { contribution: { revenue: 10, cost: 0.1 }, distinct: { guests: [1, 2] } },
    { contribution: { revenue: -4, cost: 0.2 }, distinct: { guests: [2] } },
  ] as never;
  expect(sumOf(items, 'revenue')).toBe(6);
  expect(sumOf(items, 'guests')).toBe(2);
  expect(sumOf(items, 'average')).toBeUndefined();
  expect(isSameSum(sumOf(items, 'cost')!, 0.3)).toBe(true);
  expect(isSameSum(6, 7)).toBe(false);
});
