import { expect, it } from 'vitest';
import { createRefusalPace } from '../../../../src/api/http/refusal-pace.ts';

const times = (count: number, act: () => number): number[] => Array.from({ length: count }, act);

it('the pace of refusals holds none of the first, then paces them, and never holds one for longer than a second', () => {
  let now = 1_000_000;
  const hold = createRefusalPace(() => now);
  expect(times(500, () => hold('a'))).toEqual(Array(500).fill(0));
  expect(times(4, () => hold('a'))).toEqual([2, 4, 6, 8]);
  expect(Math.max(...times(5_000, () => hold('a')))).toBe(1_000);
  expect(hold('b')).toBe(0);
  now += 1_000;
  expect(hold('a')).toBe(2);
  now += 2_000;
  expect(times(500, () => hold('a'))).toEqual(Array(500).fill(0));
});
