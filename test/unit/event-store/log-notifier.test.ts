import { beforeEach, expect, test, vi } from 'vitest';
import { createLogNotifier } from '../../../src/event-store/postgres/log-notifier.ts';
import { sleepUntil } from '../../support/fake-sleep.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** When others are told, while an event lands each millisecond. */
const toldAt = async (flushAt: readonly number[]): Promise<number[]> => {
  const began = performance.now();
  const told: number[] = [];
  const notifier = createLogNotifier(async () => told.push(performance.now() - began), sleepUntil);
  for (let ms = 0; ms < 160; ms++) {
    notifier.landed(ms);
    if (flushAt.includes(ms)) notifier.flush();
    await vi.advanceTimersByTimeAsync(1);
  }
  await notifier.close();
  return told;
};

test('other processes are told at once, and then each fifty milliseconds', async () => {
  expect(await toldAt([])).toEqual([0, 50, 100, 150, 160]);
});

test('while a caller waits they are told sooner, but ten milliseconds after the last time', async () => {
  expect(await toldAt([3, 30])).toEqual([0, 10, 30, 80, 130, 160]);
});
