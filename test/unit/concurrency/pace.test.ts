import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPace } from '../../../src/concurrency/pace.ts';

const BOUNDS = { leastMs: 40, mostMs: 100 };

/** How long each batch gathers, when events come at an even pace. */
const pausesAt = (perSecond: number, batches: number): number[] => {
  const pace = createPace(BOUNDS);
  let now = 1_000;
  let events = 1;
  return Array.from({ length: batches }, () => {
    const pause = pace.gatherMs(events, now);
    now += pause;
    events = Math.round((pause * perSecond) / 1_000);
    return pause;
  });
};

test('where few events come, a batch gathers for as long as it may', () => {
  expect(pausesAt(300, 5)).toEqual([100, 100, 100, 100, 100]);
});

test('where many come, a batch gathers no longer than about two hundred of them take', () => {
  expect(pausesAt(4_000, 5)).toEqual([100, 50, 50, 50, 50]);
});

test('where very many come, a batch still gathers for a while', () => {
  expect(pausesAt(20_000, 5)).toEqual([100, 40, 40, 40, 40]);
});

test('after a batch without events, and after one that took no time, the pause is within its bounds', () => {
  const batch = fc.record({ events: fc.nat(1_000), later: fc.double({ min: 0, max: 1e6, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(batch), (batches) => {
      const pace = createPace(BOUNDS);
      let now = 0;
      for (const { events, later } of batches) {
        now += later;
        const pause = pace.gatherMs(events, now);
        expect(pause).toBeGreaterThanOrEqual(BOUNDS.leastMs);
        expect(pause).toBeLessThanOrEqual(BOUNDS.mostMs);
      }
    }),
  );
});
