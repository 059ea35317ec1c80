import { expect, it } from 'vitest';
import { createBodyBudget } from '../../../src/api/http/body-budget.ts';

const KB = 1024;

it('leaves small bodies alone, however many', () => {
  const budget = createBodyBudget({ total: 100 * KB, perCaller: 100 * KB });
  for (let i = 0; i < 1_000; i++) expect(budget.hold('a').grow(64 * KB)).toBe(true);
});

it('gives a caller its share and all callers together the total, and takes it back', () => {
  const budget = createBodyBudget({ total: 500 * KB, perCaller: 300 * KB });
  const first = budget.hold('a');
  expect([first.grow(60 * KB), first.grow(60 * KB), first.grow(180 * KB)]).toEqual([true, true, true]);
  expect(budget.hold('a').grow(65 * KB)).toBe(false);
  const second = budget.hold('b');
  expect([second.grow(200 * KB), second.grow(1)]).toEqual([true, false]);
  expect(budget.hold('c').grow(65 * KB)).toBe(false);
  first.release();
  first.release();
  expect(budget.hold('a').grow(300 * KB)).toBe(true);
  expect(second.grow(1)).toBe(false);
});

it('takes back what each body of a caller held, though others of his were still being read', () => {
  const budget = createBodyBudget({ total: 500 * KB, perCaller: 300 * KB });
  for (let turn = 0; turn < 3; turn++) {
    const [first, second] = [budget.hold('a'), budget.hold('a')];
    expect([first.grow(100 * KB), second.grow(100 * KB)]).toEqual([true, true]);
    first.release();
    second.release();
  }
  expect(budget.hold('a').grow(300 * KB)).toBe(true);
});
