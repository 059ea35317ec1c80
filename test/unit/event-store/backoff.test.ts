import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createBackoff } from '../../../src/event-store/eventstoredb/subscribing/backoff.ts';
import { createNotifier } from '../../../src/event-store/eventstoredb/subscribing/notifier.ts';
import { unlessAborted } from '../../../src/event-store/eventstoredb/subscribing/unless-aborted.ts';

test('the first failure in a row is reported, and the first after it has worked again', async () => {
  vi.useFakeTimers();
  const onFirst = vi.fn();
  const backoff = createBackoff(onFirst);
  const { signal } = new AbortController();
  const fail = async () => {
    const failed = backoff.failed(new Error('away'), signal);
    await vi.runAllTimersAsync();
    await failed;
  };
  for (let time = 0; time < 4; time++) await fail();
  expect(onFirst).toHaveBeenCalledOnce();
  backoff.succeeded();
  await fail();
  vi.useRealTimers();
  expect(onFirst).toHaveBeenCalledTimes(2);
});

test('waiting ends when the signal aborts, and leaves nothing on it', async () => {
  const { notify, next } = createNotifier();
  const controller = new AbortController();
  const { signal } = controller;
  const rung = next(signal);
  notify();
  await rung;
  expect(await unlessAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(unlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toEqual([]));
  const waits = [next(signal), unlessAborted(new Promise(() => {}), signal)];
  controller.abort();
  expect(await Promise.all(waits)).toEqual([undefined, undefined]);
  await Promise.all([next(signal), unlessAborted(new Promise(() => {}), signal)]);
});
