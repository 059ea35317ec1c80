import { expect, test } from 'vitest';
import { createRequestBatches } from '../../../../src/api/http/event-loop-turns.ts';

/** `count` requests, and what they did, in its order. Each notes that it came, waits for the others, and notes that it went on. */
const play = async (count: number): Promise<string[]> => {
  const batches = createRequestBatches();
  const did: string[] = [];
  const held = Promise.withResolvers<void>();
  const requests = Array.from({ length: count }, (_, index) =>
    batches.count(async () => {
      // All of them are under way before the first one asks for the others.
      await held.promise;
      did.push(`${index} came`);
      const gathered = batches.gathered();
      if (gathered) await gathered;
      did.push(`${index} went on`);
    }),
  );
  held.resolve();
  await Promise.all(requests);
  return did;
};

const each = (count: number, what: string): string[] => Array.from({ length: count }, (_, index) => `${index} ${what}`);

test('many requests that come in one turn of the event loop go on together at its end, in their order', async () => {
  expect(await play(8)).toEqual([...each(8, 'came'), ...each(8, 'went on')]);
});

test('one of a few requests does not wait for others', async () => {
  expect(await play(7)).toEqual(each(7, '').flatMap((name) => [`${name}came`, `${name}went on`]));
});

test('requests that are done, also by an error, are not counted', async () => {
  const batches = createRequestBatches();
  await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      batches.count(async () => {
        if (index % 2 === 0) throw new Error('refused');
      }),
    ),
  );
  await batches.count(async () => expect(batches.gathered()).toBeUndefined());
});

test('what comes after the end of a turn gathers for the next one', async () => {
  const batches = createRequestBatches();
  const leave = Promise.withResolvers<void>();
  const others = Array.from({ length: 8 }, () => batches.count(() => leave.promise));
  const first = batches.gathered();
  expect(batches.gathered()).toBe(first);
  await first;
  expect(batches.gathered()).not.toBe(first);
  leave.resolve();
  await Promise.all(others);
});
