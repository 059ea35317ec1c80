import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from '../../../src/concurrency/batcher.ts';

/** A batch takes a turn or two of the event loop. */
const landing = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

const openLine = (options: { readonly maxInFlight?: number; readonly gatherMs?: number }) => {
  const sizes: number[] = [];
  /** How many batches were in flight when each was sent, itself included. */
  const outAtOnce: number[] = [];
  let out = 0;
  const line = createBatcher<number, number>(async (items) => {
    sizes.push(items.length);
    outAtOnce.push(++out);
    await landing();
    out -= 1;
    return items.map((item) => (item < 0 ? new Error(`no ${item}`) : item * 2));
  }, options);
  /** Each of them waits for its answer before it comes again. */
  const callers = (count: number, times: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        for (let turn = 0; turn < times; turn++) await line.submit(turn);
      }),
    );
  return { line, sizes, outAtOnce, callers };
};

test('calls of the same tick share a batch, and each gets its own answer', async () => {
  const { line, sizes } = openLine({});
  const answers = await Promise.allSettled([1, -2, 3].map((item) => line.submit(item)));
  expect(answers.map((it) => (it.status === 'fulfilled' ? it.value : it.reason.message))).toEqual([2, 'no -2', 6]);
  expect(sizes).toEqual([3]);
});

test('calls that arrive while a batch is in flight go in the next batch', async () => {
  const { line, sizes } = openLine({});
  const first = line.submit(1);
  await new Promise((resolve) => setImmediate(resolve));
  const later = [line.submit(2), line.submit(3)];
  await Promise.all([first, ...later]);
  expect(sizes).toEqual([1, 2]);
});

/** Longer than the test may take: a batch that waited so long would fail it. */
const FOR_EVER = 60_000;

test.for([1, 2, 4, 16])('%i callers who keep coming share batches, and wait for no others', async (count) => {
  const { sizes, callers } = openLine({ maxInFlight: 2, gatherMs: FOR_EVER });
  await callers(count, 50);
  expect(sizes.reduce((sum, it) => sum + it, 0)).toBe(count * 50);
});

test.for([
  { count: 8, most: 1 },
  { count: 80, most: 2 },
])('at most $most batches are in flight at once for $count callers', async ({ count, most }) => {
  const { line, outAtOnce } = openLine({ maxInFlight: 2 });
  const caller = async (place: number): Promise<void> => {
    for (let turn = 0; turn < 50; turn++) {
      // They are not in step.
      for (let rest = place % 5; rest > 0; rest--) await nextTurn();
      await line.submit(turn);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, place) => caller(place)));
  expect(Math.max(...outAtOnce)).toBe(most);
});

test('the batch size follows the recent load: callers that have gone are waited for only a few times', async () => {
  const { callers } = openLine({ gatherMs: 10 });
  await callers(8, 20);
  const began = performance.now();
  await callers(2, 200);
  // Each of the eight is missed at most once; 200 waits would take 2 seconds.
  expect(performance.now() - began).toBeLessThan(1_000);
});
