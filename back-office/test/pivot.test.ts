import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headRows, movedOn, pivotOf, type Report, sorted } from '../src/pages/sales/pivot.ts';
import type { Pivoted } from '../src/pages/sales/pivoted.ts';
import { pivotedIn, searchOf } from '../src/pages/sales/question.ts';
import { isSameSum, sumOf } from '../src/pages/sales/reckoning.ts';
import {
  COMPARISONS,
  daysBack,
  daysIn,
  earlier,
  mondayOf,
  namedPeriodIn,
  PERIODS,
  periodOf,
} from '../src/parts/periods.ts';

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
        { key: { point_id: 'a', point_name: 'Chorsu' }, values: { revenue: 6 } },
        { key: { point_id: 'b', point_name: 'Chorsu' }, values: { revenue: 7 } },
      ],
      totals: { revenue: 12 },
    },
  );
  const byColumns = report([
    { point_id: 'a', point_name: 'Chorsu', revenue: 6 },
    { point_id: 'b', point_name: 'Chorsu', revenue: 7 },
  ]);

  test('keeps things of one name apart, and takes its totals from the API, never by adding up', () => {
    const pivot = pivotOf(PIVOTED, whole);
    expect(pivot.rows.map(({ cell, total }) => [cell.hour, total.revenue])).toEqual([
      [9, 11],
      [8, 1],
    ]);
    expect(pivot.columns.map(({ cell }) => cell)).toEqual([{ point_id: 'b' }, { point_id: 'a' }]);
    const [b, a] = pivot.columns;
    expect(pivot.rows[0]!.cells.get(b!.id)).toEqual({ revenue: 7 });
    expect(pivot.columnTotals.get(a!.id)).toEqual({ revenue: 6 });
    expect(pivot.totals).toEqual({ revenue: 12 });
  });

  test('shows time as it goes, anything else by what it brings, and both as one likes', () => {
    const pivot = pivotOf(PIVOTED, whole);
    const hours = (sort?: string) => sorted(pivot, PIVOTED, sort).map(({ cell }) => cell.hour);
    expect(hours()).toEqual([8, 9]);
    expect(hours('-revenue')).toEqual([9, 8]);
    expect(hours('revenue')).toEqual([8, 9]);
    const byPoint = pivotOf({ ...PIVOTED, rows: ['point'], columns: [] }, byColumns);
    expect(sorted(byPoint, PIVOTED, undefined).map(({ cell }) => cell.point_id)).toEqual(['b', 'a']);
  });

  test('of several rows and several columns keeps together what belongs together, each by what it brings', () => {
    const rows = [
      { category: 'soup', date: '2026-03-02', point_id: 'a', order_type_id: 1, revenue: 1 },
      { category: 'soup', date: '2026-03-01', point_id: 'a', order_type_id: 1, revenue: 2 },
      { category: 'tea', date: '2026-03-01', point_id: 'b', order_type_id: 1, revenue: 8 },
      { category: 'tea', date: '2026-03-01', point_id: 'a', order_type_id: 2, revenue: 5 },
      { category: 'soup', date: '2026-03-02', point_id: 'b', order_type_id: 2, revenue: 9 },
      { category: null, date: '2026-03-01', point_id: 'b', order_type_id: 2, revenue: 3 },
    ];
    const pivoted = { ...PIVOTED, rows: ['category', 'date'], columns: ['point', 'order_type'] };
    const columns = [
      { point_id: 'a', order_type_id: 1, revenue: 3 },
      { point_id: 'a', order_type_id: 2, revenue: 5 },
      { point_id: 'b', order_type_id: 1, revenue: 8 },
      { point_id: 'b', order_type_id: 2, revenue: 12 },
    ];
    // Subtotals of each beginning of the groupings: those of all rows alone are the rows' own.
    const subtotals = [
      { key: { category: 'soup' }, values: { revenue: 100 } },
      { key: { category: null }, values: { revenue: 100 } },
      { key: { category: 'tea', date: '2026-03-01' }, values: { revenue: 13 } },
      { key: { category: 'soup', date: '2026-03-01' }, values: { revenue: 2 } },
      { key: { category: 'soup', date: '2026-03-02' }, values: { revenue: 10 } },
      { key: { category: null, date: '2026-03-01' }, values: { revenue: 3 } },
      { key: { category: 'soup', date: '2026-03-02', point_id: 'a', point_name: 'A' }, values: { revenue: 1 } },
      { key: { category: 'soup', date: '2026-03-02', point_id: 'b', point_name: 'B' }, values: { revenue: 9 } },
    ];
    const ofColumns = columns.map(({ revenue, ...key }) => ({ key, values: { revenue } }));
    const pivot = pivotOf(pivoted, report(rows, { subtotals: [...subtotals, ...ofColumns] }));
    expect(sorted(pivot, pivoted, undefined).map(({ cell, total }) => [...Object.values(cell), total.revenue])).toEqual(
      [
        ['tea', '2026-03-01', 13],
        ['soup', '2026-03-01', 2],
        ['soup', '2026-03-02', 10],
        [null, '2026-03-01', 3],
      ],
    );
    expect(pivot.columns.map(({ cell }) => Object.values(cell))).toEqual([
      ['b', 2],
      ['b', 1],
      ['a', 2],
      ['a', 1],
    ]);
    expect(headRows(pivot.columns).map((cells) => cells.map(({ label, span }) => [label.value, span]))).toEqual([
      [
        ['b', 2],
        ['a', 2],
      ],
      [
        [2, 1],
        [1, 1],
        [2, 1],
        [1, 1],
      ],
    ]);
  });

  test('without rows is one row, which is the whole', () => {
    const pivoted = { ...PIVOTED, rows: [], columns: ['point'] };
    const pivot = pivotOf(pivoted, report(byColumns.rows, { totals: { revenue: 12 } }));
    expect(pivot.rows.map(({ total }) => total.revenue)).toEqual([12]);
    expect(pivot.columns).toHaveLength(2);
    expect(pivot.columns.map(({ id }) => pivot.columnTotals.get(id)!.revenue)).toEqual([7, 6]);
  });

  test('tells a text that is empty from none, and texts that hold any sign', () => {
    const values = [
      ['a|b', 'c'],
      ['a', 'b|c'],
      ['', 'c'],
      [null, 'c'],
    ];
    const rows = values.map(([reason, source]) => ({ reason, source, revenue: 1 }));
    const pivot = pivotOf({ ...PIVOTED, rows: ['reason', 'source'], columns: [] }, report(rows));
    expect(pivot.rows.map(({ cell }) => Object.values(cell))).toEqual(values);
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
  expect(namedPeriodIn({ from: '2026-03-09', to: '2026-03-02' }, '2026-03-10').period).toEqual({
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

test.each([
  { period: 'last15' },
  { period: 7 },
  { from: '2026-02-30', to: '2026-03-02' },
  { from: '2026-13-01', to: '2027-01-01' },
  { from: 1, to: 2 },
])('an address that says no period is read as if it said nothing: $period $from', (search) => {
  const unsaid = namedPeriodIn({}, '2026-03-10');
  expect(unsaid).toMatchObject({ name: 'last7', period: { from: '2026-03-04', to: '2026-03-10' } });
  expect(namedPeriodIn(search, '2026-03-10')).toEqual(unsaid);
});
