import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hearServerTime, serverNow } from '../src/parts/server-clock.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const answerAt = (time: string) => new Response(null, { headers: { Date: new Date(time).toUTCString() } });

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

test('ages count by the server: a tablet whose clock is an hour behind shows the same as the others', () => {
  hearServerTime(answerAt('2026-03-02T13:00:00Z'));
  expect(serverNow()).toBe(NOW + 3_600_000);
  vi.advanceTimersByTime(60_000);
  expect(serverNow()).toBe(NOW + 3_660_000);
});

test('an answer that was on its way for some seconds moves no clock, and one without a time neither', () => {
  hearServerTime(answerAt('2026-03-02T11:59:45Z'));
  expect(serverNow()).toBe(NOW);
  hearServerTime(new Response(null));
  expect(serverNow()).toBe(NOW);
});
