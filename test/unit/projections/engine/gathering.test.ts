import { beforeEach, expect, test, vi } from 'vitest';
import { createGathering } from '../../../../src/projections/engine/gathering.ts';
import { sleepUntil } from '../../../support/fake-sleep.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const { signal } = new AbortController();

/** How long a pause takes after a batch that took no time. */
const pauseOf = async (gathering: ReturnType<typeof createGathering>, events: number, flushAfter?: number) => {
  const began = performance.now();
  const pause = gathering.pause(events, began, signal).then(() => performance.now() - began);
  if (flushAfter !== undefined) setTimeout(gathering.flush, flushAfter);
  await vi.advanceTimersByTimeAsync(200);
  return pause;
};

test('while no caller waits, events gather for 40 ms where many come, and for 80 where few come', async () => {
  const gathering = createGathering(sleepUntil);
  expect(await pauseOf(gathering, 900)).toBe(80);
  expect(await pauseOf(gathering, 900)).toBe(44);
  expect(await pauseOf(gathering, 1_000)).toBe(40);
  expect(await pauseOf(gathering, 1)).toBe(80);
});

test('a caller who waits ends the pause, or shortens the next one, once', async () => {
  const gathering = createGathering(sleepUntil);
  expect(await pauseOf(gathering, 1, 2)).toBe(5);
  expect(await pauseOf(gathering, 1, 9)).toBe(9);
  expect(await pauseOf(gathering, 30, 2)).toBe(34);
  expect(await pauseOf(gathering, 900, 2)).toBe(40);
  gathering.flush();
  expect(await pauseOf(gathering, 1)).toBe(5);
  expect(await pauseOf(gathering, 1)).toBe(80);
});
