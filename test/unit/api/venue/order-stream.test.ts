import type pg from 'pg';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '../../../../src/api/http/errors.ts';
import type { Outgoing } from '../../../../src/api/http/route-answer.ts';
import type { RouteRequest } from '../../../../src/api/http/route-request.ts';
import { type OrderStreamDependencies, orderStreamRoute } from '../../../../src/api/venue/order-stream.ts';
import type { OrderPlaced } from '../../../../src/domain/orders/events.ts';
import { openingOrder } from '../../../../src/domain/orders/opening.ts';

const HEARTBEAT_MS = 15_000;

let isRevoked: boolean;
let written: string[];
/** A till that reads nothing. */
let isStuck: boolean;
/** Lets an order's event come. */
let happen: () => void;
const order = openingOrder({
  order_id: 1,
  brand_id: 'brand-1',
  point_id: 'point-1',
  timezone: 'UTC',
  status: 'CREATED',
  lines: [],
  placed_at: '2026-03-02T09:00:00.000Z',
  personal: { line_comments: {} },
} as unknown as OrderPlaced);

/** Up to where the till is done, as the feed has it. */
let passed: number;

beforeEach(() => {
  vi.useFakeTimers();
  isRevoked = false;
  passed = 7;
  isStuck = false;
  written = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** A till that listens while nothing happens. `leave` hangs up. */
const listen = async () => {
  const leaving = new AbortController();
  const callerOf = async () => {
    if (isRevoked) throw new HttpError(401, 'invalid_token');
    return { point_ids: null, audience: 'venue' };
  };
  async function* events(signal: AbortSignal) {
    await new Promise<void>((resolve) => {
      happen = resolve;
      signal.addEventListener('abort', () => resolve());
    });
    if (!signal.aborted) {
      yield { position: 21, type: 'OrderAccepted', metadata: {}, data: { order_id: 1 } };
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    }
  }
  const follow = (_position: number, _filter: object, signal: AbortSignal) =>
    Object.assign(events(signal), { passed: () => passed });
  const find = async () => order;
  const deps = {
    authenticator: { callerOf },
    onCallerChange: () => () => {},
    feed: { follow },
    store: { head: async () => 7 },
    findOrder: find,
    pool: {} as pg.Pool,
    heartbeatMs: HEARTBEAT_MS,
    subjects: { erased: new Subject<void>() },
  } as unknown as OrderStreamDependencies;
  const request = {
    brandId: 'brand-1',
    caller: { key_id: 'till' },
    language: 'en',
    query: {},
    req: { headers: {} },
  } as unknown as RouteRequest;
  const answer = await orderStreamRoute(deps).handler(request);
  if (!('stream' in answer)) throw new Error('no stream');
  const out: Outgoing = {
    signal: leaving.signal,
    get isFull() {
      return isStuck;
    },
    write: async (chunk, signal = leaving.signal) => {
      written.push(String(chunk));
      if (isStuck) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };
  return { ended: answer.stream(out), leave: () => leaving.abort() };
};

test('a stream on which nothing happens is kept alive, until the till hangs up', async () => {
  const { ended, leave } = await listen();
  await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS);
  const alive = ': keep-alive\nid: 7\n\n';
  expect(written).toEqual(['retry: 1000\nid: 7\n\n', alive, alive]);
  leave();
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

test('signs of life tell how far the log went by, and nothing earlier than the till has heard', async () => {
  const { ended, leave } = await listen();
  passed = 20;
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  expect(written.at(-1)).toBe(': keep-alive\nid: 20\n\n');
  happen();
  await vi.advanceTimersByTimeAsync(0);
  expect(written.at(-1)).toMatch(/^id: 21\nevent: OrderAccepted\n/);
  // It has not asked for the next one yet.
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  expect(written.at(-1)).toBe(': keep-alive\nid: 21\n\n');
  leave();
  await ended;
});

test('it ends after an hour: a till that is there comes back', async () => {
  const { ended } = await listen();
  await vi.advanceTimersByTimeAsync(3_600_000);
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

test('it ends soon after its key does, though nothing happens', async () => {
  const { ended } = await listen();
  isRevoked = true;
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  await ended;
  expect(written).toHaveLength(1);
});

test('one that reads nothing is written nothing more, and ends soon after its key does', async () => {
  isStuck = true;
  const { ended } = await listen();
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS);
  isRevoked = true;
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  await ended;
  expect(written).toHaveLength(1);
});

test('it ends, and fails not, when its key turns out to have ended', async () => {
  const { ended } = await listen();
  await vi.advanceTimersByTimeAsync(0);
  isRevoked = true;
  happen();
  await ended;
  expect(written).toHaveLength(1);
});
