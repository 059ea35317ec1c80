// A database of its own: each of its apps has another role, and the first has no read models yet.

import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import type { Role } from '../../src/config/variables.ts';
import { serve } from '../../src/serve.ts';
import { openTillstream } from '../../src/tillstream.ts';
import { startTestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { PERSONAL_DATA_KEY } from '../support/events.ts';

test('a process without the API answers requests for its health, and no others', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.stop());
  const statusesOf = async (...roles: Role[]) => {
    const config = { ...loadConfig({ PORT: '0' }), roles: new Set(roles) };
    const server = await serve(app.tillstream, { config, log: pino({ level: 'silent' }) });
    const paths = ['/health/live', '/metrics', '/v1/points', '/venue/v1/orders', '/audit/v1/events'];
    const answers = paths.map(async (path) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status);
    return await Promise.all(answers).finally(() => server.close());
  };
  expect(await statusesOf('projections', 'processes')).toEqual([200, 200, 404, 404, 404]);
  expect(await statusesOf('api')).toEqual([200, 200, 401, 401, 401]);
});

test('an API that comes before any process with the read models says so, and asks to be tried again', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const log = pino({ level: 'silent' });
  const tillstream = await openTillstream({
    databaseUrl: database.url,
    jwtSecret: 'a secret for tests, long enough',
    platformApiKey: 'platform-key',
    log,
    eventStoreUrl: database.eventStoreUrl,
    personalDataKey: PERSONAL_DATA_KEY,
    runProjections: false,
    runProcesses: false,
  });
  onTestFinished(() => tillstream.close());
  const server = await serve(tillstream, { config: { ...loadConfig({ PORT: '0' }), roles: new Set(['api']) }, log });
  onTestFinished(() => server.close());
  const url = `http://127.0.0.1:${server.port}`;
  expect((await fetch(`${url}/health/ready`)).status).toBe(503);
  const body = JSON.stringify({ api_key: 'nobody has this key' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v1/auth/token`, { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
});
