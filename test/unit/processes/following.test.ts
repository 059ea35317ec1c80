import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { EventStore, RecordedEvent } from '../../../src/event-store/event-store.ts';
import { createFollowing } from '../../../src/processes/engine/following.ts';

/**
 * A follower that has seen the log up to 9 without an event of its own. Answers where its checkpoint was moved to, and from where
 * it read the log.
 */
const followThenStop = async (isOwner: () => boolean, checkpoint = 5) => {
  const moves: unknown[] = [];
  const reads: number[] = [];
  const readAll = async (after: number) => {
    reads.push(after);
    return [];
  };
  const query = async (_text: string, values: unknown[]) => {
    moves.push(values[2]);
    return { rowCount: 1 };
  };
  const following = createFollowing({
    follower: { name: 'timers', types: ['Sold'], startAt: 'start', handle: async () => {} },
    checkpoint,
    store: { readAll } as unknown as EventStore,
    pool: { query } as unknown as pg.Pool,
    log: { info: () => {}, warn: () => {} },
  });
  following.inbox.startAfter(9);
  const stop = new AbortController();
  const running = following.run(stop.signal, isOwner);
  await vi.waitFor(() => expect(following.position).toBe(9));
  stop.abort();
  await running;
  return { moves, reads };
};

test('a checkpoint passes events that are not the follower’s', async () => {
  expect(await followThenStop(() => true)).toEqual({ moves: [9], reads: [5] });
});

test('a follower that may have been replaced leaves the checkpoint to its successor', async () => {
  expect((await followThenStop(() => false)).moves).toEqual([]);
});

test('a follower whose checkpoint is where the log ends reads nothing', async () => {
  expect(await followThenStop(() => true, 9)).toEqual({ moves: [], reads: [] });
});

test('what comes soon after a batch is gathered to one', async () => {
  const batches: number[][] = [];
  let goOn = (): void => {};
  const stop = new AbortController();
  const sleep = vi.fn(async () => {
    if (stop.signal.aborted) return;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  });
  const client = { query: async () => ({ rowCount: 1 }), release: () => {}, on: () => {}, removeListener: () => {} };
  const following = createFollowing({
    follower: {
      name: 'webhooks',
      types: ['Sold'],
      startAt: 'start',
      gatherMs: 60_000,
      handle: async (events) => void batches.push(events.map(({ position }) => position)),
    },
    checkpoint: 0,
    store: { readAll: async () => [] } as unknown as EventStore,
    pool: { ...client, connect: async () => client } as unknown as pg.Pool,
    log: { info: () => {}, warn: () => {} },
    sleep,
  });
  const running = following.run(stop.signal, () => true);
  await vi.waitFor(() => expect(following.inbox.gap).toBe(false));
  for (const position of [1, 2, 3]) {
    following.inbox.offer([{ position, type: 'Sold' } as RecordedEvent]);
    await vi.waitFor(() => expect(sleep).toHaveBeenCalledTimes(1));
  }
  goOn();
  await vi.waitFor(() => expect(batches).toEqual([[1, 2, 3]]));
  stop.abort();
  await running;
});

test('a follower whom an event begins to concern by an earlier one gets it, also when the earlier one is read from the log meanwhile', async () => {
  const handled: number[] = [];
  const stop = new AbortController();
  let isConfigured = false;
  const client = { query: async () => ({ rowCount: 1 }), release: () => {}, on: () => {}, removeListener: () => {} };
  const read = Promise.withResolvers<RecordedEvent[]>();
  const readAll = vi.fn(() => read.promise);
  const following = createFollowing({
    follower: {
      name: 'webhooks',
      types: ['WebhookConfigured', 'Sold'],
      startAt: 'start',
      concerns: ({ type }) => {
        isConfigured ||= type === 'WebhookConfigured';
        return isConfigured;
      },
      handle: async (events) => void handled.push(...events.map(({ position }) => position)),
    },
    checkpoint: 0,
    store: { readAll } as unknown as EventStore,
    pool: { ...client, connect: async () => client } as unknown as pg.Pool,
    log: { info: () => {}, warn: () => {} },
  });
  const offer = (position: number, type: string) => following.inbox.offer([{ position, type } as RecordedEvent]);
  following.inbox.startAfter(2);
  const running = following.run(stop.signal, () => true);
  await vi.waitFor(() => expect(readAll).toHaveBeenCalled());
  // The log was asked, and has not answered yet: what comes now is not in its answer.
  offer(3, 'Sold');
  offer(4, 'Noise');
  read.resolve([
    { position: 1, type: 'Sold' },
    { position: 2, type: 'WebhookConfigured' },
  ] as RecordedEvent[]);
  await vi.waitFor(() => expect(handled).toEqual([2, 3]));
  offer(5, 'Sold');
  await vi.waitFor(() => expect(handled).toEqual([2, 3, 5]));
  stop.abort();
  await running;
});
