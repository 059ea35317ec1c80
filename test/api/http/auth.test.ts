import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashApiKey, mintApiKey } from '../../../src/api/http/api-keys.ts';
import { messageOf } from '../../../src/api/http/messages/messages.ts';
import { type FakeApp, partnerKey, SECRET, startFakeApp } from './fake-app.ts';
import { fakeRoutes } from './fake-routes.ts';

let app: FakeApp;
beforeEach(async () => {
  app = await startFakeApp(fakeRoutes, { bodyLimit: 1_000 });
});
afterEach(() => app.close());

const DAY_MS = 24 * 3_600_000;
const exchange = (api_key: unknown) => app.ask('POST', '/v1/auth/token', { json: { api_key } });
const statusWith = async (token: string) => (await app.ask('GET', '/v1/things/1', { token })).status;

describe('POST /auth/token', () => {
  it('POST /auth/token gives a token for 30 days that works', async () => {
    const { status, body } = await exchange('partner-key');
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_at: new Date(app.time.now + 30 * DAY_MS).toISOString(),
    });
    expect(jwt.decode(String(body.access_token))).toEqual({
      sub: partnerKey.key_id,
      aud: 'partner',
      brand: partnerKey.brand_id,
      iat: app.time.now / 1000,
      exp: app.time.now / 1000 + 30 * 24 * 3600,
    });
    expect(await statusWith(String(body.access_token))).toBe(200);
  });

  it('POST /auth/token gives no token that outlives its key', async () => {
    const expires_at = new Date(app.time.now + DAY_MS).toISOString();
    app.keys.set('short-key', { ...partnerKey, expires_at });
    expect((await exchange('short-key')).body.expires_at).toBe(expires_at);
  });

  it('POST /auth/token is 401 for an unknown, revoked or expired key', async () => {
    app.keys.set('revoked-key', { ...partnerKey, revoked: true });
    app.keys.set('expired-key', { ...partnerKey, expires_at: new Date(app.time.now).toISOString() });
    for (const key of ['unknown-key', 'revoked-key', 'expired-key', hashApiKey('partner-key')]) {
      const { status, body } = await exchange(key);
      expect([key, status, body.code, typeof body.message]).toEqual([key, 401, 'invalid_api_key', 'string']);
    }
  });

  it('POST /auth/token is 400 for anything that is no key', async () => {
    for (const key of [undefined, null, 17, '', ' ', {}, ['partner-key'], 'x'.repeat(513), 'a\0b']) {
      const { status, body } = await exchange(key);
      expect([key, status, body.message]).toEqual([key, 400, expect.stringContaining('api_key')]);
    }
  });
});

