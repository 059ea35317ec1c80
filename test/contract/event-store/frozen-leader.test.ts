import { expect, onTestFinished, test, vi } from 'vitest';
import { type EventStore, StoreUnavailable } from '../../../src/event-store/event-store.ts';
import type { FailoverTimes } from '../../../src/event-store/eventstoredb/connection/active-node.ts';
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/eventstoredb-event-store.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { idsOf, newEvent, uniqueStream } from './fixtures.ts';
import { CATEGORIES } from './open-store.ts';
import { startSubscriber } from './subscriber.ts';

/** The usual ones are longer; a test need not wait so long. */
const TIMES: FailoverTimes = { findLeaderAfterMs: 300, connectWithinMs: 600, checkEveryMs: 50 };
/** From the election on. Members are asked for two seconds at most. */
const AGAIN_WITHIN_MS = 5_000;

const start = async (times: Partial<FailoverTimes> = {}, urlOf = ({ url }: Cluster): string => url) => {
  const cluster = await startCluster();
  const store = createEventStoreDbEventStore({
    url: urlOf(cluster),
    categories: CATEGORIES,
    answerWithinMs: 1_000,
    failoverTimes: { ...TIMES, ...times },
  });
  onTestFinished(async () => {
    for (const { wire } of cluster.nodes) wire.thaw();
    await store.close();
    await cluster.stop();
  });
  return { cluster, store };
};

/** Appends go on while a leader is frozen, and another one is chosen later. */
const keepTrying = (store: EventStore) => {
  const acknowledged: string[] = [];
  let stopped = false;
  const append = async (): Promise<void> => {
    while (!stopped) {
      const event = newEvent();
      await store.append(uniqueStream(), 'no_stream', [event]).then(
        () => acknowledged.push(event.id),
        (error: unknown) => expect(error).toBeInstanceOf(StoreUnavailable),
      );
    }
  };
  const running = Promise.all(Array.from({ length: 4 }, append));
  return {
    acknowledged,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
};

const expectWork = async (store: EventStore): Promise<void> => {
  await vi.waitFor(
    async () => {
      const stream = uniqueStream();
      const event = newEvent();
      const { position } = await store.append(stream, 'no_stream', [event]);
      expect(idsOf(await store.read(stream))).toEqual([event.id]);
      expect(await store.head()).toBeGreaterThanOrEqual(position);
      expect(idsOf(await store.readAll(position - 1, 1))).toEqual([event.id]);
    },
    { timeout: AGAIN_WITHIN_MS, interval: 20 },
  );
};

test.each(['stays connected', 'is connected to anew: its kernel accepts that'])(
  'a frozen leader that %s is left as soon as there is a new one, and nothing is lost or doubled',
  { timeout: 60_000 },
  async (how) => {
    const { cluster, store } = await start();
    const subscriber = startSubscriber(store, 0);
    await subscriber.until('caught up', ({ batches }) => batches.at(-1)?.caughtUp === true);
    const trying = keepTrying(store);
    await vi.waitFor(() => expect(trying.acknowledged.length).toBeGreaterThan(5));

    const { wire } = cluster.nodes[0]!;
    wire.freeze();
    if (how !== 'stays connected') wire.drop();
    // The others have not noticed: they name it, and it is tried in vain.
    await expect(store.head()).rejects.toThrow(StoreUnavailable);
    await expect(store.append(uniqueStream(), 'no_stream', [newEvent()])).rejects.toThrow(StoreUnavailable);
    cluster.elect(1);
    await expectWork(store);

    await trying.stop();
    await subscriber.until('all', ({ events }) => trying.acknowledged.every((id) => idsOf(events).includes(id)));
    await subscriber.stop();
    const stored = idsOf(subscriber.events);
    expect(new Set(stored).size).toBe(stored.length);
  },
);

test('a member that is frozen at the start, and that the others still name, keeps nobody from the leader', async () => {
  const { cluster, store } = await start();
  cluster.nodes[0]!.wire.freeze();
  const waiting = store.head();
  cluster.elect(2);
  expect(await waiting.catch(() => store.head())).toBe(0);
  expect(cluster.nodes[2]!.server.reads()).toBeGreaterThan(0);
});

test('a leader that is slow for a moment stays in use while nobody names another one', async () => {
  const { cluster, store } = await start({ findLeaderAfterMs: 50, connectWithinMs: 100, checkEveryMs: 10 });
  await store.head();
  const [{ wire, server }] = [cluster.nodes[0]!];
  const before = wire.connections();
  server.hang(true);
  const appending = store.append(uniqueStream(), 'no_stream', [newEvent()]).catch((error: unknown) => error);
  expect(await appending).toBeInstanceOf(StoreUnavailable);
  server.hang(false);
  await store.head();
  expect(wire.connections()).toBe(before);
});

test('the only server is connected to anew if a connection never becomes ready', async () => {
  const { cluster, store } = await start({}, (all) => `esdb://127.0.0.1:${all.nodes[0]!.port}?tls=false`);
  const { wire } = cluster.nodes[0]!;
  wire.freeze();
  await expect(store.head()).rejects.toThrow(StoreUnavailable);
  wire.thaw('but_old');
  await expectWork(store);
});
