// A database of its own: apps fail to start on it.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { explainFailure } from '../../src/start/explain-failure.ts';
import { openDatabase } from '../../src/start/open-database.ts';
import { createRetry } from '../../src/start/retry.ts';
import { openTillstream } from '../../src/tillstream.ts';
import { createAppProcess } from '../support/app-process.ts';
import { createAppDatabase, createTestDatabase } from '../support/database.ts';
import { PERSONAL_DATA_KEY } from '../support/events.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { freePort } from '../support/throwaway-event-store.ts';

const SETTINGS = {
  JWT_SECRET: 's'.repeat(32),
  PERSONAL_DATA_KEY,
  PLATFORM_API_KEY: 'platform-key-of-the-tests',
  AUDIT_SIGNING_KEY: Buffer.alloc(32, 'a').toString('base64'),
  STARTUP_TIMEOUT: '0s',
};

const startWith = async (env: Record<string, string>, dataDir = '/nowhere') => {
  const app = await createAppProcess(dataDir, { ...SETTINGS, ...env });
  onTestFinished(() => app.kill());
  return app;
};

/** What a start prints that fails: one line. */
const lineOf = async (env: Record<string, string>, dataDir?: string): Promise<string> => {
  const app = await startWith(env, dataDir);
  const failure = await app.start().then(
    () => 'it started',
    (error: Error) => error.message,
  );
  const [, line] = /^the app ended with 1:\n([^\n]+)\n$/.exec(failure) ?? [];
  expect(line, failure).toBeDefined();
  return line!;
};

const withParts = (url: string, parts: Partial<URL>): string => Object.assign(new URL(url), parts).href;

/** A server that speaks the beginning of Postgres' protocol: whoever connects is told that it is starting up. */
const startingServer = async () => {
  const sockets = new Set<Socket>();
  let asked = 0;
  const fields = `SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0`;
  const refusal = Buffer.alloc(5 + fields.length);
  refusal.write('E');
  refusal.writeInt32BE(4 + fields.length, 1);
  refusal.write(fields, 5);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      asked += 1;
      socket.end(refusal);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { port, stop, asked: () => asked };
};

/** What a start says that fails, in this process: main.ts prints it. */
const failureOf = async (env: Record<string, string>): Promise<string> => {
  try {
    const config = loadConfig({ ...SETTINGS, ...env });
    const log = pino({ level: 'silent' });
    const retry = createRetry({ withinMs: config.startupTimeoutMs, log });
    const { url: databaseUrl, ...secrets } = await openDatabase(config, log, retry);
    const { eventStoreUrl, platformApiKey } = config;
    const parts = { runProjections: false, runProcesses: false, platformApiKey, log };
    const opened = await retry(() => openTillstream({ databaseUrl, eventStoreUrl, ...secrets, ...parts }));
    await opened.close();
    return 'it started';
  } catch (error) {
    return explainFailure(error);
  }
};

test('a start that fails says why in one line, whatever the reason', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const starting = await startingServer();
  onTestFinished(starting.stop);
  const closed = await freePort();
  const cases: readonly [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: withParts(url, { password: 'wrong-one' }) }, /^DATABASE_URL .+ authentication failed for user/],
    [{ DATABASE_URL: withParts(url, { hostname: 'no-such-host.invalid' }) }, /^DATABASE_URL .+ no-such-host\.invalid/],
    [{ DATABASE_URL: withParts(url, { port: `${closed}` }) }, /^DATABASE_URL .+ECONNREFUSED/],
    [{ DATABASE_URL: withParts(url, { pathname: '/no_such' }) }, /^DATABASE_URL .+database "no_such" does not exist/],
    [{ DATABASE_URL: withParts(url, { port: `${starting.port}` }) }, /^DATABASE_URL .+ is starting up/],
    [
      { DATABASE_URL: url, EVENT_STORE_URL: `esdb://127.0.0.1:${closed}?tls=false` },
      /^EVENT_STORE_URL can not be used: no server/,
    ],
    [{ DATABASE_URL: url, EVENT_STORE_URL: 'esdb://127.0.0.1:x' }, /^EVENT_STORE_URL can not be used: not a valid/],
    [{ DATABASE_URL: url, PERSONAL_DATA_KEY: 'no key' }, /^PERSONAL_DATA_KEY must/],
    [{ DATABASE_URL: url, AUDIT_SIGNING_KEY: 'no key' }, /^AUDIT_SIGNING_KEY must/],
  ];
  for (const [env, line] of cases) {
    const told = await failureOf(env);
    expect(told).toMatch(line);
    expect(told).not.toMatch(/wrong-one|\n/);
  }
  expect(await failureOf({ DATABASE_URL: url })).toBe('it started');
  // Another key than the one that the database was used with.
  const other = Buffer.alloc(32, 'b').toString('base64');
  expect(await failureOf({ DATABASE_URL: url, PERSONAL_DATA_KEY: other })).toMatch(/^PERSONAL_DATA_KEY does not open/);
});

