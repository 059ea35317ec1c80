import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eraseEmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres.ts';
import { type AppProcess, createAppProcess } from '../support/app-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const WITHOUT_DEMO = { DEMO: 'off', PLATFORM_API_KEY: 'platform-key-of-the-tests' };

let dataDir: string;
let app: AppProcess;

beforeAll(async () => {
  dataDir = await tempFolder();
  app = await createAppProcess(dataDir, WITHOUT_DEMO, { shipped: true });
});
afterAll(async () => {
  await app.kill();
  await eraseEmbeddedPostgres(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

/** A pipe that is full and that the test never reads. */
const fullPipe = (): number => {
  const path = join(dataDir, '..', `${basename(dataDir)}-pipe`);
  execFileSync('mkfifo', [path]);
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(async () => {
    closeSync(pipe);
    await rm(path);
  });
  for (let size = 65_536; size >= 1; size = size / 2) {
    try {
      while (true) writeSync(pipe, Buffer.alloc(size, 'x'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
  return pipe;
};

const postgresRuns = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));

test('the app locks its data folder, and stops cleanly together with Postgres', async () => {
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

test('the app stops, with Postgres, while its output is not read', async () => {
  const unread = await createAppProcess(dataDir, { ...WITHOUT_DEMO, LOG_LEVEL: 'trace' }, { stdout: fullPipe() });
  onTestFinished(() => unread.kill());
  await unread.start();
  expect(await unread.stop()).toBe(0);
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
