import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimedQueue } from '../../../../src/api/http/timed-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that goes on until it is told to end. */
const createWork = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)!() };
};

test('a timed queue lets so many work at once, and the others in order of arrival', async () => {
  const { begun, work, end } = createWork();
  const inQueue = createTimedQueue({ count: 2, waitMs: 1_000 });
  const done = ['a', 'b', 'c', 'd'].map((name) => inQueue(work(name)));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await expect(done[1]).resolves.toBe('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  end('c');
  end('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('work that waits too long in the queue is told to come again, and takes no place', async () => {
  const { begun, work, end } = createWork();
  const inQueue = createTimedQueue({ count: 1, waitMs: 1_000 });
  void inQueue(work('a'));
  const late = expect(inQueue(work('b'))).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  end('a');
  await vi.advanceTimersByTimeAsync(0);
  void inQueue(work('c'));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a', 'c']);
});

test('work that fails makes room for the next', async () => {
  const inQueue = createTimedQueue({ count: 1, waitMs: 1_000 });
  await expect(inQueue(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(inQueue(async () => 1)).resolves.toBe(1);
});

test('work of one name, however much of it waits, holds back another name for one piece of it', async () => {
  const { begun, work, end } = createWork();
  const inQueue = createTimedQueue({ count: 1, waitMs: 1_000 });
  for (let index = 0; index < 10; index++) void inQueue(work(`a${index}`), 'a').catch(() => {});
  void inQueue(work('b'), 'b');
  await vi.advanceTimersByTimeAsync(0);
  end('a0');
  await vi.advanceTimersByTimeAsync(0);
  end('a1');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a0', 'a1', 'b']);
});
