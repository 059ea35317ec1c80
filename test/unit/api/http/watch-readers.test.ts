import { expect, it } from 'vitest';
import { createReaderWatch, READER_LIMITS, type Watched } from '../../../../src/api/http/readers/watch-readers.ts';

/** A client that takes so many bytes in each step of a second. Returns after how many seconds it was cut off, and why. */
const follow = (steps: readonly number[], queued: (second: number) => number = () => 0) => {
  let cut: { why: string; second: number } | undefined;
  let second = 0;
  const watch = createReaderWatch<Watched>(READER_LIMITS, (why) => {
    cut = { why, second };
  });
  const connection = { bytesWritten: 12_000_000, writableLength: 12_000_000, destroy: () => connection };
  for (const taken of [0, ...steps]) {
    connection.writableLength -= taken;
    watch.lookAt(cut ? [] : [connection as unknown as Watched], second * 1_000, () => queued(second));
    second++;
  }
  return cut;
};
const seconds = (count: number, taken: (second: number) => number) =>
  Array.from({ length: count }, (_, at) => taken(at));

it('a reader that takes nothing for 20 seconds is cut off, and not before', () => {
  expect(follow(seconds(100, () => 0))).toEqual({ why: 'stalled', second: 20 });
  expect(follow(seconds(100, (at) => (at < 10 ? 20_000 : 0)))).toEqual({ why: 'stalled', second: 30 });
  expect(follow(seconds(170, (at) => (at % 19 === 18 ? 300_000 : 0)))).toBeUndefined();
});

it('a reader that takes less than 10 kB a second over a minute is cut off; a little more is enough', () => {
  expect(follow(seconds(200, () => 9_000))).toEqual({ why: 'slow', second: 60 });
  expect(follow(seconds(200, () => 10_000))).toBeUndefined();
  expect(follow(seconds(200, (at) => (at < 60 ? 50_000 : 5_000)))).toEqual({ why: 'slow', second: 120 });
});

it('a reader that has taken everything begins anew with its next answer', () => {
  const watch = createReaderWatch<Watched>(READER_LIMITS, () => expect.fail('was cut off'));
  const connection = { bytesWritten: 0, writableLength: 0, destroy: () => connection };
  for (let second = 0; second < 100; second++) {
    connection.writableLength = second % 15 === 14 ? 0 : 1_000;
    watch.lookAt([connection as unknown as Watched], second * 1_000, () => 0);
  }
});

it('what the system still has was not taken, and what leaves it was', () => {
  // All was handed over in the first second, but for one piece that waits: the client reads 20 kB a second of it.
  const steps = seconds(100, (at) => (at === 0 ? 4_000_000 : 0));
  expect(follow(steps, (second) => (second === 0 ? 0 : 4_000_000 - second * 20_000))).toBeUndefined();
  expect(follow(steps, (second) => (second === 0 ? 0 : 4_000_000))).toMatchObject({ why: 'stalled' });
});
