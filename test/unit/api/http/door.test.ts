import { expect, it } from 'vitest';
import { createDoor } from '../../../../src/api/http/door.ts';

/** Requests that come in, or wait. `inside`: those that are worked on, in the order in which they came in. */
const startDoor = () => {
  const door = createDoor({ alone: 4, besideOthers: 2, waiting: 3 });
  const inside: string[] = [];
  const come = (brandId: string, name: string, now: number) => {
    const waiting = door.enter(brandId, now);
    if (!waiting) inside.push(name);
    else void waiting.then(() => inside.push(name));
  };
  const leave = async (brandId: string, now: number) => {
    door.leave(brandId, now);
    await new Promise(setImmediate);
  };
  return { inside, come, leave };
};

it('a brand alone has the house to itself; beside others it has less, and they never wait for it', async () => {
  const { inside, come, leave } = startDoor();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) come('a', name, 0);
  expect(inside).toEqual(['a1', 'a2', 'a3', 'a4']);
  come('b', 'b1', 10);
  expect(inside.at(-1)).toBe('b1');
  await leave('a', 20);
  await leave('a', 20);
  expect(inside).toHaveLength(5);
  await leave('a', 20);
  expect(inside.at(-1)).toBe('a5');
});

it('those of a brand come in in their order, as many as there may be when the others have gone', async () => {
  const { inside, come, leave } = startDoor();
  come('b', 'b1', 0);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) come('a', name, 1);
  expect(inside).toEqual(['b1', 'a1', 'a2']);
  await leave('a', 2_000);
  expect(inside).toEqual(['b1', 'a1', 'a2', 'a3', 'a4', 'a5']);
});

it('only so many of a brand wait: the next is refused, and told to come again', () => {
  const { come } = startDoor();
  for (let index = 0; index < 7; index++) come('a', `a${index}`, 0);
  expect(() => come('a', 'a7', 0)).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }));
  come('b', 'b1', 0);
});
