import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { assertDurable, createPool } from '../../../src/database/connection.ts';
import {
  type EmbeddedPostgres,
  eraseEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/database/embedded-postgres/embedded-postgres.ts';
import { ANALYST_URL, keepSecret } from '../../../src/database/embedded-postgres/secret.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A temporary folder is closed to everyone else: as root, Postgres has to get through that too. */
let parent: string;
let dataDir: string;
const started: EmbeddedPostgres[] = [];

beforeAll(async () => {
  parent = await tempFolder();
  dataDir = join(parent, 'a data folder');
});
afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop();
});
afterAll(async () => {
  await eraseEmbeddedPostgres(dataDir);
  await rm(parent, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, ...options });
  started.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const inCluster = (name: string) => join(dataDir, 'postgres', name);
const postmasterPid = () => Number(readFileSync(inCluster('postmaster.pid'), 'utf8').split('\n')[0]);

/** Starts the cluster from another process, which is then killed with no chance to clean up. */
async function startAndKillApp(): Promise<string> {
  const app = spawn(process.execPath, [fileURLToPath(new URL('./hold-postgres.ts', import.meta.url)), dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = await once(app.stdout, 'data');
  const exited = once(app, 'exit');
  app.kill('SIGKILL');
  await exited;
  return String(url).trim();
}

test('the embedded Postgres makes its cluster once, keeps data, address and password, and stops', async () => {
  const first = await start();
  await query(first.url, `create table kept as select 'plov' as dish`);
  expect(
    await query(first.url, `select lower('ЁЛКА') as l, current_setting('fsync') f, current_setting('TimeZone') tz`),
  ).toEqual([{ l: 'ёлка', f: 'on', tz: 'UTC' }]);
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED');

  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select dish from kept')).toEqual([{ dish: 'plov' }]);
  // It had been told to stop in good order.
  expect(readFileSync(inCluster('server.log'), 'utf8')).not.toContain('not properly shut down');
  const addressFile = join(dataDir, 'database-url');
  expect(readFileSync(addressFile, 'utf8').trim()).toBe(second.url);
  expect(statSync(addressFile).mode & 0o777).toBe(0o600);
  await expect(query(second.url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow('password');
});

test('the embedded Postgres does not get the signals that a terminal sends us', async () => {
  await start();
  const group = (pid: number) => execFileSync('ps', ['-o', 'pgid=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
  expect(group(postmasterPid())).not.toBe(group(process.pid));
});

test.runIf(process.platform === 'linux')(
  'the embedded Postgres does not get our environment, where secrets may be',
  async () => {
    vi.stubEnv('JWT_SECRET', 'sesame');
    onTestFinished(() => void vi.unstubAllEnvs());
    await start();
    expect(readFileSync(`/proc/${postmasterPid()}/environ`, 'utf8')).not.toContain('sesame');
  },
);

test('texts of statements stay out of the log of the embedded Postgres', async () => {
  const { url } = await start();
  await query(url, 'create table if not exists guest (phone text unique)');
  await query(url, `insert into guest values ('+998901234567') on conflict do nothing`);
  await expect(query(url, `insert into guest values ('+998901234567')`)).rejects.toThrow('duplicate');
  await expect(query(url, `select '+998901234567'::uuid`)).rejects.toThrow('invalid input');
  expect(readFileSync(inCluster('server.log'), 'utf8')).not.toContain('998901234567');
});

test('a server log that has grown large is begun anew', async () => {
  await (await start()).stop();
  await writeFile(inCluster('server.log'), 'said before\n'.repeat(100_000));
  await start();
  const said = readFileSync(inCluster('server.log'), 'utf8');
  expect(said).not.toContain('said before');
  expect(said).toContain('ready to accept connections');
});

describe('one owner', () => {
  const refusal = /^another Tillstream is running on .*a data folder/;

  test('a second start on an owned data folder is refused, and so is erasing it', async () => {
    await start();
    await expect(start()).rejects.toThrow(refusal);
    await expect(eraseEmbeddedPostgres(dataDir)).rejects.toThrow(refusal);
  });

  test('a data folder is free after a stop or a failed start', async () => {
    await expect(start({ settings: { max_connections: 'many' } })).rejects.toThrow('max_connections');
    // Why it did not start this time, and not what hindered it before.
    await expect(start({ settings: { shared_buffers: 'much' } })).rejects.toThrow(
      /not start: (?!.*max_).*shared_buffers/,
    );
    await start();
  });
});

describe('after a SIGKILL', () => {
  test('after a SIGKILL of the app its server is taken over at once, data and all', async () => {
    const url = await startAndKillApp();
    const orphan = postmasterPid();
    await query(url, 'create table if not exists left_behind ()');
    const postgres = await start();
    expect(postmasterPid()).toBe(orphan);
    expect(postgres.url).toBe(url);
    await postgres.stop();
    expect(existsSync(inCluster('postmaster.pid'))).toBe(false);
  });

  test('after a SIGKILL of app and server the next start recovers what was committed', async () => {
    const url = await startAndKillApp();
    await query(url, 'create table if not exists committed as select 42 as n');
    process.kill(postmasterPid(), 'SIGKILL');
    const postgres = await start();
    expect(await query(postgres.url, 'select n from committed')).toEqual([{ n: 42 }]);
  });

  test('after a SIGKILL the next start waits for a backend that lingers on', async () => {
    const url = await startAndKillApp();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    const backend = (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
    process.kill(backend, 'SIGSTOP');
    process.kill(postmasterPid(), 'SIGKILL');
    let up = false;
    const starting = start().then(() => {
      up = true;
    });
    await vi.waitFor(() => expect(readFileSync(inCluster('server.log'), 'utf8')).toContain('still in use'), 10_000);
    expect(up).toBe(false);
    process.kill(backend, 'SIGKILL');
    await starting;
    expect(up).toBe(true);
  });

  test('after a SIGKILL a start with a lost address or a wrong password says so at once, and makes nothing anew', async () => {
    const url = await startAndKillApp();
    await query(url, 'create table if not exists still_there as select 1 as n');
    const file = join(dataDir, 'database-url');
    await writeFile(file, url.replace(/:[^:@]+@/, ':guess@'));
    await expect(start()).rejects.toThrow(/^\S.* does not accept the password in database-url beside it/);
    await rm(file);
    await expect(start()).rejects.toThrow(/database-url .* is missing or unreadable: restore it/);
    await writeFile(file, url, { mode: 0o600 });
    expect(await query((await start()).url, 'select n from still_there')).toEqual([{ n: 1 }]);
  });

  test('after a SIGKILL and a reboot another program may have the number in postmaster.pid', async () => {
    await (await start()).stop();
    const { uid, gid } = statSync(inCluster('.'));
    const other = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
    onTestFinished(() => void other.kill('SIGKILL'));
    await once(other, 'spawn');
    await writeFile(inCluster('postmaster.pid'), `${other.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n`);
    await start();
    expect(postmasterPid()).not.toBe(other.pid);
    expect(other.exitCode).toBeNull();
  });
});

describe('port', () => {
  const occupy = async (port: number) => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  test('the embedded Postgres takes another port, and remembers it, when the last one is in use', async () => {
    const first = await start();
    await first.stop();
    const other = await occupy(Number(new URL(first.url).port));
    const second = await start();
    expect(second.url).not.toBe(first.url);
    await second.stop();
    other.close();
    expect((await start()).url).toBe(second.url);
  });

  test('a port that is asked for is used or refused', async () => {
    const other = await occupy(0);
    const { port } = other.address() as { port: number };
    await expect(start({ port })).rejects.toThrow(/could not bind.*Address already in use/);
    await new Promise((resolve) => other.close(resolve));
    expect(new URL((await start({ port })).url).port).toBe(`${port}`);
  });
});

test('a server that does not sync is refused by assertDurable', async () => {
  const { url } = await start({ settings: { fsync: 'off' } });
  const pool = createPool(url);
  await expect(assertDurable(pool)).rejects.toThrow('fsync off');
  await pool.end();
});

test('a cluster whose making was broken off is made anew', async () => {
  const other = join(parent, 'broken off');
  const app = spawn(process.execPath, [fileURLToPath(new URL('./hold-postgres.ts', import.meta.url)), other]);
  await vi.waitFor(async () => {
    const [unfinished] = (await readdir(other)).filter((name) => name.startsWith('postgres-unfinished-'));
    expect(await readdir(join(other, unfinished!, 'cluster'))).toContain('PG_VERSION');
  }, 10_000);
  app.kill('SIGKILL');
  await once(app, 'exit');
  expect(existsSync(join(other, 'postgres'))).toBe(false);
  const postgres = await start({ dataDir: other });
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
  expect((await readdir(other)).sort()).toEqual(['database-url', 'lock', 'postgres']);
});

describe('erasing', () => {
  test('erasing the embedded database stops the server a killed app left, deletes data and secrets, and nothing else', async () => {
    const secret = await keepSecret(dataDir, 'jwt-secret');
    await keepSecret(dataDir, 'analyst-password');
    await writeFile(join(dataDir, ANALYST_URL), 'postgres://analyst:secret@127.0.0.1');
    await writeFile(join(dataDir, 'mine.txt'), 'keep me');
    const url = await startAndKillApp();
    await query(url, 'create table if not exists erased ()');
    await eraseEmbeddedPostgres(dataDir);
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    expect((await readdir(dataDir)).sort()).toEqual(['lock', 'mine.txt']);
    const { url: fresh } = await start();
    expect(await query(fresh, `select to_regclass('erased')::text as erased`)).toEqual([{ erased: null }]);
    expect(await keepSecret(dataDir, 'jwt-secret')).not.toBe(secret);
  });

  test('erasing a folder that does not exist has no effect', async () => {
    await eraseEmbeddedPostgres(join(parent, 'nowhere'));
  });
});

test('a secret of the data folder is made once, by the first process that asks, and only its owner can read it', async () => {
  const folder = await mkdtemp(join(parent, 'secret-'));
  const secrets = await Promise.all(Array.from({ length: 5 }, () => keepSecret(folder, 'jwt-secret')));
  expect(new Set([...secrets, await keepSecret(folder, 'jwt-secret')]).size).toBe(1);
  expect(secrets[0]!.length).toBeGreaterThanOrEqual(32);
  expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['jwt-secret']);
});
