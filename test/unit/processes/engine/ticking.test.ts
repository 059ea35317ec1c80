import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTicking } from '../../../../src/processes/engine/ticking.ts';
import { sleepUntil } from '../../../support/fake-sleep.ts';

const LOOK = 50;

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** Tickers of these names that run until the test is over, and the names of those that have started. */
const run = (names: readonly string[], everyMs: number, takesMs: number) => {
  const started: string[] = [];
  const stopping = new AbortController();
  const ticker = (name: string) => ({
    name,
    everyMs,
    tick: async () => {
      started.push(name);
      await sleepUntil(takesMs);
    },
  });
  const ticking = createTicking(names.map(ticker), Date.now, pino({ level: 'silent' }), sleepUntil);
  const running = ticking.run(stopping.signal, () => true);
  /** The names of those that started within the next milliseconds. */
  const within = async (ms: number) => {
    started.length = 0;
    await vi.advanceTimersByTimeAsync(ms);
    return started.join('');
  };
  const stop = async () => {
    stopping.abort();
    await vi.advanceTimersByTimeAsync(takesMs);
    await running;
  };
  return { within, stop };
};

test('three tickers start at a time, though more are due: they leave connections to requests', async () => {
  const { within, stop } = run(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 1_000, 1);
  expect(await within(1)).toBe('abc');
  expect(await within(LOOK)).toBe('def');
  expect(await within(LOOK)).toBe('g');
  // From then on they are due at different times.
  expect(await within(1_000 - 2 * LOOK - 2)).toBe('');
  expect(await within(LOOK)).toBe('abc');
  expect(await within(LOOK)).toBe('def');
  await stop();
});

test('each ticker has its turn, though three are always due', async () => {
  const { within, stop } = run(['a', 'b', 'c', 'd'], 1, 1);
  expect(await within(1)).toBe('abc');
  expect(await within(LOOK)).toBe('dab');
  expect(await within(LOOK)).toBe('cab');
  await stop();
});

test('a ticker that takes long keeps no other from its turn', async () => {
  const { within, stop } = run(['a', 'b', 'c', 'd', 'e'], 1, 10_000);
  expect(await within(1)).toBe('abc');
  expect(await within(LOOK)).toBe('de');
  expect(await within(LOOK)).toBe('');
  await stop();
});
