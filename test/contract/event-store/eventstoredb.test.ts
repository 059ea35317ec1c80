import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  FOREIGN_TYPE,
  InvalidEvents,
  RevisionConflict,
  StoreUnavailable,
} from '../../../src/event-store/event-store.ts';
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/eventstoredb-event-store.ts';
import { createDebounce } from '../../../src/event-store/eventstoredb/subscribing/debounce.ts';
import { effort } from '../../support/effort.ts';
import {
  type EventStoreDbServer,
  type EventStoreDbServerOptions,
  startEventStoreDbServer,
} from '../../support/eventstoredb/server.ts';
import { describeEventStore } from './describe-event-store.ts';
import { given, idsOf, metadata, newEvent, newEvents, uniqueStream } from './fixtures.ts';
import type { StoreHarness } from './harness.ts';
import { CATEGORIES, openStore } from './open-store.ts';
import { startSubscriber } from './subscriber.ts';
import { startWire } from './wire.ts';

/** What another program may keep in the same EventStoreDB, some of it by a name that is ours as well. */
const FOREIGN_METADATA = [
  ...['', 'null', '7', '[]', 'not JSON', '{}', '{"$correlationId":"abc"}'],
  ...['{"actor":null}', '{"actor":7,"schema_version":"one"}'],
  JSON.stringify({ ...metadata(), schema_version: undefined }),
  JSON.stringify({ ...metadata(), schema_version: '1' }),
  JSON.stringify({ ...metadata(), actor: { kind: 'partner', id: 7, name: 'n' } }),
  JSON.stringify({ ...metadata(), brand_id: null }),
];

const writeEvent = ({ log }: EventStoreDbServer, stream: string, ofEvent: string, contentType = 'application/json') => {
  const event = { id: randomUUID(), type: 'OrderAccepted', contentType };
  log.append(stream, 'any', [{ ...event, data: Buffer.from('{"any":1}'), metadata: Buffer.from(ofEvent) }]);
};

const writeForeign = (server: EventStoreDbServer, stream = uniqueStream(), times = 1): void => {
  for (let time = 0; time < times; time++) for (const text of FOREIGN_METADATA) writeEvent(server, stream, text);
};

interface EventStoreDbHarness extends StoreHarness {
  readonly server: EventStoreDbServer;
}

const startEventStoreDb = async (): Promise<EventStoreDbHarness> => {
  const server = await startEventStoreDbServer();
  return {
    adapter: 'eventstoredb',
    url: server.url,
    server,
    open: (url = server.url) => openStore('eventstoredb', url),
    interrupt: async () => {
      server.stop();
      await server.start();
    },
    stop: async () => server.stop(),
  };
};

/** A server of its own, and a store on it. */
const startOwn = async (options: EventStoreDbServerOptions = {}) => {
  const server = await startEventStoreDbServer(options);
  const store = openStore('eventstoredb', server.url);
  onTestFinished(async () => {
    await store.close();
    server.stop();
  });
  return { server, store };
};

const EVENTS = effort({ short: 6_000, long: 20_000 });

