import { expect, test } from 'vitest';
import { changedSince } from '../../back-office/src/pages/money/changed-since.ts';

test('of a closed shift those figures are shown that changed since its closing', () => {
  const closed = { is_open: false, cheques_count: 34, revenue: 6_324_000, cash_balance: 3_454_000 };
  expect(changedSince(closed, closed)).toEqual([]);
  expect(changedSince(closed, { ...closed, cash_balance: 3_172_000 })).toEqual([
    { field: 'cash_balance', was: 3_454_000, is: 3_172_000 },
  ]);
  const all = { is_open: false, cheques_count: 33, revenue: 1, cash_balance: 2 };
  expect(changedSince(closed, all).map(({ field }) => field)).toEqual(['cheques_count', 'revenue', 'cash_balance']);
  // It was sent late: at that moment the shift was still open.
  expect(changedSince({ ...closed, is_open: true }, all)).toEqual([]);
});
