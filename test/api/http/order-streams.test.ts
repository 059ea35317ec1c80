import { once } from 'node:events';
import { connect } from 'node:net';
import { createParser } from 'eventsource-parser';
import type pg from 'pg';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReaderLimits } from '../../../src/api/http/readers/watch-readers.ts';
import type { StreamLimits } from '../../../src/api/http/streams.ts';
import { createEventFeed } from '../../../src/api/venue/event-feed.ts';
import { orderStreamRoute } from '../../../src/api/venue/order-stream.ts';
import type { OrderPlaced } from '../../../src/domain/orders/events.ts';
import { openingOrder } from '../../../src/domain/orders/opening.ts';
import type { EventBatch, EventStore, RecordedEvent } from '../../../src/event-store/event-store.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';

const SOON = { timeout: 10_000, interval: 5 };
const tills = ['till-1', 'till-2', 'till-3'].map((key_id) => ({ ...partnerKey, key_id, audience: 'venue' as const }));

let app: FakeApp;
let events: RecordedEvent[];
let wake: () => void;
/** How often an order was rendered. */
let rendered: number;
/** Pages of the log that are being read now, at most at once, and in all. */
let reads: { now: number; most: number; all: number };
/** Reads of the log wait for it. */
let readable: Promise<unknown>;
/** Characters of each event's order. */
let size: number;
const leaving: AbortController[] = [];

beforeEach(() => {
  events = [];
  wake = () => {};
  rendered = 0;
  size = 10;
  reads = { now: 0, most: 0, all: 0 };
  readable = Promise.resolve();
});
afterEach(async () => {
  for (const control of leaving.splice(0)) control.abort();
  await app.close();
});

const append = (count: number): void => {
  for (let index = 0; index < count; index++) {
    const metadata = { brand_id: partnerKey.brand_id, point_id: 'point-1', occurred_at: '2026-05-01T10:00:00Z' };
    const data = { order_id: 1 };
    events.push({ position: events.length + 1, type: 'OrderAccepted', metadata, data } as unknown as RecordedEvent);
  }
  wake();
};

async function* subscribe(after: number, { signal }: { signal: AbortSignal }): AsyncIterable<EventBatch> {
  for (let position = after; !signal.aborted; ) {
    const batch = events.slice(position);
    position = events.length;
    if (batch.length > 0) yield { events: batch, caughtUp: true };
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}

const start = async (streams: Partial<StreamLimits> = {}, readers: Partial<ReaderLimits> = {}): Promise<void> => {
  const store = {
    subscribe,
    head: async () => events.length,
    readAll: async (after: number, limit: number) => {
      reads.all++;
      reads.most = Math.max(reads.most, ++reads.now);
      await readable;
      reads.now--;
      return events.slice(after, after + limit);
    },
  } as unknown as EventStore;
  const order = openingOrder({
    order_id: 1,
    brand_id: 'brand-1',
    point_id: 'point-1',
    timezone: 'UTC',
    status: 'CREATED',
    lines: [],
    placed_at: '2026-03-02T09:00:00.000Z',
    personal: { line_comments: {}, comment: 'x'.repeat(size) },
  } as unknown as OrderPlaced);
  const find = async () => {
    rendered++;
    return order;
  };
  const route = orderStreamRoute({
    authenticator: { callerOf: async () => tills[0]! },
    onCallerChange: () => () => {},
    feed: createEventFeed(store, store, ['OrderAccepted']),
    store,
    findOrder: find as never,
    pool: {} as pg.Pool,
    heartbeatMs: 15_000,
    subjects: { erased: new Subject() },
  });
  app = await startFakeApp([route], { streams, readers });
  for (const till of tills) app.keys.set(till.key_id, till);
};

const request = (till: number, headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
  fetch(`${app.url}/v1/orders/stream`, {
    headers: { authorization: `Bearer ${app.tokenOf(tills[till]!)}`, ...headers },
    signal,
  });

/** A till that listens from after a position, or from now on. `heard`: the positions it was told of. */
const listen = async (till: number, after?: number) => {
  const control = new AbortController();
  leaving.push(control);
  const headers = after === undefined ? undefined : { 'last-event-id': `${after}` };
  const response = await request(till, headers, control.signal);
  expect(response.status).toBe(200);
  const heard: number[] = [];
  const parser = createParser({ onEvent: ({ id }) => heard.push(Number(id)) });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
  };
  read().catch(() => {});
  return { heard, leave: () => control.abort() };
};

const positions = (last: number, after = 0) => Array.from({ length: last - after }, (_, index) => after + index + 1);

it('each event is rendered once, however many streams tell of it', async () => {
  await start();
  const streams = await Promise.all(Array.from({ length: 40 }, (_, index) => listen(index % 2)));
  append(15);
  await new Promise(setImmediate);
  append(15);
  for (const { heard } of streams) await vi.waitFor(() => expect(heard).toEqual(positions(30)), SOON);
  expect(rendered).toBe(30);
});

it('tills that come back together are told what they missed, rendered once and read a page at a time', async () => {
  await start();
  append(150);
  let open = (): void => {};
  readable = new Promise<void>((resolve) => (open = resolve));
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(0, 0)));
  await vi.waitFor(() => expect(reads.now).toBeGreaterThan(0), SOON);
  open();
  for (const { heard } of streams) await vi.waitFor(() => expect(heard).toEqual(positions(150)), SOON);
  expect(rendered).toBe(150);
  expect(reads.most).toBe(1);
});

