import { beforeEach, describe, expect, test, vi } from 'vitest';
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
  expect(waited.splice(0)).toContainEqual([['orders'], HEAD]);
  await waits.shown(HEAD, ['orders', 'venue']);
  expect(waited.splice(0)).toContainEqual([['venue'], HEAD]);
  shown = 6;
  comes = HEAD;
  await waits.shown(HEAD, ['orders']);
  expect(waited).toEqual([[['orders'], HEAD]]);
});

test('a wait that began with another one ends with it, and says nothing of read models that stood still', async () => {
  const times: number[] = [];
  const still = createWaits({ head: async () => HEAD } as EventStore, {
    position: () => 0,
    waitFor: async (names, __, timeoutMs = 0) => {
      if (names.length > 0) times.push(timeoutMs);
      return false;
    },
  });
  still.begin(7);
  await still.shown(7, ['orders']);
  await still.shown(8, ['orders']);
  await still.shown(9, ['orders']);
  // The second waited for its whole time in vain, so the third waits for no read model.
  const inAll = (one: number) => times[one]! + times[one + 1]!;
  expect(inAll(0)).toBeLessThanOrEqual(1_500);
  expect(inAll(0)).toBeGreaterThan(1_000);
  expect(inAll(2)).toBe(2_000);
});

describe('a position that does not come soon', () => {
  /** The read models stand still, and a wait lasts until the test says so. */
  const stand = (head: () => Promise<number>) => {
    const times: number[] = [];
    let over = (): void => {};
    const still = createWaits(
      { head },
      {
        position: () => 0,
        waitFor: (names, __, timeoutMs = 0) => {
          if (names.length > 0) times.push(timeoutMs);
          if (names.length === 0 || timeoutMs < 1_000) return Promise.resolve(names.length === 0);
          return new Promise((resolve) => {
            over = () => resolve(false);
          });
        },
      },
    );
    return { still, times, end: () => over() };
  };

  test('is not waited for if it is beyond the end of the log, and the read models are no less waited for after it', async () => {
    const { still, times, end } = stand(async () => HEAD);
    await still.shown(HEAD + 1, ['orders']);
    expect(times).toEqual([100, 1_900]);
    const next = still.shown(HEAD, ['orders']);
    await vi.waitFor(() => expect(times).toEqual([100, 1_900, 100, 1_900]));
    end();
    await next;
  });

  test('is waited for as long as ever while the log cannot say where it ends', async () => {
    const { still, times, end } = stand(() => Promise.reject(new Error('away')));
    const wait = still.shown(HEAD + 1, ['orders']);
    await vi.waitFor(() => expect(times).toHaveLength(2));
    end();
    await wait;
  });
});
