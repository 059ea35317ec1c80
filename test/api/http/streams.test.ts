import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import express, { type RequestHandler, type Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { UnreadBytes } from '../../../src/api/http/readers/unread-bytes.ts';
import { stateOf } from '../../../src/api/http/request-state.ts';
import type { Outgoing } from '../../../src/api/http/route-answer.ts';
import { Streams } from '../../../src/api/http/streams.ts';
import { type FakeApp, startFakeApp } from './fake-app.ts';
import { streamRoutes } from './stream-routes.ts';

let app: FakeApp;
let seen: string[];

beforeEach(async () => {
  seen = [];
  app = await startFakeApp(streamRoutes(seen));
});
afterEach(() => app.close());

/** What the app does with every request before its route does anything. */
const begun: RequestHandler = (_req, res, next) => {
  Object.assign(stateOf(res), { requestId: 'request', isStopping: () => false });
  next();
};

const open = (path: string, headers: Record<string, string> = {}) =>
  app.send('GET', path, { token: app.tokenOf(), headers });

describe('streams', () => {
  it('streams end when the client goes away', async () => {
    const control = new AbortController();
    const headers = { authorization: `Bearer ${app.tokenOf()}` };
    const response = await fetch(`${app.url}/v1/endless`, { headers, signal: control.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const { value } = await response.body!.getReader().read();
    expect(Buffer.from(value!).toString()).toBe('data: hello\n\n');
    control.abort();
    await vi.waitFor(() => expect(seen).toEqual(['opened', 'ended']));
  });

  it('streams end when the server stops', async () => {
    const response = await open('/v1/endless');
    const whole = response.text();
    await vi.waitFor(() => expect(seen).toEqual(['opened']));
    await app.close();
    expect(await whole).toBe('data: hello\n\n');
    expect(seen).toEqual(['opened', 'ended']);
    // How long it was listened to is no time of an answer.
    await vi.waitFor(() => expect(app.logs).toContainEqual(expect.objectContaining({ route: '/v1/endless' })));
    expect(await app.registry.metrics()).not.toContain('/v1/endless');
  });

  it('streams that have an end reach it though the server stops, and a stream that is cut off looks cut off', async () => {
    const count = 20_000;
    const response = await open(`/v1/lines?count=${count}`, { accept: 'application/x-ndjson' });
    const reader = response.body!.getReader();
    let bytes = (await reader.read()).value!.length;
    const closed = app.close();
    expect(seen).not.toContain('written');
    for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
    expect(bytes).toBe(count * 1_024);
    await closed;
  });

  /** A server whose every answer is a stream that goes on until it is told to end, once it is time to begin. */
  const startLate = async (streams: Streams, begin: (res: Response) => Promise<unknown> = async () => {}) => {
    const stream = async ({ signal }: Outgoing) => {
      if (!signal.aborted) await once(signal, 'abort');
      seen.push('ended');
    };
    const answer = { contentType: 'text/event-stream', stream, endless: true };
    const late = express().use(begun, async (req, res) => {
      await begin(res);
      await streams.run(req, res, answer);
    });
    const server = late.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };

  it('streams end at once when they begin after the server was told to stop', async () => {
    const streams = new Streams(new UnreadBytes());
    streams.stop();
    const response = await fetch(await startLate(streams), { signal: AbortSignal.timeout(5_000) });
    expect(await response.text()).toBe('');
  });

  it('streams end at once when the client is gone before they begin', async () => {
    const url = await startLate(new Streams(new UnreadBytes()), (res) => once(res, 'close'));
    await expect(fetch(url, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
    await vi.waitFor(() => expect(seen).toEqual(['ended']));
  });

  it('a route may answer a stream or JSON, as the client accepts', async () => {
    expect(await (await open('/v1/lines')).json()).toEqual({ lines: 2 });
    const lines = await open('/v1/lines', { accept: 'application/x-ndjson' });
    expect((await lines.text()).trim().split('\n')).toHaveLength(2);
    expect(app.mismatches).toEqual([]);
  });

  it('streams wait for a slow client instead of piling up', async () => {
    const socket = connect(app.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.pause();
    const token = app.tokenOf();
    socket.write(
      `GET /v1/lines?count=100000 HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    socket.once('readable', () => seen.push('arriving'));
    await vi.waitFor(() => expect(seen).toContain('arriving'));
    // 100 MB don't fit into a socket: that all of it was written would mean that it lies in memory.
    expect(seen).not.toContain('written');
    socket.destroy();
    await vi.waitFor(() => expect(seen).toContain('written'));
  });

  it('streams that break are cut off and logged, so that a half is not taken for the whole', async () => {
    const response = await open('/v1/broken');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await vi.waitFor(() =>
      expect(app.logs).toContainEqual(expect.objectContaining({ msg: 'request failed', route: '/v1/broken' })),
    );
  });

  it('streams answer HEAD without starting', async () => {
    const response = await app.send('HEAD', '/v1/endless', { token: app.tokenOf() });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(seen).toEqual([]);
  });
});
