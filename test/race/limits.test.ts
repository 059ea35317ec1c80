// A database of its own: two apps that limit requests share it.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { createClient, type HttpAnswer } from '../support/http-client.ts';

/** Two of the whole system over one database, with the usual limits. */
const limits = { perKey: 1_200, token: 60, reports: 60, send_code: 20 };

let database: TestDatabase;
let apps: TestApp[];
let apiKey: string;

beforeAll(async () => {
  database = await createAppDatabase();
  apps = [await startTestApp({ database, limits }), await startTestApp({ database, limits })];
  const platform = await apps[0]!.platform();
  const brand = { name: 'Oshxona', currency: 'UZS', country_code: 'UZ', language: 'tr' };
  const { brand_id } = await command(platform, 'CreateBrand', brand);
  const terms = { brand_id, audience: 'partner', name: 'app', requests_per_minute: 50 };
  apiKey = (await command(platform, 'IssueKey', terms)).api_key;
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  await database.drop();
});

const statusesOf = (answers: readonly HttpAnswer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test('a key gets exactly its limit over two processes, and each refusal says when to come again, in its language', async () => {
  const { token } = await apps[1]!.client(apiKey);
  const clients = apps.map((app) => createClient(app.url, token));
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => clients[i % 2]!.get('/v1/points')));
  expect(statusesOf(answers)).toEqual({ 200: 50, 429: 150 });
  for (const { headers, body } of answers.filter(({ status }) => status === 429)) {
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(body).toMatchObject({ code: 'rate_limited', retry_after: wait });
    expect(body.message).toContain(`${wait} saniye`);
    expect(headers.get('ratelimit-remaining')).toBe('0');
  }
});

test('one address gets sixty tokens a minute over two processes', async () => {
  const asked = Array.from({ length: 200 }, (_, i) => {
    const api_key = i % 2 === 0 ? apiKey : 'no-such-key-in-this-world';
    return apps[(i >> 1) % 2]!.anonymous.post('/v1/auth/token', { api_key });
  });
  const counts = statusesOf(await Promise.all(asked));
  // Two were asked for before: by the platform, and by the key.
  expect((counts[200] ?? 0) + (counts[401] ?? 0)).toBe(58);
  expect(counts[429]).toBe(142);
});
