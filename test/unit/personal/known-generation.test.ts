import { expect, test } from 'vitest';
import { createKnownGeneration } from '../../../src/personal/known-generation.ts';

const setUp = async () => {
  const world = { stored: 3, reads: 0, forgotten: 0, now: 0 };
  const generation = await createKnownGeneration(
    async () => {
      world.reads += 1;
      return world.stored;
    },
    () => {
      world.forgotten += 1;
    },
    () => world.now,
  );
  return { world, generation };
};

test('a process asks once a second at most, and drops what it has when the generation has grown', async () => {
  const { world, generation } = await setUp();
  world.stored = 4;
  world.now = 999;
  await generation.confirm();
  expect(generation.current()).toBe(3);
  world.now = 1_000;
  await Promise.all([generation.confirm(), generation.confirm()]);
  expect({ ...world, current: generation.current() }).toMatchObject({ reads: 2, forgotten: 1, current: 4 });
});

test('a late notification does not set the generation back', async () => {
  const { world, generation } = await setUp();
  generation.hear('5');
  generation.hear('4');
  expect(generation.current()).toBe(5);
  expect(world.forgotten).toBeGreaterThan(0);
});

test('after a notification may have been missed, the generation is read again', async () => {
  const { world, generation } = await setUp();
  world.stored = 7;
  generation.hear('');
  expect(world.forgotten).toBe(1);
  await expect.poll(() => generation.current()).toBe(7);
});
