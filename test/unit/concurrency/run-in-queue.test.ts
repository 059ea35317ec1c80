import PQueue from 'p-queue';
import { expect, test } from 'vitest';
import { runInQueue } from '../../../src/concurrency/run-in-queue.ts';

const turn = () => new Promise(setImmediate);

/** Work that ends when it is told to. */
const createWork = (begun: string[], name: string) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = () => {
    begun.push(name);
    return promise;
  };
  return { work, end: () => resolve(name) };
};

test('work whose signal aborts while it waits never begins, and is forgotten', async () => {
  const queue = new PQueue({ concurrency: 1 });
  const begun: string[] = [];
  const first = createWork(begun, 'first');
  const done = runInQueue(queue, first.work, new AbortController().signal);
  const leaving = new AbortController();
  const left = runInQueue(queue, createWork(begun, 'left').work, leaving.signal);
  await turn();
  expect(queue.size).toBe(1);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  expect(queue.size).toBe(0);
  first.end();
  expect(await done).toBe('first');
  await expect(runInQueue(queue, createWork(begun, 'late').work, leaving.signal)).rejects.toThrow('left');
  expect(begun).toEqual(['first']);
});

test('work whose signal aborts while it runs keeps its room until it ends', async () => {
  const queue = new PQueue({ concurrency: 1 });
  const begun: string[] = [];
  const leaving = new AbortController();
  const first = createWork(begun, 'first');
  const done = runInQueue(queue, first.work, leaving.signal);
  const second = createWork(begun, 'second');
  const next = runInQueue(queue, second.work, new AbortController().signal);
  await turn();
  leaving.abort();
  await turn();
  expect(begun).toEqual(['first']);
  first.end();
  expect(await done).toBe('first');
  second.end();
  expect(await next).toBe('second');
});
