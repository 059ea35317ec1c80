// A database of its own: apps with other keys of the platform are started on it.

import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { createClient } from '../support/http-client.ts';

/** The same installation, before and after its platform key was changed. */
let database: TestDatabase;
let before: TestApp;
let after: TestApp;

beforeAll(async () => {
  database = await createAppDatabase();
  before = await startTestApp({ database, platformApiKey: 'demo-platform-key' });
  after = await startTestApp({ database, platformApiKey: 'another-platform-key' });
});
afterAll(async () => {
  await Promise.all([before.stop(), after.stop()]);
  await database.drop();
});

const createBrand = async (app: TestApp, token: string | undefined): Promise<string> => {
  const body = { command_id: randomUUID(), name: 'Oshxona', currency: 'UZS', country_code: 'UZ', language: 'en' };
  const answer = await createClient(app.url, token).post('/venue/v1/commands/CreateBrand', body);
  return `${answer.status} ${answer.body.code ?? ''}`.trim();
};

test('a token of the platform is good with the key it was bought with alone', async () => {
  const [old, current] = [(await before.platform()).token, (await after.platform()).token];
  expect(await createBrand(before, old)).toBe('200');
  expect(await createBrand(after, current)).toBe('200');
  expect(await createBrand(after, old)).toBe('401 invalid_token');
  expect(await createBrand(before, current)).toBe('401 invalid_token');
});

test('a token of the platform that names no key is refused', async () => {
  const { token } = await after.platform();
  const { binding, ...claims } = jwt.decode(token!) as jwt.JwtPayload;
  expect(binding).toMatch(/^[0-9a-f]{16}$/);
  const sign = (content: object) => jwt.sign(content, 'secret-of-the-tests-that-is-long-enough');
  expect(await createBrand(after, sign({ ...claims, binding }))).toBe('200');
  expect(await createBrand(after, sign(claims))).toBe('401 invalid_token');
});
