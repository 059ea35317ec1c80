import { afterEach, describe, expect, it } from 'vitest';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';
import { fakeRoutes } from './fake-routes.ts';

let app: FakeApp;
afterEach(() => app.close());

/** The answers with 429 by whose limit it was, as the metrics have them. */
const tooMany = async (): Promise<string[]> => {
  const text = await (await app.send('GET', '/metrics')).text();
  return [...text.matchAll(/^tillstream_too_many_requests_total(.*)$/gm)].map(([, labels]) => labels!);
};

describe('rate limits', () => {
  it('rate limits tell how much is left, and then to wait', async () => {
    app = await startFakeApp(fakeRoutes, { perKey: 2 });
    const token = app.tokenOf();
    const first = await app.ask('GET', '/v1/things/1', { token });
    expect(first.status).toBe(200);
    expect(Object.fromEntries([...first.headers].filter(([name]) => name.startsWith('ratelimit')))).toEqual({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '60',
      'ratelimit-policy': '2;w=60',
    });
    expect((await app.ask('GET', '/v1/things/1', { token })).headers.get('ratelimit-remaining')).toBe('0');

    const { status, headers, body } = await app.ask('GET', '/v1/things/1', { token });
    expect(status).toBe(429);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(body).toEqual({
      message: `Слишком много запросов, повторите через ${wait} с`,
      code: 'rate_limited',
      request_id: headers.get('x-request-id'),
      retry_after: wait,
    });
    expect(headers.get('ratelimit-remaining')).toBe('0');
  });

  it('rate limits are counted per key, over all its tokens, and may differ between keys', async () => {
    app = await startFakeApp(fakeRoutes, { perKey: 1 });
    const other = { ...partnerKey, key_id: 'other', requests_per_minute: 3 };
    app.keys.set('other-key', other);
    const statuses = async (key: typeof partnerKey, times: number) => {
      const all: number[] = [];
      for (let i = 0; i < times; i++) {
        app.time.now += 1_000;
        all.push((await app.ask('GET', '/v1/things/1', { token: app.tokenOf(key) })).status);
      }
      return all;
    };
    expect(await statuses(partnerKey, 3)).toEqual([200, 429, 429]);
    expect(await statuses(other, 4)).toEqual([200, 200, 200, 429]);
    expect(await tooMany()).toEqual(['{reason="key"} 3']);
  });

  it('rate limits of reports are their own, and do not stop the rest', async () => {
    app = await startFakeApp(fakeRoutes, { perKey: 10, reports: 1 });
    app.keys.set('partner-key', { ...partnerKey, permissions: ['reports'] });
    const token = app.tokenOf();
    const first = await app.ask('GET', '/v1/report', { token });
    expect([first.status, first.headers.get('ratelimit-limit')]).toEqual([200, '1']);
    expect(first.headers.get('ratelimit-policy')).toBe('1;w=60');
    expect((await app.ask('GET', '/v1/report', { token })).status).toBe(429);
    const other = { ...partnerKey, key_id: 'other', permissions: ['reports'] };
    app.keys.set('other-key', other);
    expect((await app.ask('GET', '/v1/report', { token: app.tokenOf(other) })).status).toBe(200);
    const rest = await app.ask('GET', '/v1/things/1', { token });
    expect([rest.status, rest.headers.get('ratelimit-remaining')]).toEqual([200, '7']);
    expect(await tooMany()).toEqual(['{reason="reports"} 1']);
  });

  it('rate limits of tokens are counted per address, good keys and bad alike', async () => {
    app = await startFakeApp([], { token: 2, trustProxy: 1 });
    const from = (address: string, api_key = 'partner-key') =>
      app.ask('POST', '/v1/auth/token', { json: { api_key }, headers: { 'x-forwarded-for': address } });
    expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('192.0.2.1', 'wrong')).status).toBe(401);
    const { status, body } = await from('192.0.2.1');
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect((await from('192.0.2.2')).status).toBe(200);
  });

  it('rate limits believe no forwarded address unless told of a proxy', async () => {
    app = await startFakeApp([], { token: 1 });
    const from = (address: string) =>
      app.ask('POST', '/v1/auth/token', {
        json: { api_key: 'partner-key' },
        headers: { 'x-forwarded-for': address },
      });
    expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('192.0.2.2')).status).toBe(429);
  });

  it('rate limits do not concern health and metrics', async () => {
    app = await startFakeApp([], { perKey: 1, token: 1 });
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await app.ask('GET', '/health/live');
      expect([status, headers.get('ratelimit-limit')]).toEqual([200, null]);
    }
  });
});
