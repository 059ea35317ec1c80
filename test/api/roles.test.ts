import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig, type Role } from '../../src/config.ts';
import { serve } from '../../src/serve.ts';
import { startTestApp } from '../support/app.ts';

test('a process without the API answers whoever asks for its health, and nobody else', async () => {
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