describe('a request', () => {
  const claims = () => ({ sub: partnerKey.key_id, aud: 'partner', iat: app.time.now / 1000 });
  const exp = () => app.time.now / 1000 + 3600;

  it('a request without a token is 401 with a challenge', async () => {
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Basic dXNlcjpwYXNz',
      'partner-key',
      'Bearer a b',
    ]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const got = await app.ask('GET', '/v1/things/1', { headers });
      expect([authorization, got.status, got.body.code]).toEqual([authorization, 401, 'no_token']);
      expect(got.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('a request with a token that is not ours is 401', async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...claims(), exp: exp() })}`;
    const good = app.tokenOf();
    const tokens = {
      malformed: 'x',
      dots: '..',
      notJson: 'eyJ.eyJ.eyJ',
      huge: 'x'.repeat(5_000),
      unsigned: `${unsigned}.`,
      wrongAlgorithm: jwt.sign({ ...claims(), exp: exp() }, SECRET, { algorithm: 'HS512' }),
      wrongSecret: jwt.sign({ ...claims(), exp: exp() }, `${SECRET}!`),
      endless: jwt.sign(claims(), SECRET),
      nobodys: jwt.sign({ aud: 'partner', exp: exp() }, SECRET),
      numericSubject: `${encode({ alg: 'HS256' })}.${encode({ ...claims(), sub: 17, exp: exp() })}`,
      text: jwt.sign('text', SECRET),
      tampered: good.replace(/\.[^.]+\./, `.${encode({ ...claims(), sub: 'other', exp: exp() })}.`),
      cut: good.slice(0, -1),
      unknownKey: jwt.sign({ ...claims(), sub: 'nobody', exp: exp() }, SECRET),
    };
    tokens.numericSubject += `.${createHmac('sha256', SECRET).update(tokens.numericSubject).digest('base64url')}`;
    for (const [what, token] of Object.entries(tokens)) {
      const { status, body } = await app.ask('GET', '/v1/things/1', { token });
      expect([what, status, body.code]).toEqual([what, 401, 'invalid_token']);
    }
  });

  it('a request with a token that worked is 401 once it has expired', async () => {
    const token = app.tokenOf();
    app.time.now += 30 * DAY_MS - 1_000;
    expect(await statusWith(token)).toBe(200);
    app.time.now += 1_000;
    expect(await statusWith(token)).toBe(401);
    // Also where this process never saw it before.
    const late = app.tokenOf();
    app.time.now += 31 * DAY_MS;
    expect(await statusWith(late)).toBe(401);
  });

  it('a request is 401 at once when its key is revoked, expires or is gone', async () => {
    const token = app.tokenOf();
    expect(await statusWith(token)).toBe(200);
    app.keys.set('partner-key', { ...partnerKey, revoked: true });
    expect(await statusWith(token)).toBe(401);
    app.keys.set('partner-key', { ...partnerKey, expires_at: new Date(app.time.now + 1_000).toISOString() });
    expect(await statusWith(token)).toBe(200);
    app.time.now += 1_000;
    expect(await statusWith(token)).toBe(401);
    app.keys.delete('partner-key');
    expect(await statusWith(token)).toBe(401);
  });

  it('a request may write the scheme of its token in any letter case', async () => {
    const headers = { authorization: `bearer  ${app.tokenOf()}` };
    expect((await app.ask('GET', '/v1/things/1', { headers })).status).toBe(200);
  });

  it('a request is 403 for another audience, and for a key without the permission', async () => {
    const venueKey = { ...partnerKey, key_id: 'venue', audience: 'venue' as const, language: 'tr' as const };
    app.keys.set('venue-key', venueKey);
    const token = app.tokenOf(venueKey);
    expect(await app.ask('GET', '/v1/things/1', { token })).toMatchObject({
      status: 403,
      body: { code: 'audience_forbidden', message: messageOf('tr', 'audience_forbidden') },
    });
    // No permission would help: it is not told to ask for one.
    expect((await app.ask('GET', '/v1/report', { token })).body.code).toBe('audience_forbidden');
    expect(await app.ask('POST', '/v1/things/calculate', { token, json: {} })).toMatchObject({ status: 200 });

    const partner = app.tokenOf();
    expect(await app.ask('GET', '/v1/report', { token: partner })).toMatchObject({
      status: 403,
      body: { code: 'no_access_to_reports', message: messageOf('ru', 'no_access_to_reports') },
    });
    app.keys.set('partner-key', { ...partnerKey, permissions: ['reports'] });
    expect(await app.ask('GET', '/v1/report', { token: partner })).toMatchObject({ status: 200 });
  });

  it('a request that is wrong in every way is refused for its token first, then for its rate, its rights, its body', async () => {
    const bad = { raw: '{"a":', headers: { 'content-type': 'application/json' } };
    const huge = { raw: 'x'.repeat(5_000), headers: { 'content-type': 'application/json' } };
    expect((await app.ask('POST', '/v1/things', bad)).status).toBe(401);
    expect((await app.ask('POST', '/v1/things', { ...huge, token: 'x' })).status).toBe(401);

    const auditor = { ...partnerKey, key_id: 'auditor', audience: 'auditor' as const, requests_per_minute: 1 };
    app.keys.set('auditor-key', auditor);
    expect((await app.ask('POST', '/v1/things', { ...bad, token: app.tokenOf(auditor) })).status).toBe(403);
    expect((await app.ask('POST', '/v1/things', { ...huge, token: app.tokenOf(auditor) })).status).toBe(429);
    const slow = { ...partnerKey, key_id: 'slow', requests_per_minute: 1 };
    app.keys.set('slow-key', slow);
    const token = app.tokenOf(slow);
    expect((await app.ask('POST', '/v1/things', { ...huge, token })).status).toBe(413);
    expect((await app.ask('POST', '/v1/things', { ...huge, token })).status).toBe(429);
  });
});

describe('api keys', () => {
  it('api keys are long, random and stored as a hash', () => {
    const [a, b] = [mintApiKey(), mintApiKey()];
    expect(a).toMatch(/^ts_[\w-]{43}$/);
    expect(a).not.toBe(b);
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
