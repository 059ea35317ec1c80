import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimedSlots } from '../../../../src/api/http/slots.ts';

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

test('slots let so many work at once, and the others in order of arrival', async () => {
  const { begun, work, end } = createWork();
  const inSlot = createTimedSlots({ count: 2, waitMs: 1_000 });
  const done = ['a', 'b', 'c', 'd'].map((name) => inSlot(work(name)));
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

test('work that waits too long for a slot is told to come again, and takes no place', async () => {
  const { begun, work, end } = createWork();
  const inSlot = createTimedSlots({ count: 1, waitMs: 1_000 });
  void inSlot(work('a'));
  const late = expect(inSlot(work('b'))).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  end('a');
  await vi.advanceTimersByTimeAsync(0);
  void inSlot(work('c'));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a', 'c']);
});

test('work that fails leaves its slot', async () => {
  const inSlot = createTimedSlots({ count: 1, waitMs: 1_000 });
  await expect(inSlot(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(inSlot(async () => 1)).resolves.toBe(1);
});
