import { beforeEach, expect, test, vi } from 'vitest';
import { createWaiters } from '../../../../src/projections/reading/wait-for.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const heard = (projection: string, position: number) => ({ projection, position, brands: [] });

test('a wait for read models waits for all of them, and for no other', async () => {
  const waiters = createWaiters();
  const answers: boolean[] = [];
  void waiters.waitFor(['orders', 'cheques'], 5).then((answer) => answers.push(answer));
  waiters.heard(heard('orders', 5));
  waiters.heard(heard('cheques', 4));
  waiters.heard(heard('venue', 9));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([]);
  waiters.heard(heard('cheques', 6));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([true]);
});

test('a wait for read models gives up after two seconds by default, and leaves no timer behind', async () => {
  const waiters = createWaiters();
  const answer = waiters.waitFor(['orders'], 5);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe(false);
  const reached = waiters.waitFor(['orders'], 5);
  waiters.heard(heard('orders', 5));
  expect(await reached).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('a read model that starts over is waited for again', async () => {
  const waiters = createWaiters();
  waiters.heard(heard('orders', 9));
  expect(await waiters.waitFor(['orders'], 9)).toBe(true);
  waiters.heard(heard('orders', 0));
  const answer = waiters.waitFor(['orders'], 9, 10);
  await vi.advanceTimersByTimeAsync(10);
  expect(await answer).toBe(false);
});
