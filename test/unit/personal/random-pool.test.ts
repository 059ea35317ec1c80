import { expect, test } from 'vitest';
import { createRandomPool } from '../../../src/personal/random-pool.ts';

test('each draw is of its own bytes, and later draws leave it as it is', () => {
  const draw = createRandomPool(16);
  // More than the pool draws at once.
  const draws = Array.from({ length: 1_000 }, draw);
  const before = draws.map((bytes) => bytes.toString('hex'));
  for (let more = 0; more < 1_000; more++) draw();
  expect(draws.map((bytes) => bytes.toString('hex'))).toEqual(before);
  expect(new Set(before).size).toBe(1_000);
  expect(new Set(before.map((hex) => hex.length))).toEqual(new Set([32]));
});