test('a data folder that can not be used is one line', async () => {
  const folder = await tempFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // For root no folder is closed: this one is a file in the way.
  await mkdir(join(folder, 'data', 'jwt-secret'), { recursive: true });
  await chmod(folder, 0o755);
  const line = await lineOf({ DEMO: 'off', DATABASE_URL: '', JWT_SECRET: '' }, join(folder, 'data'));
  expect(line).toMatch(/jwt-secret/);
  expect(existsSync(join(folder, 'data', 'postgres', 'postmaster.pid'))).toBe(false);
  await writeFile(join(folder, 'file'), '');
  expect(await lineOf({ DEMO: 'off', DATABASE_URL: '' }, join(folder, 'file'))).toMatch(/^DATA_DIR .+ is no folder$/);
});

test('a start waits for a Postgres that is starting up, and works when it is there', async () => {
  const { url, drop } = await createAppDatabase();
  onTestFinished(drop);
  const starting = await startingServer();
  const app = await startWith({ DATABASE_URL: withParts(url, { port: `${starting.port}` }), STARTUP_TIMEOUT: '50s' });
  const started = app.start();
  await expect.poll(starting.asked, { timeout: 30_000 }).toBeGreaterThan(1);
  await expect.poll(() => app.output()).toMatch(/"msg":"the start waits: [^"]+ is starting up"/);
  await starting.stop();
  // The real one takes its place.
  const there = await forward(starting.port, Number(new URL(url).port));
  onTestFinished(there);
  await started;
  expect(await app.terminate()).toBe(0);
});

test('a start that waits ends when its time is over, and at once when it is told to stop', async () => {
  const DATABASE_URL = `postgres://app:hunter2@127.0.0.1:${await freePort()}/db`;
  const failure = await (await startWith({ DATABASE_URL, STARTUP_TIMEOUT: '2s' })).start().catch(String);
  expect(failure).toMatch(/the start waits: DATABASE_URL can not be used/);
  expect(failure).toMatch(
    /\nDATABASE_URL can not be used: .+ECONNREFUSED.+ \(STARTUP_TIMEOUT: the start waited for 2 s\)\n$/,
  );
  expect(failure).not.toMatch(/hunter2|\n\s+at /);

  const app = await startWith({ DATABASE_URL, STARTUP_TIMEOUT: '1h' });
  const started = app.start().catch(String);
  await expect.poll(() => app.output(), { timeout: 30_000 }).toContain('the start waits');
  expect(await app.terminate()).toBe(0);
  expect(await started).toMatch(/the app ended with 0/);
});

/** Hands everything on to another port. */
const forward = async (from: number, to: number): Promise<() => void> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(to, '127.0.0.1');
    for (const each of [socket, other]) {
      sockets.add(each);
      each.on('error', () => {});
    }
    socket.pipe(other).pipe(socket);
  }).listen(from, '127.0.0.1');
  await once(server, 'listening');
  return () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
};
