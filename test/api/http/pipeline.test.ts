import { once } from 'node:events';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../src/api/http/route.ts';
import { createProxyWatch } from '../../../src/api/http/unnamed-proxy.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';
import { fakeRoutes, MENU } from './fake-routes.ts';

let app: FakeApp;
let token: string;

beforeAll(async () => {
  app = await startFakeApp(fakeRoutes, { bodyLimit: 10_000 });
  token = app.tokenOf();
});
afterAll(() => app.close());

const POINT = '33333333-3333-4333-8333-333333333333';
const thing = { point_id: POINT, name: 'Plov', items: [{ product_id: 1, quantity: 1.5 }] };

describe('a request that is as it should be', () => {
  it('a good request reaches its handler with the values of the schemas', async () => {
    const made = await app.ask('POST', '/v1/things', { token, json: { ...thing, point_id: POINT.toUpperCase() } });
    expect(made).toMatchObject({ status: 201, body: { made: { point_id: POINT, name: 'Plov' } } });
    expect(made.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const got = await app.ask('GET', '/v1/things/17', { token });
    expect(got).toMatchObject({ status: 200, body: { thing_id: 17, brand_id: partnerKey.brand_id } });
  });

  it('a HEAD request is answered as GET, without a body', async () => {
    const head = await app.send('HEAD', '/v1/things/17', { token });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await head.text()).toBe('');
  });

  it('the query of a good request is read', async () => {
    const query = `limit=7&point_id=${POINT}&date=2026-02-28&active=true&since=2026-05-01T10:00:00%2B05:00`;
    expect((await app.ask('GET', `/v1/search?${query}`, { token })).body).toEqual({
      found: { limit: 7, point_id: POINT, date: '2026-02-28', active: true, since: '2026-05-01T05:00:00.000Z' },
    });
    expect((await app.ask('GET', '/v1/search?limit=&date=', { token })).body).toEqual({ found: { limit: 10 } });
    const many = await app.ask('GET', `/v1/search?${'limit=&'.repeat(1_000)}limit=7`, { token });
    expect(many).toMatchObject({ status: 400, body: { code: 'field_repeated' } });
    // An unescaped plus is a space by the rules of queries; that is what it was meant to be.
    const plus = await app.ask('GET', '/v1/search?since=2026-05-01T10:00:00+05:00', { token });
    expect(plus.body).toEqual({ found: { limit: 10, since: '2026-05-01T05:00:00.000Z' } });
  });

  it('a request with a body that is too deep is refused, however it is sent', async () => {
    const deep = `{"a":${'['.repeat(64)}${']'.repeat(64)}}`;
    const json = 'application/json';
    for (const [headers, raw] of [
      [{ 'content-type': json }, Buffer.from(deep)],
      [{ 'content-type': json, 'content-encoding': 'gzip' }, gzipSync(deep)],
      [{ 'content-type': `${json}; charset=utf-16le` }, Buffer.from(deep, 'utf16le')],
    ] as const) {
      const { status, body } = await app.ask('POST', '/v1/things', { token, headers, raw });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'body_too_deep' });
    }
  });

  it('a good request may have a compressed body, and JSON in any charset of Unicode', async () => {
    const json = JSON.stringify({ ...thing, name: 'Плов' });
    const zipped = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const first = await app.ask('POST', '/v1/things', { token, headers: zipped, raw: gzipSync(json) });
    expect(first.body).toMatchObject({ made: { name: 'Плов' } });
    const utf16 = Buffer.from(json, 'utf16le');
    for (const [charset, raw] of [
      ['utf-16le', utf16],
      ['UTF-16', Buffer.from(`\ufeff${json}`, 'utf16le')],
      ['utf-16be', Buffer.from(utf16).swap16()],
    ] as const) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      const { body } = await app.ask('POST', '/v1/things', { token, headers, raw });
      expect([charset, body]).toMatchObject([charset, { made: { name: 'Плов' } }]);
    }
  });

  it('a good request may use every name of JSON, UTF-8 and a compression, in any letter case, and a byte order mark', async () => {
    const json = Buffer.from(JSON.stringify({ ...thing, name: 'Плов' }));
    const cases: [Record<string, string>, Buffer<ArrayBuffer>][] = [
      [{ 'content-type': 'Application/JSON; Charset="UTF-8"' }, json],
      [{ 'content-type': 'application/json;charset=utf8' }, json],
      [{ 'content-type': 'application/vnd.till+json' }, json],
      [{ 'content-type': 'application/json' }, Buffer.concat([Buffer.from('\ufeff'), json])],
      [{ 'content-encoding': 'x-gzip' }, gzipSync(json)],
      [{ 'content-encoding': 'GZIP' }, gzipSync(json)],
      [{ 'content-encoding': 'deflate' }, deflateSync(json)],
      [{ 'content-encoding': 'br' }, brotliCompressSync(json)],
      [{ 'content-encoding': 'identity' }, json],
    ];
    for (const [headers, raw] of cases) {
      const { status, body } = await app.ask('POST', '/v1/things', { token, headers, raw });
      expect([headers, status, body]).toEqual([headers, 201, { made: { point_id: POINT, name: 'Плов' } }]);
    }
  });
});

