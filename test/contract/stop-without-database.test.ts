// A database of its own: its whole server is frozen.

import { expect, onTestFinished, test } from 'vitest';
import { createAppProcess } from '../support/app-process.ts';
import { createDatabase, startTestCluster } from '../support/cluster.ts';
import { PERSONAL_DATA_KEY } from '../support/events.ts';
import { createClient } from '../support/http-client.ts';
import { processesOf, signalAll } from '../support/server-processes.ts';

/** The bound of src/main.ts, and some time for a busy machine. */
const ENDS_WITHIN_MS = 20_000 + 8_000;

test('SIGTERM ends the process in bounded time while Postgres is frozen', { timeout: 120_000 }, async () => {
  const cluster = await startTestCluster();
  onTestFinished(cluster.stop);
  const { url, pool } = await createDatabase(cluster.adminUrl, 'installed');
  onTestFinished(() => pool.end());
  const required = {
    JWT_SECRET: 'a secret of the tests, long enough to sign',
    PERSONAL_DATA_KEY,
    PLATFORM_API_KEY: 'platform-key-of-the-test',
  };
  const app = await createAppProcess('', { ...required, DATABASE_URL: url });
  onTestFinished(app.kill);
  await app.start();
  const pids = await processesOf(cluster.adminUrl);
  // Before the server is stopped.
  onTestFinished(() => signalAll(pids, 'SIGCONT'));
  signalAll(pids, 'SIGSTOP');
  // Requests that wait for the database when the signal comes.
  const asked = Array.from({ length: 5 }, () =>
    createClient(app.url)
      .post('/v1/auth/token', { api_key: 'no such key' })
      .catch(() => {}),
  );
  const began = performance.now();
  expect(await app.terminate()).toBe(1);
  expect(performance.now() - began).toBeLessThan(ENDS_WITHIN_MS);
  await Promise.all(asked);
});
