import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nowShown, watchNow } from '../src/parts/use-now.ts';

const MORNING = Date.parse('2026-03-02T05:00:00Z');
let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.useFakeTimers({ now: MORNING });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that shows ages begins with the time of now, however long the page before it showed none', () => {
  watchNow(() => {})();
  vi.setSystemTime(MORNING + 1_800_000);
  const stop = watchNow(() => {});
  expect(nowShown()).toBe(MORNING + 1_800_000);
  stop();
});

test('it goes on every ten seconds, and at once when the page is looked at again', () => {
  const told: number[] = [];
  const stop = watchNow(() => told.push(nowShown() - MORNING));
  vi.advanceTimersByTime(10_000);
  vi.setSystemTime(MORNING + 9 * 3_600_000);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([10_000, 9 * 3_600_000]);
  stop();
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(2);
});