describe('addresses', () => {
  it('an address without a route is a 404 with a message', async () => {
    for (const path of [
      '/',
      '/v1',
      '/v1/nothing',
      '/v1/Things/1',
      '/v2/things',
      '/v1/things/1/2',
      '/v1/thing',
      '/v1/thingss',
      '/v1//things',
      '/v1/%74hings',
    ]) {
      const { status, body } = await app.ask('GET', path);
      expect([path, status, body.code, body.message]).toEqual([path, 404, 'route_not_found', expect.any(String)]);
    }
  });

  it('an address with another method is a 405 that names the allowed ones, before anything else', async () => {
    const got = await app.ask('DELETE', '/v1/things/1');
    expect(got).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(got.body.message).toContain('DELETE');
    expect(got.headers.get('allow')).toBe('GET, HEAD');
    expect((await app.ask('GET', '/v1/things/calculate')).headers.get('allow')).toBe('POST');
    expect((await app.ask('OPTIONS', '/v1/things')).status).toBe(405);
  });

  it('an address with a slash at its end is the one without it', async () => {
    const got = await app.ask('DELETE', '/v1/things/1/');
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await app.ask('OPTIONS', '/v1/things/')).status).toBe(405);
  });

  it('addresses that are literal win over those with parameters', async () => {
    expect(await app.ask('POST', '/v1/things/calculate', { token, json: { a: 1 } })).toMatchObject({ status: 200 });
  });

  it('addresses with malformed escapes are a 400', async () => {
    const got = await app.ask('GET', '/v1/things/%E0%A4%A', { token });
    expect(got).toMatchObject({ status: 400, body: { code: 'path_malformed' } });
  });

  it.each([
    ['/v1/things/abc', 'field_not_integer', 'thing_id'],
    ['/v1/things/1.5', 'field_not_integer', 'thing_id'],
    ['/v1/things/0', 'field_too_small', 'thing_id'],
    ['/v1/things/99999999999999999999', 'field_too_big', 'thing_id'],
    [`/v1/things/${'9'.repeat(500)}`, 'field_not_integer', 'thing_id'],
    ['/v1/points/17', 'field_not_uuid', 'point_id'],
    ['/v1/points/%00', 'field_not_uuid', 'point_id'],
    ['/v1/search?limit=x', 'field_not_integer', 'limit'],
    ['/v1/search?limit=101', 'field_too_big', 'limit'],
    ['/v1/search?limit=1&limit=2', 'field_repeated', 'limit'],
    ['/v1/search?point_id=1', 'field_not_uuid', 'point_id'],
    ['/v1/search?date=2026-02-30', 'field_not_date', 'date'],
    ['/v1/search?active=maybe', 'field_not_boolean', 'active'],
    ['/v1/search?active=0', 'field_not_boolean', 'active'],
    ['/v1/search?active=1', 'field_not_boolean', 'active'],
    ['/v1/search?active=True', 'field_not_boolean', 'active'],
    ['/v1/search?limti=1', 'parameter_unknown', 'limti'],
    ['/v1/search?limti=', 'parameter_unknown', 'limti'],
    ['/v1/things/17?limit=1', 'parameter_unknown', 'limit'],
    ['/v1/search?since=2026-05-01T10:00:00', 'field_not_timestamp', 'since'],
  ])('%s is a 400 that names the field', async (path, code, field) => {
    const { status, body } = await app.ask('GET', path, { token });
    expect([status, body.code]).toEqual([400, code]);
    expect(body.message).toContain(field);
  });

  it('addresses take queries of any shape without a 5xx', async () => {
    for (const query of ['limit[a]=1', '__proto__=1', 'constructor=1', '%E0%A4%A=1', '&&&=', 'limit=%00']) {
      expect((await app.ask('GET', `/v1/search?${query}`, { token })).status).toBeLessThan(500);
    }
  });
});

