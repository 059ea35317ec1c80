import { expect, it } from 'vitest';
import { createRefusalPace } from '../../../../src/api/http/refusal-pace.ts';

const times = (count: number, act: () => number): number[] => Array.from({ length: count }, act);

it('the pace of refusals holds none of the first, then paces them, and never holds one for longer than a second', () => {
  let now = 1_000_000;
  const delayOf = createRefusalPace(() => now);
  expect(times(500, () => delayOf('a'))).toEqual(Array(500).fill(0));
  expect(times(4, () => delayOf('a'))).toEqual([2, 4, 6, 8]);
  expect(Math.max(...times(5_000, () => delayOf('a')))).toBe(1_000);
  expect(delayOf('b')).toBe(0);
  now += 1_000;
  expect(delayOf('a')).toBe(2);
  now += 2_000;
  expect(times(500, () => delayOf('a'))).toEqual(Array(500).fill(0));
});
