import { expect, test } from 'vitest';
import { HttpError } from '../../../../src/api/http/errors.ts';
import { createHashQueue } from '../../../../src/api/sessions/hash-queue.ts';

/** Work that ends when the test says so. */
const openWork = () => {
  const running: (() => void)[] = [];
  const counts = { now: 0, most: 0, done: 0 };
  const work = async (): Promise<void> => {
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
    await new Promise<void>((resolve) => running.push(resolve));
    counts.now -= 1;
    counts.done += 1;
  };
  const endAll = async (): Promise<void> => {
    while (counts.now > 0) {
      running.shift()!();
      await new Promise(setImmediate);
    }
  };
  return { counts, work, endAll };
};

const never = new AbortController().signal;

test('of 200 sign-ins at once two are worked on, 160 wait, and the others are asked to come again', async () => {
  const inQueue = createHashQueue(2);
  const { counts, work, endAll } = openWork();
  const asked = Array.from({ length: 200 }, () => {
    try {
      return inQueue(work, never);
    } catch (error) {
      return error;
    }
  });
  const refused = asked.filter((it) => it instanceof HttpError);
  expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(
    Array.from({ length: 38 }, () => [503, 5]),
  );
  await new Promise(setImmediate);
  await endAll();
  await Promise.all(asked.filter((it) => it instanceof Promise));
  expect(counts).toEqual({ now: 0, most: 2, done: 162 });
});

test('whoever goes away gives up the place', async () => {
  const inQueue = createHashQueue(2, 1);
  const { counts, work, endAll } = openWork();
  const begun = [inQueue(work, never), inQueue(work, never)];
  const leave = new AbortController();
  const waiting = inQueue(work, leave.signal);
  expect(() => inQueue(work, never)).toThrow(HttpError);
  leave.abort();
  await expect(waiting).rejects.toThrow();
  const next = inQueue(work, never);
  await new Promise(setImmediate);
  await endAll();
  await Promise.all([...begun, next]);
  expect(counts).toEqual({ now: 0, most: 2, done: 3 });
});
