import { setTimeout } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createRegistry } from '../../../src/api/http/operational.ts';
import { defineRoute } from '../../../src/api/http/route.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';
import { fakeRoutes } from './fake-routes.ts';

let app: FakeApp;
let token: string;
const waiting: (() => void)[] = [];

const never = defineRoute({
  method: 'get',
  operationId: 'aRoute',
  path: '/never',
  audience: 'partner',
  tags: ['Fake'],
  summary: 'Answers when told to',
  responses: { 200: z.object({}) },
  handler: async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { body: {} };
  },
});

beforeAll(async () => {
  app = await startFakeApp([...fakeRoutes, never]);
  token = app.tokenOf();
});
beforeEach(() => {
  app.logs.length = 0;
});
afterAll(() => app.close());

describe('health', () => {
  it('/health/live tells that the process runs', async () => {
    expect(await app.ask('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('/health/ready tells whether the service can work, and what keeps it from working', async () => {
    const ready = await app.ask('GET', '/health/ready');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ok', checks: { database: 'ok' } }]);
    app.health.readiness = { ready: false, checks: { database: 'unreachable' } };
    const not = await app.ask('GET', '/health/ready');
    expect([not.status, not.body]).toEqual([503, { status: 'unavailable', checks: { database: 'unreachable' } }]);
    expect(app.mismatches).toEqual([]);
  });
});

describe('what only those who run the service see', () => {
  const METRICS_TOKEN = 'a-token-of-the-settings';
  const details = { database: 'ok', stopping: false, head: 17, read_models: { orders: { position: 17 } } };
  const plain = { database: 'ok', stopping: false };
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  /** What a request gets: of the metrics the status, of the readiness what it shows. */
  const shownTo = async (asked: { headers?: Record<string, string> }, on: FakeApp) => {
    on.health.readiness = { ready: true, checks: details };
    const metrics = await on.send('GET', '/metrics', asked);
    const text = await metrics.text();
    expect(text.includes('nodejs_')).toBe(metrics.status === 200);
    const ready = await on.ask('GET', '/health/ready', asked);
    expect([ready.status, ready.body.status]).toEqual([200, 'ok']);
    expect(on.mismatches).toEqual([]);
    return [metrics.status, ready.body.checks];
  };

  it('metrics and details of health need the configured token, if there is one', async () => {
    const on = await startFakeApp(fakeRoutes, { metricsToken: METRICS_TOKEN });
    expect(await shownTo(bearer(METRICS_TOKEN), on)).toEqual([200, details]);
    expect(await shownTo({ headers: { ...bearer(METRICS_TOKEN).headers, via: '1.1 proxy' } }, on)).toEqual([
      200,
      details,
    ]);
    for (const asked of [{}, bearer('a-token-of-the-setting'), bearer(on.tokenOf()), bearer(`${METRICS_TOKEN}s`)]) {
      expect(await shownTo(asked, on)).toEqual([401, plain]);
    }
    on.health.readiness = { ready: false, checks: { ...details, database: 'unavailable' } };
    const not = await on.ask('GET', '/health/ready');
    expect([not.status, not.body]).toEqual([
      503,
      { status: 'unavailable', checks: { ...plain, database: 'unavailable' } },
    ]);
    await on.close();
  });

  it('without a token, answers metrics and details of health only to requests of this machine that came through no proxy', async () => {
    const on = await startFakeApp(fakeRoutes);
    expect(await shownTo({}, on)).toEqual([200, details]);
    for (const headers of [
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-host': 'tillstream.test' },
      { 'x-forwarded-proto': 'https' },
      { forwarded: 'for=127.0.0.1' },
      { 'x-real-ip': '127.0.0.1' },
      { via: '1.1 proxy' },
    ]) {
      expect(await shownTo({ headers }, on)).toEqual([403, plain]);
    }
    await on.close();
    const behind = await startFakeApp(fakeRoutes, { trustProxy: 1 });
    expect(await shownTo({}, behind)).toEqual([403, plain]);
    await behind.close();
  });
});

describe('metrics', () => {
  it('metrics count requests by pattern, never by path', async () => {
    await app.ask('GET', '/v1/things/1', { token });
    await app.ask('GET', '/v1/things/2', { token });
    await app.ask('GET', '/v1/things/x', { token });
    await app.ask('DELETE', '/v1/things/1');
    await app.ask('GET', '/somewhere/else');
    await vi.waitFor(async () => {
      const response = await app.send('GET', '/metrics');
      expect(response.headers.get('content-type')).toContain('text/plain');
      const text = await response.text();
      const count = (labels: string) => text.match(`tillstream_http_requests_total{${labels}} (\\d+)`)?.[1];
      expect(count('method="GET",route="/v1/things/:thing_id",status="200"')).toBe('2');
      expect(count('method="GET",route="/v1/things/:thing_id",status="400"')).toBe('1');
      expect(count('method="DELETE",route="/v1/things/:thing_id",status="405"')).toBe('1');
      expect(count('method="any",route="none",status="404"')).toBe('1');
      expect(text).toContain('tillstream_nodejs_eventloop_lag_seconds');
      expect(text).not.toContain('/v1/things/1');
    });
  });
});

describe('two apps in one process', () => {
  it('two apps in one process observe the process once, and have other metrics of their own', () => {
    const [one, two] = [createRegistry(), createRegistry()];
    const all = one.getMetricsAsArray().map(({ name }) => name);
    expect(all).toContain('tillstream_nodejs_gc_duration_seconds');
    for (const name of all) expect(one.getSingleMetric(name)).toBe(two.getSingleMetric(name));
    const own = new Gauge({ name: 'own', help: 'Own', registers: [one] });
    expect(one.getSingleMetric('own')).toBe(own);
    expect(two.getSingleMetric('own')).toBeUndefined();
  });
});

describe('the time of a request', () => {
  it('the time of a request is told in seconds by the metrics, in milliseconds by the log', async () => {
    const spent = async (): Promise<number> => {
      const text = await (await app.send('GET', '/metrics')).text();
      return Number(text.match(/^tillstream_http_request_duration_seconds_sum{group="partner"} (\S+)/m)?.[1] ?? 0);
    };
    const before = await spent();
    const answer = app.ask('GET', '/v1/never', { token });
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    await setTimeout(50);
    waiting.pop()!();
    expect((await answer).status).toBe(200);
    await vi.waitFor(async () => {
      const seconds = (await spent()) - before;
      expect(seconds).toBeGreaterThan(0.04);
      expect(seconds).toBeLessThan(20);
      const ms = app.logs.find(({ route }) => route === '/v1/never')?.duration_ms;
      expect(ms).toBeCloseTo(seconds * 1_000, 1);
    });
  });
});

describe('the request log', () => {
  it('the request log has a line for each request, with what happened and nothing personal or secret', async () => {
    const json = { point_id: '33333333-3333-4333-8333-333333333333', name: 'Aziza +998901234567', items: [] };
    const { headers } = await app.ask('POST', '/v1/things?phone=998901234567', { token, json });
    await app.ask('GET', '/v1/things/17?token=secret', { token });
    await app.ask('POST', '/v1/auth/token', { json: { api_key: 'partner-key' } });
    await app.ask('GET', '/no/998901234567');
    await vi.waitFor(() => expect(app.logs).toHaveLength(4));
    expect(app.logs[0]).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      method: 'POST',
      route: '/v1/things',
      status: 400,
      duration_ms: expect.any(Number),
      request_id: headers.get('x-request-id'),
      key_id: partnerKey.key_id,
      msg: 'request',
    });
    // No route has such a parameter.
    expect(app.logs[1]).toMatchObject({ route: '/v1/things/:thing_id', status: 400 });
    expect(app.logs[2]).not.toHaveProperty('key_id');
    expect(app.logs[3]).toMatchObject({ route: 'none', status: 404 });
    expect(JSON.stringify(app.logs)).not.toMatch(/Aziza|998901234567|secret|partner-key|Bearer|eyJ/);
  });

  it('the request log knows the documentation as one place', async () => {
    const paths = ['/docs', '/docs/start.js', '/docs/nothing', '/openapi.json', '/Docs', '/openAPI.json'];
    for (const path of paths) await app.send('GET', path);
    await vi.waitFor(() => expect(app.logs).toHaveLength(paths.length));
    expect(app.logs.map(({ route }) => route)).toEqual(['/docs', '/docs', '/docs', '/openapi.json', 'none', 'none']);
  });

  it('the request log tells of a client that did not wait for its answer', async () => {
    const control = new AbortController();
    const response = fetch(`${app.url}/v1/never`, {
      headers: { authorization: `Bearer ${token}` },
      signal: control.signal,
    });
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    control.abort();
    await expect(response).rejects.toThrow();
    await vi.waitFor(() =>
      expect(app.logs).toContainEqual(expect.objectContaining({ route: '/v1/never', aborted: true })),
    );
    // Its answer, when it comes, has nowhere to go, and that must harm nobody.
    waiting[0]!();
    const text = await (await app.send('GET', '/metrics')).text();
    expect(text).toContain('tillstream_http_requests_total{method="GET",route="/v1/never",status="aborted"} 1');
    expect((await app.ask('GET', '/health/live')).status).toBe(200);
  });
});
