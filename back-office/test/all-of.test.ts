import { expect, test } from 'vitest';
import { allOf } from '../src/reading/all-of.ts';

test('all pages of a list are read, each after the last row of the one before', async () => {
  const asked: unknown[] = [];
  const read = async (after = 0) => {
    asked.push(after);
    return { rows: [after + 1, after + 2], has_more: after < 4 };
  };
  expect(await allOf(read, (row: number) => row)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(asked).toEqual([0, 2, 4]);
  const nothing = async (_: number | undefined) => ({ rows: [] as number[], has_more: true });
  expect(await allOf(nothing, (row) => row)).toEqual([]);
});
