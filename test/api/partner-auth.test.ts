import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY } from '../support/clock.ts';
import { createClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let brand_id: string;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  brand_id = venue.brand_id;
});
afterAll(() => app.stop());

const exchange = (api_key: unknown) => app.anonymous.post('/v1/auth/token', { api_key });

/** One path of each audience's own. */
const PATHS = {
  partner: '/v1/points',
  venue: '/venue/v1/orders',
  auditor: '/audit/v1/events',
} as const;

test('a key of any audience is exchanged for a token of 30 days, good for its own section alone', async () => {
  const platform = await app.platform();
  for (const audience of ['partner', 'venue', 'auditor'] as const) {
    const { api_key } = await command(platform, 'IssueKey', { brand_id, audience, name: audience });
    const answer = await exchange(api_key);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_at: clock.at(30 * DAY).replace(/\.\d+Z$/, '.000Z'),
    });
    const client = createClient(app.url, answer.body.access_token);
    for (const [section, path] of Object.entries(PATHS)) {
      const expected = section === audience ? 200 : 403;
      expect({ audience, section, status: (await client.get(path)).status }).toEqual({
        audience,
        section,
        status: expected,
      });
    }
    expect((await client.post('/venue/v1/commands/CreateBrand', {})).status).toBe(403);
  }
  for (const path of Object.values(PATHS)) expect((await platform.get(path)).status).toBe(403);
});

test('403 comes before any look-up or read', async () => {
  const { partner, till, auditor } = venue;
  const nowhere = '00000000-0000-4000-8000-000000000000';
  const answers = [
    await till.get(`/v1/points/${nowhere}/is-alive`),
    await till.get('/v1/menus/not-a-number'),
    await auditor.post('/v1/orders', { nonsense: true }),
    await partner.get('/venue/v1/orders/999999999'),
    await partner.post('/venue/v1/commands', {}),
    await till.get('/audit/v1/orders/999999999/history'),
    await till.post('/venue/v1/commands/CreateBrand', {}),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'audience_forbidden', message: expect.any(String) } });
  }
});

test('an unknown, revoked or expired api_key is a 401', async () => {
  const { till } = venue;
  const revoked = await command(till, 'IssueKey', { audience: 'partner', name: 'revoked' });
  const expired = await command(till, 'IssueKey', { audience: 'partner', name: 'expired', expires_at: clock.at(-1) });
  const client = await app.client(revoked.api_key);
  expect((await client.get('/v1/points')).status).toBe(200);
  await command(till, 'RevokeKey', { key_id: revoked.key_id });

  for (const key of [revoked.api_key, expired.api_key, `${revoked.api_key}x`, 'unknown', ' ']) {
    const answer = await exchange(key);
    if (key.trim() === '') expect(answer.status).toBe(400);
    else expect(answer).toMatchObject({ status: 401, body: { message: expect.any(String) } });
  }
  const after = await client.get('/v1/points');
  expect(after).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
});

test('a request without a token, or with one that is not ours, is a 401', async () => {
  const token = venue.partner.token!;
  const [header, claims, signature] = token.split('.') as [string, string, string];
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`;
  const foreign = encode({
    ...JSON.parse(Buffer.from(claims, 'base64url').toString()),
    aud: 'platform',
    sub: 'platform',
  });
  const wrong = [
    undefined,
    '',
    token,
    `Basic ${token}`,
    'Bearer',
    'Bearer ',
    `Bearer ${token} ${token}`,
    `Bearer ${token.slice(0, -2)}`,
    `Bearer ${unsigned}`,
    `Bearer ${header}.${foreign}.${signature}`,
    `Bearer ${'x'.repeat(5_000)}`,
  ];
  for (const authorization of wrong) {
    const answer = await app.anonymous.get('/v1/points', authorization === undefined ? {} : { authorization });
    expect({ authorization, status: answer.status }).toEqual({ authorization, status: 401 });
    expect(answer.body.message).toEqual(expect.any(String));
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
  expect((await app.anonymous.get('/v1/points', { authorization: `bearer ${token}` })).status).toBe(200);
});

test('a token ends after 30 days, and with its key', async () => {
  const { till } = venue;
  const short = await command(till, 'IssueKey', { audience: 'partner', name: 'short', expires_at: clock.at(10 * DAY) });
  const long = await command(till, 'IssueKey', { audience: 'partner', name: 'long' });
  const [byShort, byLong] = [await app.client(short.api_key), await app.client(long.api_key)];
  expect((await exchange(short.api_key)).body.expires_at <= clock.at(10 * DAY)).toBe(true);

  clock.move(10 * DAY);
  expect((await byShort.get('/v1/points')).status).toBe(401);
  expect((await exchange(short.api_key)).status).toBe(401);
  expect((await byLong.get('/v1/points')).status).toBe(200);
  clock.move(20 * DAY);
  expect((await byLong.get('/v1/points')).status).toBe(401);
  expect((await (await app.client(long.api_key)).get('/v1/points')).status).toBe(200);
});
