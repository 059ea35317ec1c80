import { expect, test } from 'vitest';
import { pathCounter, requireFewEntries, requireFewRows } from '../../../../src/projections/reports/report-size.ts';

const tooLarge = (max: number) => expect.objectContaining({ code: 'report_too_large', params: { max } });

test('a report has as many rows as are allowed, and no more', () => {
  requireFewRows(50_000);
  expect(() => requireFewRows(50_001)).toThrow(tooLarge(50_000));
});

test('products at points are as many entries as are allowed, and no more', () => {
  requireFewEntries(50_000, 4);
  requireFewEntries(50_000, 0);
  expect(() => requireFewEntries(20_001, 10)).toThrow(tooLarge(200_000));
});

test('the paths of all rows of a report may have 20 million characters together', () => {
  const count = pathCounter();
  count('x'.repeat(19_999_990));
  count(null);
  count('0123456789');
  expect(() => count('x')).toThrow(tooLarge(50_000));
});
