import { expect, test } from 'vitest';
import { untilOneFails } from '../../../src/concurrency/until-one-fails.ts';

const items = [1, 2, 3, 4, 5, 6];
const turn = () => new Promise(setImmediate);

test('items are worked on in their order, so many at once', async () => {
  const begun: number[] = [];
  let now = 0;
  let most = 0;
  await untilOneFails(
    items,
    async (item) => {
      begun.push(item);
      most = Math.max(most, ++now);
      await turn();
      now -= 1;
    },
    2,
  );
  expect({ begun, most }).toEqual({ begun: items, most: 2 });
});

test('after one has failed no other begins, and the error waits for those that had begun', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    if (item === 1) throw new Error('no');
    await turn();
    ended.push(item);
  };
  await expect(untilOneFails(items, work, 3)).rejects.toThrow('no');
  expect({ begun, ended }).toEqual({ begun: [1, 2, 3], ended: [2, 3] });
});
