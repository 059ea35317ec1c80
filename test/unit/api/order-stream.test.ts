import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '../../../src/api/http/errors.ts';
import type { RouteRequest } from '../../../src/api/http/route.ts';
import { type OrderStreamDependencies, orderStreamRoute } from '../../../src/api/venue/order-stream.ts';

const HEARTBEAT_MS = 15_000;

let isRevoked: boolean;
let written: string[];
/** Lets an order's event come. */
let happen: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  isRevoked = false;
  written = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** A till that listens while nothing happens. `leave` hangs up. */
const listen = async () => {
  const leaving = new AbortController();
  const authenticate = async () => {
    if (isRevoked) throw new HttpError(401, 'invalid_token');
    return { point_ids: null };
  };
  async function* follow(_position: number, _filter: object, signal: AbortSignal) {
    await new Promise<void>((resolve) => {
      happen = resolve;
      signal.addEventListener('abort', () => resolve());
    });
    if (!signal.aborted) yield { position: 8, type: 'OrderAccepted', metadata: {}, data: { order_id: 1 } };
  }
  const deps = {
    ...{ authenticator: { authenticate }, feed: { follow }, store: { head: async () => 7 } },
    ...{ desk: {}, pool: {} as pg.Pool, heartbeatMs: HEARTBEAT_MS },
  } as unknown as OrderStreamDependencies;
  const request = { brandId: 'brand-1', query: {}, req: { headers: {} } } as unknown as RouteRequest;
  const answer = await orderStreamRoute(deps).handler(request);
  if (!('stream' in answer)) throw new Error('no stream');
  const out = { signal: leaving.signal, write: async (chunk: string | Buffer) => void written.push(String(chunk)) };
  return { ended: answer.stream(out), leave: () => leaving.abort() };
};

test('a stream on which nothing happens is kept alive, until the till hangs up', async () => {
  const { ended, leave } = await listen();
  await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS);
  expect(written).toEqual(['retry: 1000\n: from 7\n\n', ': keep-alive\n\n', ': keep-alive\n\n']);
  leave();
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

test('it ends, and fails not, when its key turns out to have ended', async () => {
  const { ended } = await listen();
  await vi.advanceTimersByTimeAsync(0);
  isRevoked = true;
  happen();
  await ended;
  expect(written).toHaveLength(1);
});
