import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  byContribution,
  type Classes,
  classifier,
  matrixOf,
  type Sales,
  type Thresholds,
} from '../../../../src/domain/reports/abc-xyz/classes.ts';
import { analysedPeriod } from '../../../../src/domain/reports/abc-xyz/period.ts';
import { integerRoot, ratio } from '../../../../src/domain/reports/exact.ts';
import { effort } from '../../../support/effort.ts';

const UNIT = 1_000n;
const DEFAULTS = { buckets: 4, x_max: 1_000n, y_max: 2_500n };

const sold = (product_id: number, contribution: number, units: readonly number[] = []): Sales => ({
  product_id,
  contribution: BigInt(contribution),
  units: units.map((unit) => BigInt(unit) * UNIT),
});
const classify = (sales: readonly Sales[], thresholds: Thresholds): Classes[] =>
  sales.toSorted(byContribution).map(classifier(sales, thresholds));
const letters = (classes: readonly Classes[]): string => classes.map(({ abc }) => abc).join('');

test('four dishes of four weeks are classed as the design says', () => {
  const classes = classify(
    [
      sold(4, 120_000, [20]),
      sold(3, 360_000, [9, 11, 9, 11]),
      sold(1, 1_200_000, [10, 10, 10, 10]),
      sold(2, 720_000, [8, 12, 10, 10]),
    ],
    DEFAULTS,
  );
  const cell = ({ product_id, share_percent, cumulative_percent, std_quantity, cv_percent, abc, xyz }: Classes) => [
    ...[product_id, share_percent, cumulative_percent, std_quantity, cv_percent, abc + xyz],
  ];
  expect(classes.map(cell)).toEqual([
    [1, 50, 50, 0, 0, 'AX'],
    [2, 30, 80, 1.41, 14.14, 'AY'],
    [3, 15, 95, 1, 10, 'BX'],
    [4, 5, 100, 8.66, 173.21, 'CZ'],
  ]);
  expect(classes.map(({ avg_quantity }) => avg_quantity)).toEqual([10, 10, 10, 5]);
  expect(matrixOf(classes)).toEqual({ AX: 1, AY: 1, AZ: 0, BX: 1, BY: 0, BZ: 0, CX: 0, CY: 0, CZ: 1 });
});

test.each([
  [[70, 20, 10], 'ABC'],
  [[90, 10], 'AC'],
  [[1], 'A'],
  [[97, 3], 'AC'],
  [[80, 15, 5], 'ABC'],
  // 80.0001 percent are more than 80, though both are shown as 80.
  [[700_000, 100_001, 149_999, 50_000], 'ABBC'],
])('contributions of %j are %s', (contributions, expected) => {
  expect(
    letters(
      classify(
        contributions.map((it, index) => sold(index, it)),
        DEFAULTS,
      ),
    ),
  ).toBe(expected);
});

test('a product that adds nothing, or takes away, has no share and is C', () => {
  const classes = classify([sold(1, -500, [3]), sold(2, 0, [5]), sold(3, 100, [1])], DEFAULTS);
  expect(classes).toMatchObject([
    { product_id: 3, share_percent: 100, cumulative_percent: 100, abc: 'A' },
    { product_id: 2, share_percent: 0, cumulative_percent: 100, abc: 'C' },
    { product_id: 1, share_percent: 0, cumulative_percent: 100, abc: 'C' },
  ]);
});

test('where nothing adds anything, every product is C, in the order of ids', () => {
  const classes = classify([sold(2, 0), sold(9, -1), sold(1, 0)], DEFAULTS);
  expect(classes).toMatchObject([1, 2, 9].map((product_id) => ({ product_id, abc: 'C', share_percent: 0 })));
  expect(classify([], DEFAULTS)).toEqual([]);
});

test('a product without units has no variation', () => {
  expect(classify([sold(1, 5)], DEFAULTS)).toMatchObject([
    { avg_quantity: 0, std_quantity: 0, cv_percent: null, xyz: 'Z' },
  ]);
});

test.each([
  // Two buckets a and b: the variation is |a - b| / (a + b).
  [[11, 9], 'X', 10],
  [[1_101, 899], 'Y', 10.1],
  // 10.004 percent is shown as 10, and is more than 10.
  [[110_004, 89_996], 'Y', 10],
  [[125, 75], 'Y', 25],
  [[1_251, 749], 'Z', 25.1],
])('units of %j are %s', (units, xyz, cv_percent) => {
  expect(classify([sold(1, 1, units)], { ...DEFAULTS, buckets: 2 })).toMatchObject([{ xyz, cv_percent }]);
});

const manySales = fc
  .array(
    fc.record({
      contribution: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 15n }),
      units: fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { maxLength: 12 }),
    }),
    { maxLength: 30 },
  )
  .map((rows) => rows.map((row, product_id) => ({ product_id, ...row })));