it('a till that has heard everything reads nothing of the log when it comes back', async () => {
  await start();
  append(5);
  const { heard } = await listen(0, 5);
  append(1);
  await vi.waitFor(() => expect(heard).toEqual([6]), SOON);
  expect(reads.all).toBe(0);
});

it('a key has only so many streams, until one of them ends; another key has its own', async () => {
  await start({ perKey: 2 });
  const [first] = await Promise.all([listen(0), listen(0)]);
  const refused = await request(0);
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'too_many_streams', retry_after: wait });
  await listen(1);
  first!.leave();
  await vi.waitFor(() => listen(0), SOON);
});

it('a brand has only so many streams, whichever of its keys opens them', async () => {
  await start({ perBrand: 2 });
  const [first] = await Promise.all([listen(0), listen(1)]);
  const refused = await request(2);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'too_many_streams' });
  first!.leave();
  await vi.waitFor(() => listen(2), SOON);
});

it('a process has only so many streams in all', async () => {
  await start({ total: 2 });
  const [first] = await Promise.all([listen(0), listen(1)]);
  const refused = await request(2);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
  first!.leave();
  await vi.waitFor(() => listen(2), SOON);
});

it('a till that takes nothing is cut off, while others go on, and misses nothing when it comes back', async () => {
  size = 400_000;
  await start({}, { stalledMs: 1_000 });
  const socket = connect(app.port, '127.0.0.1');
  await once(socket, 'connect');
  // Without chunks in between.
  socket.write(`GET /v1/orders/stream HTTP/1.0\r\nAuthorization: Bearer ${app.tokenOf(tills[0]!)}\r\n\r\n`);
  await once(socket, 'readable');
  const other = await listen(1);
  // More than a system holds for a client.
  append(40);
  await vi.waitFor(() => expect(other.heard).toEqual(positions(40)), SOON);
  await vi.waitFor(() => expect(app.logs).toContainEqual(expect.objectContaining({ aborted: true })), SOON);
  append(1);
  await vi.waitFor(() => expect(other.heard).toHaveLength(41), SOON);

  const heard: number[] = [];
  const parser = createParser({ onEvent: ({ id }) => heard.push(Number(id)) });
  socket.on('data', (chunk) => parser.feed(chunk.toString())).on('error', () => {});
  if (!socket.closed) await once(socket, 'close');
  expect(heard.length).toBeLessThan(40);
  const again = await listen(0, heard.at(-1) ?? 0);
  await vi.waitFor(() => expect([...heard, ...again.heard]).toEqual(positions(41)), SOON);
});
