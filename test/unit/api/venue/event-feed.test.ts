import { expect, test, vi } from 'vitest';
import { createEventFeed } from '../../../../src/api/venue/event-feed.ts';
import type { EventBatch, EventStore, RecordedEvent } from '../../../../src/event-store/event-store.ts';

const POINT = 'point-1';
const SOON = { interval: 1 };

/** A log in memory whose live end the test moves along. */
const openLog = () => {
  const events: RecordedEvent[] = [];
  let wake = (): void => {};
  const append = (count: number, type = 'OrderAccepted', point_id = POINT): void => {
    for (let index = 0; index < count; index++) {
      const metadata = { brand_id: 'brand', point_id } as RecordedEvent['metadata'];
      events.push({ position: events.length + 1, type, metadata, data: {} } as RecordedEvent);
    }
    wake();
  };
  async function* subscribe(after: number, { signal }: { signal: AbortSignal }): AsyncIterable<EventBatch> {
    let position = after;
    while (!signal.aborted) {
      const batch = events.slice(position);
      position = events.length;
      if (batch.length > 0) yield { events: batch, caughtUp: true };
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const store = {
    subscribe,
    head: async () => events.length,
    readAll: async (after: number, limit: number) =>
      events
        .slice(after)
        .filter((event) => event.metadata.point_id === POINT)
        .slice(0, limit),
  } as unknown as EventStore;
  return { append, store, feed: createEventFeed(store, store, ['OrderAccepted']) };
};

const take = async (events: AsyncIterable<RecordedEvent>, count: number): Promise<number[]> => {
  const positions: number[] = [];
  for await (const { position } of events) {
    positions.push(position);
    if (positions.length === count) break;
  }
  return positions;
};

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('a feed gives what was missed first, then what happens, without a gap or a repeat', async () => {
  const { append, feed } = openLog();
  append(1_200);
  const following = take(feed.follow(100, { pointId: POINT }, new AbortController().signal), 1_400);
  append(150);
  setImmediate(() => append(150));
  expect(await following).toEqual(upTo(1_500, 101));
});

test('a till that reads slowly is served from the log, however much went by', async () => {
  const { append, feed } = openLog();
  const iterator = feed.follow(0, { pointId: POINT }, new AbortController().signal)[Symbol.asyncIterator]();
  append(1);
  const positions = [(await iterator.next()).value.position];
  for (let wave = 0; wave < 50; wave++) {
    append(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  while (positions.length < 5_001) positions.push((await iterator.next()).value.position);
  expect(positions).toEqual(upTo(5_001));
});

test('a feed leaves out another point’s events', async () => {
  const { append, feed } = openLog();
  const following = take(feed.follow(0, { pointId: POINT }, new AbortController().signal), 2);
  append(1);
  append(3, 'OrderAccepted', 'point-2');
  append(1);
  expect(await following).toEqual([1, 5]);
});

test('a feed without matches moves past other events; a reader is past an event when it asks for the next one', async () => {
  const { append, feed } = openLog();
  append(3, 'OrderAccepted', 'point-2');
  const following = feed.follow(0, { pointId: POINT }, new AbortController().signal);
  const iterator = following[Symbol.asyncIterator]();
  expect(following.passed()).toBe(0);
  let coming = iterator.next();
  await vi.waitFor(() => expect(following.passed()).toBe(3), SOON);
  append(4, 'MenuPublished');
  await vi.waitFor(() => expect(following.passed()).toBe(7), SOON);
  append(1);
  append(1, 'OrderAccepted', 'point-2');
  expect((await coming).value.position).toBe(8);
  await new Promise((resolve) => setImmediate(resolve));
  expect(following.passed()).toBe(7);
  coming = iterator.next();
  await vi.waitFor(() => expect(following.passed()).toBe(9), SOON);
  append(1_500);
  expect((await coming).value.position).toBe(10);
  expect(following.passed()).toBe(9);
});

test('a log that could not be read when the first till came is followed for the next', async () => {
  const { append, store, feed } = openLog();
  const { head } = store;
  store.head = () => Promise.reject(new Error('the log is away'));
  const follow = (count: number) => take(feed.follow(0, { pointId: POINT }, new AbortController().signal), count);
  await expect(follow(1)).rejects.toThrow('the log is away');
  store.head = head;
  const following = follow(2);
  append(1);
  setImmediate(() => append(1));
  expect(await following).toEqual([1, 2]);
});

test('the log is searched for events that a till missed only while the till listens', async () => {
  const { append, store, feed } = openLog();
  append(1, 'OrderAccepted', 'point-2');
  const looked = new Promise<AbortSignal | undefined>((resolve) => {
    store.readAll = async (_after, _limit, _filter, signal) => {
      resolve(signal);
      return [];
    };
  });
  const control = new AbortController();
  const following = take(feed.follow(0, {}, control.signal), 1);
  const signal = await looked;
  expect(signal?.aborted).toBe(false);
  control.abort();
  expect(signal?.aborted).toBe(true);
  expect(await following).toEqual([]);
});

test('a feed ends with its signal', async () => {
  const { feed } = openLog();
  const control = new AbortController();
  const following = take(feed.follow(0, {}, control.signal), 1);
  setImmediate(() => control.abort());
  expect(await following).toEqual([]);
});

test('however many tills of one brand come back together, a till of another brand waits for one page of theirs', async () => {
  const { append, store } = openLog();
  append(1_000);
  const pages: (string | undefined)[] = [];
  const readable = Promise.withResolvers<void>();
  const readAll: EventStore['readAll'] = async (after, limit, filter) => {
    pages.push(filter?.brandId);
    await readable.promise;
    return store.readAll(after, limit, filter);
  };
  const feed = createEventFeed(store, { readAll }, ['OrderAccepted']);
  const { signal } = new AbortController();
  const ofMany = Array.from({ length: 200 }, () => take(feed.follow(0, { brandId: 'large' }, signal), 1_000));
  await vi.waitFor(() => expect(pages).toEqual(['large']), SOON);
  const small = take(feed.follow(990, { brandId: 'small' }, signal), 10);
  await vi.waitFor(() => expect(pages).toEqual(['large', 'small']), SOON);
  readable.resolve();
  expect(await small).toEqual(upTo(1_000, 991));
  expect(await ofMany[199]).toEqual(upTo(1_000));
});
