import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eraseEmbeddedPostgres } from '../../src/database/embedded.ts';
import { type AppProcess, createAppProcess } from '../support/app-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const WITHOUT_DEMO = { DEMO: 'off', PLATFORM_API_KEY: 'platform-key-of-the-tests' };

let dataDir: string;
let app: AppProcess;

beforeAll(async () => {
  dataDir = await tempFolder();
  app = await createAppProcess(dataDir, WITHOUT_DEMO);
});
afterAll(async () => {
  await app.kill();
  await eraseEmbeddedPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

const postgresRuns = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));

test('the app is the only one on its data folder, and stops cleanly, Postgres and all', {
  timeout: 60_000,
}, async () => {
  await app.start();
  expect(postgresRuns()).toBe(true);
  const second = await createAppProcess(dataDir, WITHOUT_DEMO);
  await expect(second.start()).rejects.toThrow(
    /^the app ended with 1:\nanother Tillstream is running on [^\n]+ to another folder\n$/,
  );
  expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);
  expect(await app.stop()).toBe(0);
  expect(postgresRuns()).toBe(false);
});

test('a start that fails half-way says why in one line, and leaves no Postgres behind', async () => {
  const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const late = await createAppProcess(dataDir, { ...WITHOUT_DEMO, PORT: `${port}` });
  await expect(late.start()).rejects.toThrow('the app ended with 1:\nthe address is in use: set PORT to a free one\n');
  expect(postgresRuns()).toBe(false);
});
