// A database of its own: processes with other keys open it.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { ConfigError } from '../../../src/config/variables.ts';
import { eraseEmbeddedPostgres } from '../../../src/database/embedded-postgres/embedded-postgres.ts';
import { type Database, openDatabase } from '../../../src/start/open-database.ts';
import { openSigningKey } from '../../../src/start/signing-key.ts';
import { createCheckpoints } from '../../../src/transparency/checkpoints.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { PERSONAL_DATA_KEY } from '../../support/events.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const SECRET = 's'.repeat(32);
const quiet = { info: () => {} };

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('a database of its own', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await tempFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const open = (DATABASE_URL: string, env: Record<string, string> = {}) => {
    const required = { JWT_SECRET: SECRET, PERSONAL_DATA_KEY, PLATFORM_API_KEY: SECRET };
    return openDatabase(loadConfig({ DATABASE_URL, DATA_DIR: join(folder, 'data'), ...required, ...env }), quiet);
  };

  test('a database of the operator is taken as it is, and left running', async () => {
    const { url, drop } = await createTestDatabase();
    const database = await open(url);
    expect(database).toMatchObject({ url, jwtSecret: SECRET });
    await database.close();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await drop();
  });

  test('a database of the operator that cannot be reached, or may lose orders, is one line that does not tell the password', async () => {
    const { url, drop } = await createTestDatabase();
    const withoutSync = Object.assign(new URL(url), { search: '?options=-c%20synchronous_commit%3Doff' }).href;
    for (const [bad, why] of [
      ['postgres://app:hunter2@127.0.0.1:1/db', 'ECONNREFUSED'],
      [withoutSync, 'synchronous_commit off'],
    ] as const) {
      const failure = await open(bad).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ConfigError);
      expect(String(failure)).toMatch(new RegExp(`^ConfigError: DATABASE_URL can not be used: .*${why}`));
      expect(String(failure)).not.toContain(new URL(bad).password);
    }
    await drop();
  });
});

describe('the key that signs the log', () => {
  const seedOf = (text: string): string => Buffer.alloc(32, text).toString('base64');
  const noLog = { info: () => {} };

  /** A database whose log was signed with this key. */
  const signedDatabase = async (seed: string) => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const { pool } = database;
    await createCheckpoints({ pool, seed, hasWitness: false, clock: Date.now, log: noLog }).make();
    return database;
  };
  const inFolder = async (): Promise<string> => {
    const folder = await tempFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return join(folder, 'data');
  };
  const openKey = ({ pool }: TestDatabase, env: Record<string, string>) => {
    const own = {
      DATABASE_URL: 'postgres://it.is/open',
      JWT_SECRET: SECRET,
      PERSONAL_DATA_KEY,
      PLATFORM_API_KEY: SECRET,
    };
    return openSigningKey(pool, loadConfig({ ...own, ...env }), noLog);
  };
  const MISSING = /^AUDIT_SIGNING_KEY is missing, .+ AUDIT_SIGNING_KEY_ROTATED=yes$/;
  const OTHER = /^AUDIT_SIGNING_KEY signed none .+ AUDIT_SIGNING_KEY_ROTATED=yes$/;

  test('a new log gets a key in the data folder, and the next start finds it there', async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const DATA_DIR = await inFolder();
    const seed = await openKey(database, { DATA_DIR });
    expect(readFileSync(join(DATA_DIR, 'audit-signing-key'), 'utf8')).toBe(seed);
    await createCheckpoints({ pool: database.pool, seed, hasWitness: false, clock: Date.now, log: noLog }).make();
    expect(await openKey(database, { DATA_DIR })).toBe(seed);
  });

  test('a key that is missing where it has signed ends the start, and leaves no new one behind', async () => {
    const database = await signedDatabase(seedOf('a'));
    const DATA_DIR = await inFolder();
    await expect(openKey(database, { DATA_DIR })).rejects.toThrow(MISSING);
    expect(existsSync(DATA_DIR)).toBe(false);
    expect(await openKey(database, { DATA_DIR, AUDIT_SIGNING_KEY_ROTATED: 'yes' })).toHaveLength(43);
  });

  test('a key that signed no checkpoint ends the start, wherever it comes from, unless it is meant', async () => {
    const database = await signedDatabase(seedOf('a'));
    const DATA_DIR = await inFolder();
    const AUDIT_SIGNING_KEY = seedOf('b');
    await expect(openKey(database, { DATA_DIR, AUDIT_SIGNING_KEY })).rejects.toThrow(OTHER);
    await mkdir(DATA_DIR);
    await writeFile(join(DATA_DIR, 'audit-signing-key'), AUDIT_SIGNING_KEY);
    await expect(openKey(database, { DATA_DIR })).rejects.toThrow(OTHER);
    expect(await openKey(database, { DATA_DIR, AUDIT_SIGNING_KEY: seedOf('a') })).toBe(seedOf('a'));
    expect(await openKey(database, { DATA_DIR, AUDIT_SIGNING_KEY_ROTATED: 'yes' })).toBe(AUDIT_SIGNING_KEY);
    // Once it has signed, nothing needs to be said any more, and the one before is good as well.
    const options = { pool: database.pool, hasWitness: false, clock: Date.now, log: noLog };
    await database.pool.query('update app.tree_head set size = size + 1');
    await createCheckpoints({ ...options, seed: AUDIT_SIGNING_KEY }).make();
    for (const key of ['a', 'b'].map(seedOf)) {
      expect(await openKey(database, { DATA_DIR, AUDIT_SIGNING_KEY: key })).toBe(key);
    }
  });

  test('a file that holds no key ends the start; the embedded demo may have any key, another embedded database not', async () => {
    const database = await signedDatabase(seedOf('a'));
    const DATA_DIR = await inFolder();
    const embedded = { DATABASE_URL: '', DATA_DIR };
    await expect(openKey(database, { ...embedded, DEMO: 'off' })).rejects.toThrow(MISSING);
    expect(await openKey(database, { ...embedded, DEMO: 'on' })).toHaveLength(43);
    await writeFile(join(DATA_DIR, 'audit-signing-key'), 'half a k');
    await expect(openKey(database, embedded)).rejects.toThrow(/audit-signing-key holds no key$/);
  });
});