describe('bodies', () => {
  const post = (raw: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    app.ask('POST', '/v1/things', { token, raw, headers });

  it.each([
    ['{"a":', 'malformed_json'],
    ['{"name": NaN}', 'malformed_json'],
    ["{'name': 1}", 'malformed_json'],
    ['null', 'field_not_object'],
    ['[]', 'field_not_object'],
    ['"text"', 'field_not_object'],
    ['17', 'field_not_object'],
    ['', 'field_required'],
    ['{}', 'field_required'],
  ])('%j is a 400', async (raw, code) => {
    const { status, body } = await post(raw);
    expect([status, body.code, body.message !== '']).toEqual([400, code, true]);
  });

  it('bodies that are missing are a 400', async () => {
    expect(await app.ask('POST', '/v1/things', { token })).toMatchObject({ status: 400 });
  });

  it('bodies without a content type are read as JSON, of another type refused', async () => {
    const raw = Buffer.from(JSON.stringify(thing));
    expect((await app.ask('POST', '/v1/things', { token, raw })).status).toBe(201);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'x',
      'jsonish/json',
    ]) {
      const { status, body } = await post(JSON.stringify(thing), { 'content-type': type });
      expect([type, status, body.code]).toEqual([type, 400, 'body_not_json']);
    }
  });

  it('bodies that are damaged, or in an unknown charset or compression, are a 400', async () => {
    const json = { 'content-type': 'application/json' };
    for (const headers of [
      { 'content-type': 'application/json; charset=klingon' },
      { 'content-type': 'application/json; charset=utf-99' },
      { ...json, 'content-encoding': 'lzma' },
      { ...json, 'content-encoding': 'gzip' },
    ]) {
      const { status, body } = await post(JSON.stringify(thing), headers);
      expect([headers, status, body.code]).toEqual([headers, 400, 'body_unreadable']);
    }
  });

  it('bodies that are not in the charset they say are a 400, not read as something else', async () => {
    const json = JSON.stringify({ ...thing, name: '?' });
    const inWindows1251 = Buffer.from(json.replace('?', '\xcf\xeb\xee\xe2'), 'latin1');
    const halfAPair = Buffer.from(json.replace('?', '\ud83c'), 'utf16le');
    for (const [type, raw] of [
      ['application/json', inWindows1251],
      ['application/json; charset=utf-8', inWindows1251],
      ['application/json; charset=utf-16le', halfAPair],
    ] as const) {
      const { status, body } = await app.ask('POST', '/v1/things', { token, raw, headers: { 'content-type': type } });
      expect([type, status, body.code]).toEqual([type, 400, 'body_unreadable']);
    }
  });

  it('bodies over the limit are a 413, counted after decompression', async () => {
    const big = await app.ask('POST', '/v1/things', { token, json: { ...thing, name: 'x'.repeat(10_001) } });
    expect(big).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    expect(big.body.message).toContain('10000');
    const bomb = gzipSync(JSON.stringify({ ...thing, pad: 'x'.repeat(5_000_000) }));
    expect(bomb.length).toBeLessThan(10_000);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await app.ask('POST', '/v1/things', { token, raw: bomb, headers })).status).toBe(413);
  });

  it('bodies of a public route are small, whatever the limit of others', async () => {
    const roomy = await startFakeApp([], { bodyLimit: 1_000_000 });
    const json = { api_key: 'x'.repeat(20_000) };
    expect((await roomy.ask('POST', '/v1/auth/token', { json })).status).toBe(413);
    await roomy.close();
  });

  it('bodies with deep or hostile JSON do no harm', async () => {
    const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
    expect((await post(`{"items":${deep}}`)).status).toBe(400);
    const polluted = await post('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect(polluted.status).toBe(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('errors', () => {
  it.each<[string, number, string, object?]>([
    ['invalid', 400, 'field_invalid', { field: 'x' }],
    ['forbidden', 403, 'points_forbidden'],
    ['not_found', 404, 'order_not_found'],
    ['conflict', 409, 'order_status_conflict', { details: { from: 'CLOSED', to: 'COOKING' } }],
    ['not_storable', 400, 'value_not_storable'],
    ['busy', 503, 'unavailable'],
    ['store', 503, 'unavailable'],
    ['database', 500, 'internal'],
    ['ours', 500, 'internal'],
    ['thrown_string', 500, 'internal'],
  ])('%s is %i %s', async (how, status, code, more = {}) => {
    const got = await app.ask('POST', '/v1/fail', { token, json: { how } });
    expect(got.status).toBe(status);
    const request_id = got.headers.get('x-request-id');
    expect(got.body).toEqual({ message: expect.any(String), code, request_id, ...more });
    expect(got.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
  });

  it('errors speak the language of the brand, and English to those it does not know', async () => {
    const conflict = await app.ask('POST', '/v1/fail', { token, json: { how: 'conflict' } });
    expect(conflict.body.message).toBe('Заказ нельзя перевести из статуса «Закрыт» в статус «Готовится»');
    const turkish = { ...partnerKey, key_id: '44444444-4444-4444-8444-444444444444', language: 'tr' as const };
    app.keys.set('turkish-key', turkish);
    const asTurkish = { token: app.tokenOf(turkish), json: { how: 'not_found' } };
    expect((await app.ask('POST', '/v1/fail', asTurkish)).body.message).toBe('Sipariş bulunamadı');
    expect((await app.ask('GET', '/v1/things/1')).body.message).toMatch(/^An access token is required/);
  });

  it('errors of our own are logged with their stack, without what a database quotes', async () => {
    app.logs.length = 0;
    await app.ask('POST', '/v1/fail', { token, json: { how: 'ours' } });
    await app.ask('POST', '/v1/fail', { token, json: { how: 'database' } });
    await app.ask('POST', '/v1/fail', { token, json: { how: 'not_found' } });
    // The caller's value, and our checks that let it by.
    await app.ask('POST', '/v1/fail', { token, json: { how: 'not_storable' } });
    const errors = app.logs.filter((line) => line.level === 50);
    expect(errors).toHaveLength(3);
    expect(errors[2]).toMatchObject({ error: { type: 'InvalidEvents' } });
    expect(errors[0]).toMatchObject({ route: '/v1/fail', error: { type: 'TypeError', message: /cannot read/ } });
    expect(JSON.stringify(errors[0])).toContain('fake-routes.ts');
    expect(errors[1]).toMatchObject({ error: { code: '22P02', stack: expect.stringContaining('fake-routes.ts') } });
    expect(JSON.stringify(app.logs)).not.toContain('+998901234567');
  });
});

describe('every answer', () => {
  it('every answer carries the request id of the caller, if well formed, else its own', async () => {
    const ids = async (header?: string) => {
      const headers: Record<string, string> = header === undefined ? {} : { 'x-request-id': header };
      const { headers: answered, body } = await app.ask('GET', '/v1/nothing', { headers });
      expect(body.request_id).toBe(answered.get('x-request-id'));
      return answered.get('x-request-id');
    };
    for (const good of ['order-17.retry_2', 'x'.repeat(128)]) expect(await ids(good)).toBe(good);
    for (const bad of [undefined, 'has space', 'x'.repeat(129), '<script>', '']) {
      expect(await ids(bad)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    }
    const document = await app.send('GET', '/openapi.json', { headers: { 'x-request-id': 'reader-1' } });
    expect(document.headers.get('x-request-id')).toBe('reader-1');
  });

  it('no answer may be cached on the way, errors and refusals included', async () => {
    app.keys.set('my-key', partnerKey);
    for (const [method, path, asked] of [
      ['GET', '/v1/things/1', { token }],
      ['GET', '/v1/things/x', { token }],
      ['GET', '/v1/things/1', {}],
      ['DELETE', '/v1/things/1', {}],
      ['GET', '/v1/nothing', {}],
      ['GET', '/v1/%zz', {}],
      ['POST', '/v1/fail', { token, json: { how: 'ours' } }],
      ['POST', '/v1/auth/token', { json: { api_key: 'my-key' } }],
      ['GET', '/health/ready', {}],
    ] as const) {
      const { status, headers } = await app.ask(method, path, asked);
      expect([path, status, headers.get('cache-control')]).toEqual([path, status, 'no-store']);
    }
  });

  it('every answer carries security headers and does not name its software', async () => {
    const { headers } = await app.send('GET', '/v1/things/1', { token });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('bytes made beforehand', () => {
  it('bytes made beforehand are served with their tag, and not again to clients that have them', async () => {
    const first = await app.send('GET', '/v1/menu', { token });
    expect(first.headers.get('etag')).toBe('"menu-1"');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await first.text()).toBe(MENU.toString());
    for (const held of ['"menu-1"', 'W/"menu-1"', '"other", "menu-1"', '*']) {
      const again = await app.send('GET', '/v1/menu', { token, headers: { 'if-none-match': held } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, '"menu-1"', '']);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
    }
    const other = await app.send('GET', '/v1/menu', { token, headers: { 'if-none-match': '"menu-2"' } });
    expect(other.status).toBe(200);
  });
});

describe('checked responses', () => {
  const echo = (status: number, answer: unknown, on = app) =>
    on.ask('POST', '/v1/echo', { token, json: { status, answer } });

  it('answers that fit their schema pass', async () => {
    app.mismatches.length = 0;
    expect((await echo(200, { id: 1, nested: { name: 'x' } })).status).toBe(200);
    expect(app.mismatches).toEqual([]);
  });

  it.each([
    [200, { id: 'x' }, 'id: '],
    [200, {}, 'id: '],
    [200, { id: 1, extra: 1 }, 'extra is not in the schema'],
    [200, { id: 1, nested: { name: 'x', secret: 1 } }, 'nested.secret is not in the schema'],
    [202, { id: 1 }, 'the route does not declare this status'],
  ])('an answer %i %j that does not fit its schema is a 500 and reported', async (status, answer, problem) => {
    app.mismatches.length = 0;
    expect(await echo(status, answer)).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(app.mismatches).toEqual([
      { method: 'post', path: '/v1/echo', status, problem: expect.stringContaining(problem) },
    ]);
  });

  it('an answer with an undocumented header is a 500 and reported', async () => {
    app.mismatches.length = 0;
    const json = { status: 200, answer: { id: 1 }, headers: { Vary: 'Accept', 'X-Secret': 'yes' } };
    expect((await app.ask('POST', '/v1/echo', { token, json })).status).toBe(500);
    expect(app.mismatches).toMatchObject([{ problem: 'the route does not declare the header X-Secret' }]);
  });

  it('answers are not checked unless the app is told to', async () => {
    const unchecked = await startFakeApp(fakeRoutes, { checkResponses: false });
    expect((await echo(200, { id: 'x' }, unchecked)).body).toEqual({ id: 'x' });
    await unchecked.close();
  });
});

describe('what the log says', () => {
  const SOON = { timeout: 5_000 };

  it('the log says once, without an address, that a proxy forwards requests and TRUST_PROXY is not set', async () => {
    const log: string[] = [];
    const watch = (trusted: number) =>
      createProxyWatch(trusted, { warn: (_: object, line: string) => void log.push(line) } as never);
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const [named, unnamed] = [watch(1), watch(0)];
    for (const each of [named, unnamed]) for (const one of [{}, headers, { forwarded: 'for=203.0.113.9' }]) each(one);
    expect(log).toEqual([expect.stringMatching(/^a proxy forwards requests, and TRUST_PROXY is not set/)]);
    expect(log[0]).not.toContain('203.0.113.9');
  });

  it('a caller who hangs up leaves no error line, whatever the cancelled work says', async () => {
    const begun = Promise.withResolvers<void>();
    const slow = defineRoute({
      method: 'get',
      operationId: 'aRoute',
      path: '/slow',
      audience: 'public',
      tags: ['t'],
      summary: 's',
      responses: { 200: z.object({}) },
      handler: async ({ signal }) => {
        begun.resolve();
        await once(signal, 'abort');
        throw Object.assign(new Error('canceling statement due to user request'), { code: '57014' });
      },
    });
    const app = await startFakeApp([slow]);
    const leaving = new AbortController();
    const gone = fetch(`${app.url}/v1/slow`, { signal: leaving.signal }).catch(() => 'gone');
    await begun.promise;
    leaving.abort();
    expect(await gone).toBe('gone');
    const ended = expect.objectContaining({ msg: 'ended: the caller has gone', level: 30 });
    await vi.waitFor(() => expect(app.logs).toContainEqual(ended), SOON);
    expect(app.logs.filter(({ level }) => Number(level) > 30)).toEqual([]);
    await app.close();
  });
});
