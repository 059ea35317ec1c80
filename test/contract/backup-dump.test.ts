import { execFile, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { AUDIT_SIGNING_KEY, PERSONAL_DATA_KEY } from '../support/events.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { freePort } from '../support/throwaway-event-store.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
/** Debian's, which brings pg_dump of the same version. */
const BIN = '/usr/lib/postgresql/15/bin';
const isThere =
  spawnSync(`${BIN}/initdb`, ['--version']).status === 0 && spawnSync('pg_dump', ['--version']).status === 0;

let folder: string;
let address: string;

const asPostgres = (program: string, args: readonly string[]): void => {
  const isRoot = process.getuid?.() === 0;
  const [command, ...rest] = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', program]
    : [program];
  const { status, stdout, stderr } = spawnSync(command!, [...rest, ...args], { cwd: '/', encoding: 'utf8' });
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.anything()]);
};

const query = async (database: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: `${address}/${database}` });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

const run = (command: string, args: readonly string[], env: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const script = join(ROOT, `src/cli/${command}.ts`);
    execFile(
      process.execPath,
      [script, ...args],
      { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, ...env } },
      (error, stdout, stderr) => (error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout)),
    );
  });

beforeAll(async () => {
  if (!isThere) return;
  folder = await tempFolder();
  await chmod(folder, 0o755);
  const data = join(folder, 'cluster');
  await mkdir(data, { mode: 0o700 });
  if (process.getuid?.() === 0) {
    const id = (of: string) => Number(spawnSync('id', [of, 'postgres'], { encoding: 'utf8' }).stdout);
    await chown(data, id('-u'), id('-g'));
  }
  const port = await freePort();
  asPostgres(`${BIN}/initdb`, [
    '-D',
    data,
    '-U',
    'admin',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
  ]);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=30`;
  asPostgres(`${BIN}/pg_ctl`, ['start', '-D', data, '-w', '-l', join(data, 'log'), '-o', options]);
  address = `postgres://admin@127.0.0.1:${port}`;
  // As a managed service gives it: the user owns the database, and may nothing else.
  await query('postgres', `create role till login nosuperuser nocreaterole password 'p@ss'`);
  for (const name of ['one', 'two']) await query('postgres', `create database ${name} owner till`);
});
afterAll(async () => {
  if (!isThere) return;
  asPostgres(`${BIN}/pg_ctl`, ['stop', '-D', join(folder, 'cluster'), '-m', 'immediate']);
  await rm(folder, { recursive: true });
});

test('a Postgres of your own is dumped and filled by its own tools, by a user that owns its database alone', async ({
  skip,
}) => {
  skip(!isThere, 'Postgres 15 of Debian, with pg_dump, is not on this machine');
  const urlOf = (database: string): string => `${address.replace('admin@', 'till:p%40ss@')}/${database}`;
  await migrate(urlOf('one'));
  const [head] = await query('one', 'update app.tree_head set size = 7 returning log_id');
  const env = {
    DATABASE_URL: urlOf('one'),
    DATA_DIR: join(folder, 'data'),
    JWT_SECRET: 'secret-of-the-tests-that-is-long-enough',
    PLATFORM_API_KEY: 'platform-key-of-the-tests',
    BACKUP_PASSPHRASE: 'a passphrase of the tests',
    AUDIT_SIGNING_KEY,
    PERSONAL_DATA_KEY,
  };
  const backups = join(folder, 'backups');
  expect(await run('backup', ['--to', backups, '--keep', '3'], env)).toContain(': 1 files of ');
  expect(await readdir(backups)).toEqual([expect.stringMatching(/^backup-/)]);

  // Of the settings, only where to and the passphrase are known any more.
  const { DATA_DIR, BACKUP_PASSPHRASE } = env;
  const known = { DATA_DIR, BACKUP_PASSPHRASE, DATABASE_URL: urlOf('two') };
  await expect(run('restore', ['--from', backups, '--until', '5'], known)).rejects.toThrow(
    '--until is not possible with a dump',
  );
  expect(await run('restore', ['--from', backups], known)).toContain('restored up to position 0: 0 events');
  expect(await query('two', 'select log_id, size::int from app.tree_head')).toEqual([{ ...head, size: 7 }]);
  const settings = await readFile(join(DATA_DIR, 'restored-settings'), 'utf8');
  expect(settings.trim().split('\n').toSorted()).toEqual(
    Object.entries(env)
      .filter(([name]) => /_KEY$|_SECRET$/.test(name))
      .map((pair) => pair.join('='))
      .toSorted(),
  );
  await expect(run('restore', ['--from', backups], known)).rejects.toThrow('is not empty: make a new one');

  // With the events elsewhere, a position of Postgres would mislead.
  await query('one', 'drop schema log, app, read cascade');
  await migrate(urlOf('one'));
  const elsewhere = { ...env, EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' };
  const told = await run('backup', ['--to', backups], elsewhere);
  expect(told).toMatch(/: 1 files of \d+ MB, read back\nThe events are in EventStoreDB: back that up BEFORE this/);
  await query('two', 'drop schema log, app, read cascade');
  expect(await run('restore', ['--from', backups], known)).toContain(
    'restored Postgres, whose tree over the log has 0 events. They are in EventStoreDB',
  );
});