describe('the embedded database', () => {
  let dataDir: string;
  let opened: Database | undefined;
  beforeAll(async () => {
    dataDir = await tempFolder();
  });
  afterEach(() => opened?.close());
  afterAll(async () => {
    await eraseEmbeddedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  const open = async (env: Record<string, string> = {}, argv: string[] = []): Promise<Database> => {
    opened = await openDatabase(loadConfig({ DATA_DIR: dataDir, ...env }, argv), quiet);
    return opened;
  };
  const inFolder = (name: string): string => readFileSync(join(dataDir, name), 'utf8');
  const postmaster = (): number => Number(inFolder('postgres/postmaster.pid').split('\n')[0]);

  test('the embedded database keeps its secret and an address for analysts beside it, for its owner alone, and stops with us', async () => {
    const { url, jwtSecret, personalDataKey, close } = await open();
    expect(inFolder('jwt-secret')).toBe(jwtSecret);
    expect(inFolder('personal-data-key')).toBe(personalDataKey);
    expect(await query(inFolder('analyst-url'), 'select current_user::text as name')).toEqual([{ name: 'analyst' }]);
    for (const name of ['jwt-secret', 'personal-data-key', 'analyst-url', 'analyst-password', 'database-url']) {
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
    }
    await close();
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    expect(await open()).toMatchObject({ jwtSecret, personalDataKey });
  });

  test('the embedded database leaves a secret that is configured to the configuration', async () => {
    const configured = { JWT_SECRET: SECRET, PERSONAL_DATA_KEY };
    expect(await open(configured)).toMatchObject({ jwtSecret: SECRET, personalDataKey: PERSONAL_DATA_KEY });
  });

  test('the embedded database comes back at the same address when it is killed under us, and not once it was told to stop', async () => {
    const { url, close } = await open();
    await query(url, 'create table kept as select 7 as n');
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => query(url, 'select n from kept').catch(() => []), { timeout: 10_000 }).toEqual([{ n: 7 }]);
    expect(postmaster()).not.toBe(killed);
    await close();
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('the embedded database begins anew with --fresh alone: other data, another secret', async () => {
    const first = await open();
    await query(first.url, 'create table if not exists old_orders ()');
    await writeFile(join(dataDir, 'mine.txt'), 'keep me');
    await first.close();
    const [there, address] = [`select to_regclass('old_orders')::text as found`, inFolder('analyst-url')];
    const again = await open();
    expect(await query(again.url, there)).toEqual([{ found: 'old_orders' }]);
    await again.close();
    const fresh = await open({}, ['--fresh']);
    expect(await query(fresh.url, there)).toEqual([{ found: null }]);
    expect(fresh.jwtSecret).not.toBe(first.jwtSecret);
    expect(inFolder('analyst-url')).not.toBe(address);
    expect(inFolder('mine.txt')).toBe('keep me');
  });
});
