import { beforeEach, expect, test } from 'vitest';
import type { EventStore } from '../../../../src/event-store/event-store.ts';
import { createWaits } from '../../../../src/projections/reading/waits.ts';

const HEAD = 9;

/** Where the read models are, and where they get to when somebody waits for them. */
let shown: number;
let comes: number;
let waited: (readonly [readonly string[], number])[];

beforeEach(() => {
  waited = [];
  shown = 5;
});

const waits = createWaits({ head: async () => HEAD } as EventStore, {
  position: () => shown,
  waitFor: async (projections, position) => {
    await new Promise((resolve) => setImmediate(resolve));
    waited.push([projections, position]);
    shown = comes;
    return shown >= position;
  },
});

test('a caller that asks what is shown waits for the present end of the log', async () => {
  comes = HEAD;
  expect(await waits.caughtUp(['reservations'])).toBe(HEAD);
  expect(waited).toEqual([[['reservations'], HEAD]]);
});

test('a wait that ends too early does not say that the read models show the position', async () => {
  comes = HEAD - 1;
  expect(await waits.caughtUp(['reservations'])).toBeNull();
});

test('a wait is over when the read models have come, not before', async () => {
  comes = HEAD;
  await waits.shown(7, ['orders']);
  expect(waited).toEqual([[['orders'], 7]]);
  await waits.caughtUp(['venue']);
  expect(waited[1]).toEqual([['venue'], HEAD]);
  await waits.caughtUp();
  expect(waited[2]![0]).toContain('orders');
  expect(waited[2]![0]).toContain('reservations');
});

test('a read model that stood still for a whole wait is waited for again once it has moved', async () => {
  comes = 5;
  await waits.shown(HEAD, ['orders']);
  expect(waited).toEqual([[['orders'], HEAD]]);
  await waits.shown(HEAD, ['orders', 'venue']);
  expect(waited[1]).toEqual([['venue'], HEAD]);
  shown = 6;
  comes = HEAD;
  await waits.shown(HEAD, ['orders']);
  expect(waited[2]).toEqual([['orders'], HEAD]);
});

test('a wait that began with another one ends with it, and says nothing of read models that stood still', async () => {
  const times: (number | undefined)[] = [];
  const still = createWaits({ head: async () => HEAD } as EventStore, {
    position: () => 0,
    waitFor: async (_, __, timeoutMs) => {
      times.push(timeoutMs);
      return false;
    },
  });
  still.begin(7);
  await still.shown(7, ['orders']);
  await still.shown(8, ['orders']);
  await still.shown(9, ['orders']);
  // The second waited for its whole time in vain, so the third waits for no read model.
  expect(times[0]).toBeLessThanOrEqual(1_500);
  expect(times[0]).toBeGreaterThan(1_000);
  expect(times[1]).toBe(2_000);
});
