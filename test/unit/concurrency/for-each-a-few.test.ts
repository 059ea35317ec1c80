import { expect, test } from 'vitest';
import { forEachAFew } from '../../../src/concurrency/for-each-a-few.ts';

test('a few items are worked on at a time, and one that fails delays no other', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const work = async (item: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (item % 4 === 1) throw new Error(`no ${item}`);
    done.push(item);
  };
  await expect(forEachAFew([0, 1, 2, 3, 4, 5, 6], work, 2)).rejects.toThrow('no 1');
  expect(done).toEqual([0, 2, 3, 4, 6]);
  expect(most).toBe(2);
  await expect(forEachAFew([], work)).resolves.toBeUndefined();
});