test('classes go down with the contribution, and the shown figures are those of plain arithmetic', () => {
  fc.assert(
    fc.property(manySales, fc.integer({ min: 12, max: 92 }), (sales, buckets) => {
      const classes = classify(sales, { ...DEFAULTS, buckets });
      expect(letters(classes)).toMatch(/^A*B*C*$/);
      const total = sales.reduce((sum, { contribution }) => sum + Math.max(0, Number(contribution)), 0);
      let cumulative = 0;
      let previous = Number.POSITIVE_INFINITY;
      for (const it of classes) {
        const { contribution, units } = sales[it.product_id]!;
        expect(Number(contribution)).toBeLessThanOrEqual(previous);
        previous = Number(contribution);
        cumulative += Math.max(0, previous);
        if (total > 0) expect(it.cumulative_percent).toBeCloseTo((cumulative / total) * 100, 1);
        const counts = [...units.map(Number), ...Array<number>(buckets - units.length).fill(0)];
        const mean = counts.reduce((sum, count) => sum + count, 0) / buckets;
        const sd = Math.sqrt(counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / buckets);
        expect(Math.abs(it.avg_quantity - mean / 1_000)).toBeLessThanOrEqual(0.0051);
        expect(Math.abs(it.std_quantity - sd / 1_000)).toBeLessThanOrEqual(0.0051);
        if (mean > 0) expect(Math.abs(it.cv_percent! - (sd / mean) * 100)).toBeLessThanOrEqual(0.0051);
      }
      const matrix = matrixOf(classes);
      expect(Object.keys(matrix)).toHaveLength(9);
      expect(Object.values(matrix).reduce((sum, count) => sum + count, 0)).toBe(sales.length);
      if (total > 0) expect(classes[0]!.abc).toBe('A');
    }),
    { numRuns: effort({ short: 300, long: 3_000 }) },
  );
});

test('the order of the sales that are given does not matter', () => {
  fc.assert(
    fc.property(manySales, (sales) => {
      expect(classify(sales.toReversed(), DEFAULTS)).toEqual(classify(sales, DEFAULTS));
    }),
    { numRuns: effort({ short: 100, long: 1_000 }) },
  );
});

test('roots and ratios are exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (value) => {
      const root = integerRoot(value);
      expect(root * root <= value && value < (root + 1n) ** 2n).toBe(true);
    }),
    { numRuns: effort({ short: 500, long: 5_000 }) },
  );
  expect([ratio(5n, 1_000n), ratio(-5n, 1_000n), ratio(4n, 1_000n), ratio(2n, 3n)]).toEqual([0.01, -0.01, 0, 0.67]);
});

const MARCH = { date_from: '2026-03-01', date_to: '2026-03-31', bucket: 'week' } as const;

test.each([
  // 1 March 2026 is a Sunday, 31 March a Tuesday.
  [MARCH, null, { date_from: '2026-03-02', date_to: '2026-03-29', active_from: null, buckets_count: 4 }],
  [MARCH, '2025-01-01', { date_from: '2026-03-02', date_to: '2026-03-29', active_from: null, buckets_count: 4 }],
  [MARCH, '2026-03-01', { date_from: '2026-03-02', date_to: '2026-03-29', active_from: null, buckets_count: 4 }],
  [
    MARCH,
    '2026-03-02',
    { date_from: '2026-03-02', date_to: '2026-03-29', active_from: '2026-03-02', buckets_count: 4 },
  ],
  [
    { ...MARCH, date_to: '2026-04-06' },
    '2026-03-04',
    { date_from: '2026-03-09', date_to: '2026-04-05', active_from: '2026-03-04', buckets_count: 4 },
  ],
  [
    { ...MARCH, date_to: '2026-03-29' },
    null,
    { date_from: '2026-03-02', date_to: '2026-03-29', active_from: null, buckets_count: 4 },
  ],
  [
    { date_from: '2026-03-01', date_to: '2026-03-20', bucket: 'day' },
    '2026-03-07',
    { date_from: '2026-03-07', date_to: '2026-03-20', active_from: '2026-03-07', buckets_count: 14 },
  ],
] as const)('%j with a first cheque on %s is analysed as far as it can be', (asked, first, analysed) => {
  expect(analysedPeriod(asked, first)).toEqual(analysed);
});

test.each([
  [MARCH, '2026-03-03'],
  [{ ...MARCH, date_to: '2026-03-28' }, null],
  [MARCH, '2026-05-01'],
  [{ date_from: '2026-03-01', date_to: '2026-03-13', bucket: 'day' }, null],
  [{ date_from: '2026-03-01', date_to: '2026-03-20', bucket: 'day' }, '2026-03-08'],
] as const)('%j with a first cheque on %s is too short', (asked, first) => {
  expect(() => analysedPeriod(asked, first)).toThrow(expect.objectContaining({ code: 'report_period_too_short' }));
});