describeEventStore('event store on EventStoreDB (in-process server)', startEventStoreDb, { events: EVENTS }, () => {
  test('a log of nothing but system events is empty', async () => {
    const { server, store } = await startOwn();
    expect(server.log.records.length).toBeGreaterThan(0);
    expect(await store.head()).toBe(0);
    expect(await store.readAll(0, 10)).toEqual([]);
  });

  test("the server's own events are seen by nobody, and do not move the head", async () => {
    const { server, store } = await startOwn();
    const [first, second] = newEvents(2);
    const { position } = await store.append(uniqueStream(), 'no_stream', [first!]);
    for (let index = 0; index < 200; index++) server.log.writeSystemEvent('$stats', '$statsCollected', { index });
    expect(await store.head()).toBe(position);
    const subscriber = startSubscriber(store, 0);
    await subscriber.until('caught up', ({ batches }) => batches.at(-1)?.caughtUp === true);
    await store.append(uniqueStream(), 'no_stream', [second!]);
    await subscriber.until('the second event', ({ events }) => events.length === 2);
    await subscriber.stop();
    expect(idsOf(subscriber.events)).toEqual(idsOf([first!, second!]));
    expect(idsOf(await store.readAll(0, 10))).toEqual(idsOf([first!, second!]));
  });

  test('events of other programs are shown to no reader, stop no reader and do not move the head', async () => {
    const { server, store } = await startOwn();
    writeForeign(server);
    expect(await store.head()).toBe(0);
    const subscriber = startSubscriber(store, 0);
    await subscriber.until('caught up', ({ batches }) => batches.at(-1)?.caughtUp === true);
    const [first, second] = newEvents(2);
    const { position } = await store.append(uniqueStream(), 'no_stream', [first!]);
    // Many, so that a page of the log holds nothing else.
    writeForeign(server, uniqueStream(), 80);
    expect(await store.head()).toBe(position);
    await subscriber.until('the first event', ({ events }) => events.length === 1);
    await store.append(uniqueStream(), 'no_stream', [second!]);
    await subscriber.until('the second event', ({ events }) => events.length === 2);
    await subscriber.until('caught up', ({ batches }) => batches.at(-1)?.caughtUp === true);
    await subscriber.stop();
    expect(idsOf(subscriber.events)).toEqual(idsOf([first!, second!]));
    expect(idsOf(await store.readAll(0, 10))).toEqual(idsOf([first!, second!]));
    expect(idsOf(await store.readAll(position, 1))).toEqual([second!.id]);
    expect(await store.readAll(0, 10, { actor: 'nobody' })).toEqual([]);
    expect(await store.readAll(0, 10, { stream: 'theirs', brandId: 'brand-1' })).toEqual([]);
  });

  test('events in streams of no category of ours are left out, whatever their metadata', async () => {
    const { server, store } = await startOwn();
    const like = JSON.stringify(metadata());
    for (const stream of ['theirs', 'theirs-1', 'orders-1', '-1']) writeEvent(server, stream, like);
    writeEvent(server, uniqueStream(), like, 'application/octet-stream');
    expect(await store.readAll(0, 10)).toEqual([]);
    expect(await store.head()).toBe(0);
    writeEvent(server, uniqueStream(), like);
    expect(await store.readAll(0, 10)).toHaveLength(1);
    // Nobody would ever see what is appended there.
    await expect(store.append('theirs-1', 'any', [newEvent()])).rejects.toBeInstanceOf(InvalidEvents);
  });

  test('what another program wrote into a stream of ours keeps its place there, and holds nothing', async () => {
    const { server, store } = await startOwn();
    const stream = uniqueStream();
    await store.append(stream, 'no_stream', [newEvent()]);
    writeForeign(server, stream);
    const events = await store.read(stream);
    expect(events.map(({ revision }) => revision)).toEqual([0, ...FOREIGN_METADATA.map((_, index) => index + 1)]);
    for (const event of events.slice(1)) expect(event).toMatchObject({ type: FOREIGN_TYPE, data: null, metadata: {} });
    expect(await store.readAll(0, 100, { stream })).toHaveLength(1);
    expect(await store.readAt(events.map(({ position }) => position))).toHaveLength(1);
    expect((await store.append(stream, events.at(-1)!.revision, [newEvent()])).revision).toBe(events.length);
  });

  test('the pieces of a large event are shown to no reader, and an event that has lost its pieces fails the readers of its data', async () => {
    const { server, store } = await startOwn();
    const { position } = await store.append(uniqueStream(), 'no_stream', [newEvent({ text: 'x'.repeat(2_000_000) })]);
    expect(server.log.records.filter(({ stream }) => stream.startsWith('event_part-'))).toHaveLength(3);
    expect(await store.head()).toBe(position);
    expect(await store.readAll(0, 10)).toHaveLength(1);
    const $parts = { stream: 'event_part-none', count: 1, bytes: 1_000_000 };
    writeEvent(server, uniqueStream(), JSON.stringify({ ...metadata(), $parts }));
    const next = newEvent();
    await store.append(uniqueStream(), 'no_stream', [next]);
    const events = await store.readAll(position, 10);
    expect(() => events[0]?.data).toThrow('event_part-none');
    expect(events[1]).toMatchObject(next);
  });

  test('a large event whose append was cut off is sent again without harm', async () => {
    const { server, store } = await startOwn();
    const [stream, event] = [uniqueStream(), newEvent({ text: 'x'.repeat(2_000_000) })];
    await store.append(stream, 'no_stream', [event]);
    const [first, ...others] = server.log.records.filter((record) => record.stream.startsWith('event_part-'));
    const { server: crashed, store: restarted } = await startOwn();
    crashed.log.append(first!.stream, -1, [first!]);
    await restarted.append(stream, 'no_stream', [event]);
    expect((await restarted.read(stream)).map(given)).toEqual([event]);
    expect(crashed.log.stream(first!.stream)).toHaveLength(1 + others.length);
  });

  test('a read may begin at a position that no event has, and searches for the next one then', async () => {
    const { store } = await startOwn();
    await store.append(uniqueStream(), 'no_stream', newEvents(3));
    const [, second] = await store.readAll(0, 10);
    expect(await store.readAll(second!.position - 1, 1)).toEqual([second]);
  });

  test('looking for the head looks back no further than it did before', async () => {
    const server = await startEventStoreDbServer();
    const wire = await startWire(server.url);
    const store = openStore('eventstoredb', wire.url);
    const { position } = await store.append(uniqueStream(), 'no_stream', [newEvent()]);
    writeForeign(server, uniqueStream(), 400);
    const receivedFor = async (head: number): Promise<number> => {
      const before = wire.received();
      expect(await store.head()).toBe(head);
      return wire.received() - before;
    };
    const first = await receivedFor(position);
    writeForeign(server);
    expect(await receivedFor(position)).toBeLessThan(first / 10);
    const next = await store.append(uniqueStream(), 'no_stream', [newEvent()]);
    writeForeign(server);
    await receivedFor(next.position);
    await receivedFor(next.position);
    await store.close();
    await wire.close();
    server.stop();
  });

  test('a filtered read of one stream reads no more of it than it takes', async () => {
    const server = await startEventStoreDbServer();
    const wire = await startWire(server.url);
    const store = openStore('eventstoredb', wire.url);
    const stream = uniqueStream();
    for (let part = 0; part < 3; part++) await store.append(stream, 'any', newEvents(400));
    const received = async (limit: number): Promise<number> => {
      const before = wire.received();
      const events = await store.readAll(0, limit, { stream });
      expect(events.map(({ revision }) => revision)).toEqual([...Array(limit).keys()]);
      return wire.received() - before;
    };
    const whole = await received(1_200);
    expect(await received(5)).toBeLessThan(whole / 2);
    await store.close();
    await wire.close();
    server.stop();
  });

  test.each([
    ['as it is', 'x'.repeat(850_000)],
    ['in pieces', 'x'.repeat(2_000_000)],
  ])('a filtered read of one stream holds few large events at a time: each is stored %s', async (_, text) => {
    const server = await startEventStoreDbServer();
    const wire = await startWire(server.url);
    const store = openStore('eventstoredb', wire.url);
    const stream = uniqueStream();
    const count = Math.ceil(60_000_000 / text.length);
    for (let sent = 0; sent < count; sent++) {
      await store.append(stream, sent === 0 ? 'no_stream' : sent - 1, [newEvent({ text, sent })]);
    }
    const received = async (limit: number): Promise<number> => {
      const before = wire.received();
      const events = await store.readAll(0, limit, { stream });
      expect(events.map(({ revision }) => revision)).toEqual([...Array(limit).keys()]);
      return wire.received() - before;
    };
    expect(await received(2)).toBeLessThan(3 * text.length);
    expect(await received(count)).toBeLessThan(80_000_000);
    // The server cannot leave out events of other types: all are read, page after page.
    const before = server.reads();
    expect(await store.readAll(0, 1, { stream, types: ['OrderClosed'] })).toEqual([]);
    expect(server.reads() - before).toBeGreaterThan(3);
    expect(await store.readAll(1, 0, { stream })).toEqual([]);
    await store.close();
    await wire.close();
    server.stop();
  });

  test('a filtered read of one stream from a later position on begins near it', async () => {
    const server = await startEventStoreDbServer();
    const wire = await startWire(server.url);
    const store = openStore('eventstoredb', wire.url);
    const stream = uniqueStream();
    for (let part = 0; part < 4; part++) {
      await store.append(stream, 'any', newEvents(400));
      // Between them, so that a position may be that of another stream's event.
      await store.append(uniqueStream(), 'no_stream', [newEvent()]);
    }
    const all = await store.readAll(0, 2_000);
    const own = all.filter((event) => event.stream === stream);
    const received = async (after: number): Promise<number> => {
      const before = wire.received();
      const expected = own.filter(({ position }) => position > after).slice(0, 10);
      expect(await store.readAll(after, 10, { stream })).toEqual(expected);
      return wire.received() - before;
    };
    const page = await received(0);
    expect(await received(own[1_500]!.position)).toBeLessThan(5 * page);
    for (const after of [0, 400, 1_202, 1_603]) await received(all[after]!.position);
    await received(all.at(-1)!.position + 1_000);
    await store.close();
    await wire.close();
    server.stop();
  });

  test('a subscriber gets the very data that its own process has appended, and of other processes what they have appended', async () => {
    const { server, store } = await startOwn();
    const other = openStore('eventstoredb', server.url);
    onTestFinished(() => other.close());
    const subscriber = startSubscriber(store, 0);
    await subscriber.until('caught up', ({ batches }) => batches.at(-1)?.caughtUp === true);
    const [stream, own] = [uniqueStream(), newEvent()];
    await store.append(stream, 'no_stream', [own]);
    // It is decided again, by another process, after this one was too late with it.
    const late = newEvent({ total: 1 });
    await expect(store.append(stream, 'no_stream', [late])).rejects.toBeInstanceOf(RevisionConflict);
    const again = { ...late, data: { total: 2 } };
    await other.append(stream, 0, [again]);
    await subscriber.until('both', ({ events }) => events.length === 2);
    await subscriber.stop();
    expect(subscriber.events.map(given)).toEqual([own, again]);
    expect(subscriber.events[0]!.data).toBe(own.data);
    expect(await store.readAll(0, 10)).toEqual(subscriber.events);
  });

  test('a subscriber that does not ask whether it has caught up costs the server no reads', async () => {
    const { server, store } = await startOwn();
    const subscriber = startSubscriber(store, 0, { tellsCaughtUp: false });
    const quiet = () => new Promise<void>((resolve) => createDebounce(() => subscriber.events.length, resolve).touch());
    const append = async (): Promise<void> => {
      const known = subscriber.events.length;
      await store.append(uniqueStream(), 'no_stream', newEvents(1));
      await subscriber.until('the event', ({ events }) => events.length > known);
      await quiet();
    };
    await append();
    const before = server.reads();
    for (let sent = 0; sent < 5; sent++) await append();
    // A read that was sent before this one has arrived before it.
    await store.head();
    expect(server.reads()).toBe(before + 1);
    // Who asks later is told.
    const asking = startSubscriber(store, 0);
    await asking.until('caught up', ({ batches }) => batches.at(-1)?.caughtUp === true);
    expect(asking.events).toHaveLength(6);
    await Promise.all([asking.stop(), subscriber.stop()]);
  });

  test('catching up is noticed on servers that do not tell', async () => {
    const { store } = await startOwn({ imitates: '21.10' });
    await store.append(uniqueStream(), 'no_stream', newEvents(300));
    const subscriber = startSubscriber(store, 0, { maxBatch: 50 });
    await subscriber.until('caught up', ({ batches }) => batches.at(-1)?.caughtUp === true);
    await subscriber.stop();
    expect(subscriber.events).toHaveLength(300);
    expect(subscriber.batches.filter((batch) => batch.caughtUp)).toHaveLength(1);
  });

  test('a server too old to give positions in streams is named as the cause', async () => {
    const { store } = await startOwn({ imitates: '21.10' });
    const stream = uniqueStream();
    await store.append(stream, 'no_stream', [newEvent()]);
    await expect(store.read(stream)).rejects.toThrow('22.6');
  });

  test('a subscription the server ends is resumed; one that is stopped is ended on the server too', async () => {
    const { server, store } = await startOwn();
    const events = newEvents(2);
    const subscriber = startSubscriber(store, 0);
    await store.append(uniqueStream(), 'no_stream', [events[0]!]);
    await subscriber.until('the first event', (seen) => seen.events.length === 1);
    server.endSubscriptions();
    await store.append(uniqueStream(), 'no_stream', [events[1]!]);
    await subscriber.until('the second event', (seen) => seen.events.length === 2);
    await subscriber.stop();
    expect(idsOf(subscriber.events)).toEqual(idsOf(events));
    await vi.waitFor(() => expect(server.subscriptions()).toBe(0));
  });

  test('a subscription that is lost is told of once, however often it is tried again', async () => {
    const server = await startEventStoreDbServer();
    const warn = vi.fn();
    const store = createEventStoreDbEventStore({ url: server.url, categories: CATEGORIES, log: { warn } });
    const subscribers = [startSubscriber(store, 0), startSubscriber(store, 0)];
    for (const { until } of subscribers) await until('caught up', ({ batches }) => batches.length > 0);
    server.stop();
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    await expect(store.head()).rejects.toThrow(StoreUnavailable);
    await server.start();
    await vi.waitFor(() => store.append(uniqueStream(), 'no_stream', [newEvent()]), 5_000);
    for (const { until } of subscribers) await until('the event', ({ events }) => events.length === 1);
    expect(warn).toHaveBeenCalledOnce();
    for (const subscriber of subscribers) await subscriber.stop();
    await store.close();
    server.stop();
  });

  test('all who follow the log of one process share one subscription, which ends with the last of them', async () => {
    const { server, store } = await startOwn();
    const subscribers = [1, 2, 3].map(() => startSubscriber(store, 0));
    for (const { until } of subscribers) await until('caught up', ({ batches }) => batches.length > 0);
    await vi.waitFor(() => expect(server.subscriptions()).toBe(1));
    await store.append(uniqueStream(), 'no_stream', newEvents(3));
    for (const { until } of subscribers) await until('the events', ({ events }) => events.length === 3);
    for (const subscriber of subscribers) await subscriber.stop();
    await vi.waitFor(() => expect(server.subscriptions()).toBe(0));
  });

  test('data nested deeper than the client can be trusted with is refused', async () => {
    const { store } = await startOwn();
    let deep: unknown = new Date(0);
    for (let level = 0; level < 1_001; level++) deep = { deep };
    const stream = uniqueStream();
    await expect(store.append(stream, 'any', [newEvent(deep)])).rejects.toBeInstanceOf(InvalidEvents);
    await expect(store.append(stream, 'any', [newEvent({ text: '{'.repeat(2_000) })])).resolves.toBeDefined();
  });

  test('what the server never answers is given up', async () => {
    const server = await startEventStoreDbServer();
    const store = createEventStoreDbEventStore({ url: server.url, categories: CATEGORIES, answerWithinMs: 200 });
    const stream = uniqueStream();
    await store.append(stream, 'no_stream', newEvents(3));
    server.hang(true);
    const results = await Promise.allSettled([
      store.append(uniqueStream(), 'no_stream', [newEvent()]),
      store.read(stream),
      store.readAll(0, 10),
      store.head(),
    ]);
    for (const result of results) expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) });
    server.hang(false);
    expect(await store.read(stream)).toHaveLength(3);
    await store.close();
    server.stop();
  });

  test('a stream is read from the leader, also after an election: another node may lag', async () => {
    const [{ server, store }, { server: leader, store: atLeader }] = [await startOwn(), await startOwn()];
    const stream = uniqueStream();
    await store.append(stream, 'no_stream', newEvents(1));
    await atLeader.append(stream, 'no_stream', newEvents(2));
    server.follow(leader);
    // At the first attempt, and so do those who ask at the same moment.
    const reads = await Promise.all([store.read(stream), store.read(stream), store.read(stream)]);
    expect(reads.map((events) => events.length)).toEqual([2, 2, 2]);
  });

  test('the end of the log is asked of the leader: another node may lag', async () => {
    const [{ server, store }, { server: leader, store: atLeader }] = [await startOwn(), await startOwn()];
    await store.append(uniqueStream(), 'no_stream', newEvents(1));
    const { position } = await atLeader.append(uniqueStream(), 'no_stream', newEvents(2));
    server.follow(leader);
    expect(await store.head()).toBe(position);
  });

  test('a node that has lost its cluster is not well, though it shows what it has', async () => {
    const { server, store } = await startOwn();
    const { position } = await store.append(uniqueStream(), 'no_stream', newEvents(1));
    server.loseCluster(true);
    await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.readAll(0, 10)).toHaveLength(1);
    server.loseCluster(false);
    expect(await store.head()).toBe(position);
  });

  test("the server's limit for one append is the append's fault", async () => {
    const { store } = await startOwn({ maxAppendSize: 10_000 });
    const large = () => newEvent({ text: 'x'.repeat(4_000) });
    await store.append(uniqueStream(), 'no_stream', [large(), large()]);
    const stream = uniqueStream();
    await expect(store.append(stream, 'no_stream', [large(), large(), large()])).rejects.toBeInstanceOf(InvalidEvents);
    expect(await store.read(stream)).toEqual([]);
  });

  test('a connection string that can not be read is not repeated', () => {
    const secret = 'esdb://admin:changeit@[nowhere';
    expect(() => openStore('eventstoredb', secret)).toThrow(/connection string/);
    expect(() => openStore('eventstoredb', secret)).not.toThrow(/changeit/);
  });
});
