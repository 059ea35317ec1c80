// A database of its own: it is killed, destroyed and restored.

import { execFile } from 'node:child_process';
import { chmod, copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chooseBackup, listBackups, type Until } from '../../src/backup/find-backup.ts';
import { keysHere } from '../../src/backup/keys-here.ts';
import { makeBackup, readBack } from '../../src/backup/make-backup.ts';
import { restoreFiles } from '../../src/backup/restore.ts';
import { clusterPaths } from '../../src/database/embedded-postgres/cluster.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/database/embedded-postgres/embedded-postgres.ts';
import { createCheckpointFile } from '../../src/processes/transparency/checkpoint-file.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bundled } from '../support/bundle.ts';
import type { TestDatabase } from '../support/database.ts';
import { AUDIT_SIGNING_KEY, PERSONAL_DATA_KEY } from '../support/events.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const PAGE = new URL('../../docs/operations.md', import.meta.url);
const ROOT = new URL('../../', import.meta.url).pathname;

let parent: string;
let dataDir: string;
let backups: string;
const running: EmbeddedPostgres[] = [];
let app: TestApp | undefined;

beforeAll(async () => {
  parent = await tempFolder();
  await chmod(parent, 0o755);
  dataDir = join(parent, 'data');
  backups = join(parent, "backups of the owner's");
});
afterAll(async () => {
  await app?.stop().catch(() => {});
  for (const postgres of running) await postgres.stop();
  await rm(parent, { recursive: true, force: true });
});

const startPostgres = async (folder = dataDir): Promise<EmbeddedPostgres> => {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, archive: join(backups, 'wal') });
  running.push(postgres);
  return postgres;
};

const startApp = (url: string): Promise<TestApp> =>
  startTestApp({ database: { url } as TestDatabase, runProcesses: true });

/** As the blocks of the page have it. */
const PASSPHRASE = 'long words that nobody guesses';
const SETTINGS = { AUDIT_SIGNING_KEY, PERSONAL_DATA_KEY, JWT_SECRET: 'secret-of-the-tests-that-is-long-enough' };

/** Runs the block of the page that is marked so, with the folders of the test in place of those of the page. */
const runBlock = async (name: string, env: Record<string, string> = {}): Promise<string> => {
  const page = await readFile(PAGE, 'utf8');
  const block = new RegExp(`^ *<!-- run: ${name} -->\n *\`\`\`sh\n(.*?)^ *\`\`\`$`, 'ms').exec(page)?.[1];
  expect(block, name).toBeDefined();
  const programs = await bundled('src/cli/backup.ts');
  const script = block!
    // npm itself would take half of the time, and to load the sources one by one half of the rest.
    .replaceAll(/npm run (\w+) --/g, (_, command) => `"${process.execPath}" "${join(programs, `../${command}.mjs`)}"`)
    .replaceAll('/mnt/backups', '"$BACKUPS"');
  return run(script, { BACKUPS: backups, DATA_DIR: dataDir, ...SETTINGS, ...env });
};

const run = (script: string, env: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const { DATABASE_URL: _, BACKUP_PASSPHRASE: __, ...rest } = process.env;
    execFile('sh', ['-ec', script], { cwd: ROOT, env: { ...rest, ...env } }, (error, stdout, stderr) =>
      error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout),
    );
  });

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

/** So many orders, or until the first that is not acknowledged. */
const place = async (venue: TestVenue, times: number): Promise<number[]> => {
  const placed: number[] = [];
  for (let nth = 0; nth < times; nth++) {
    const { status, body } = await venue.partner.post('/v1/orders', orderBody(venue));
    if (status !== 200) break;
    placed.push(body.order_id);
  }
  return placed;
};

test('a destroyed installation comes back with every order that was acknowledged before the last archived file, and its proof', async () => {
  const postgres = await startPostgres();
  app = await startApp(postgres.url);
  const { pool, checkpoints, store } = app.tillstream;
  const venue = await createVenue(app);

  // Hot: orders are placed while the copy is made.
  const early = await place(venue, 3);
  const made = await Promise.all([runBlock('backup'), place(venue, 20)]);
  expect(made[0]).toMatch(/^\S.*backup-.*: \d+ files of \d+ MB, up to position \d+, read back\n$/);

  const before = await place(venue, 3);
  const quietPosition = await store.head();
  // As `npm run backup` does, without starting it again.
  await makeBackup({
    url: postgres.url,
    cluster: clusterPaths(dataDir).cluster,
    hasEventStore: false,
    keys: await keysHere(SETTINGS, dataDir),
    passphrase: PASSPHRASE,
    to: backups,
    version: 'of the tests',
    clock: () => new Date(),
    // That of the command's own is in the first backup.
    cost: { memory_kib: 64, passes: 1 },
  });
  before.push(...(await place(venue, 1)));
  const position = await store.head();
  const after = await place(venue, 2);
  const toFile = createCheckpointFile({ path: join(backups, 'checkpoints'), checkpoints, log: { warn: () => {} } });
  await vi.waitFor(async () => {
    const [head] = await query(postgres.url, 'select position from app.tree_head');
    expect(Number(head!.position)).toBeGreaterThanOrEqual(await store.head());
  });
  const { size } = await checkpoints.make();
  await toFile.tick(new Date());
  await toFile.tick(new Date());
  const acknowledged = [...early, ...made[1], ...before, ...after];
  expect(acknowledged).toHaveLength(29);
  const { rows } = await pool.query('select pg_walfile_name(pg_switch_wal()) as name');
  await vi.waitFor(async () => {
    const [archived] = await query(postgres.url, 'select last_archived_wal as name from pg_stat_archiver');
    expect(String(archived!.name) >= rows[0].name).toBe(true);
  });

  // Killed under load, and destroyed.
  const lost = place(venue, 100);
  const pid = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await lost;
  await app.stop().catch(() => {});
  app = undefined;
  await postgres.stop();
  await rm(dataDir, { recursive: true });

  const said = await runBlock('restore');
  expect(said).not.toContain('BEHIND');
  expect(said).toMatch(/restored up to position \d+, recorded at 20.*: \d+ events/);
  expect(await readFile(join(dataDir, 'restored-settings'), 'utf8')).toContain(
    `AUDIT_SIGNING_KEY=${AUDIT_SIGNING_KEY}\n`,
  );
  expect(await runBlock('verify')).toContain('the log is as it was signed');
  const restored = await startPostgres();
  app = await startApp(restored.url);
  const kept = await query(
    restored.url,
    `select substr(stream, 7)::bigint as id from log.events where stream like 'order-%' and type = 'OrderPlaced'`,
  );
  const ids = new Set(kept.map(({ id }) => Number(id)));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  await app.stop();
  app = undefined;
  await restored.stop();

  // To a position before the last checkpoint, into another folder.
  const other = join(parent, 'other');
  const told = await runBlock('restore-until', { DATA_DIR: other, UNTIL: `${position}` });
  expect(told).toContain(`restored up to position ${position}, `);
  expect(told).toContain(`BEHIND the checkpoint of ${size} events`);
  const backup = chooseBackup(await listBackups(backups), { kind: 'end' }, backups);
  const again = {
    backup,
    until: { kind: 'end' },
    passphrase: PASSPHRASE,
    tell: () => {},
  } as const;
  await expect(restoreFiles({ ...again, dataDir: other })).rejects.toThrow('there is a database in');

  // To where the second backup ended, and not to what was archived after it.
  const until = { kind: 'position', position: quietPosition } as const;
  const quiet = { ...again, until, backup: chooseBackup(await listBackups(backups), until, backups) };
  const { restored: atItsEnd } = await restoreFiles({ ...quiet, dataDir: join(parent, 'quiet') });
  expect(atItsEnd.position).toBe(quietPosition);
}, 300_000);

test('a backup that was changed or has a hole is refused by the name of what is wrong, and nothing is left of it', async () => {
  const refused = join(parent, 'refused');
  const backup = chooseBackup(await listBackups(backups), { kind: 'end' }, backups);
  // As `npm run restore` does, without starting it again and again.
  const restore = (until: Until) =>
    restoreFiles({ backup, until, passphrase: PASSPHRASE, dataDir: refused, tell: () => {} });
  await expect(readBack(backup.folder, 'another passphrase of the tests')).rejects.toThrow('the keys do not open');
  const wal = join(backups, 'wal');
  const newest = (await readdir(wal))
    .filter((each) => /^[0-9A-F]{24}\.zst$/.test(each))
    .toSorted()
    .at(-1)!;
  const next = (nth: number) =>
    `${newest.slice(0, 16)}${(Number.parseInt(newest.slice(16, 24), 16) + nth).toString(16).toUpperCase().padStart(8, '0')}`;
  const ahead = join(wal, `${next(2)}.zst`);
  await copyFile(join(wal, newest), ahead);
  await expect(restore({ kind: 'end' })).rejects.toThrow(`${next(1).slice(8)} is missing`);
  await rm(ahead);
  await expect(restore({ kind: 'instant', at: new Date('2099-01-01') })).rejects.toThrow(
    'the archive ends before --until',
  );
  expect(await runBlock('check')).toContain(' is whole: ');
  const victim = join(backup.folder, 'content/global/pg_control.zst');
  const content = await readFile(victim);
  content[content.length >> 1]! ^= 1;
  await writeFile(victim, content);
  await expect(readBack(backup.folder, PASSPHRASE)).rejects.toThrow(
    /pg_control\.zst (can not be read back|is not what was packed)/,
  );
  expect((await readdir(refused)).filter((each) => each !== 'lock')).toEqual([]);
});

test('without BACKUP_DIR the server archives no more, and keeps no log for an archive', async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  const postgres = await startEmbeddedPostgres({ dataDir, archive: null });
  running.push(postgres);
  const settings = `select name, setting from pg_settings where name in ('archive_mode', 'archive_timeout')
    union all select 'archive_command', current_setting('archive_command') order by 1`;
  expect((await query(postgres.url, settings)).map(({ name, setting }) => [name, setting])).toEqual([
    ['archive_command', '(disabled)'],
    ['archive_mode', 'off'],
    ['archive_timeout', '0'],
  ]);
  const [{ name }] = (await query(postgres.url, `select pg_walfile_name(pg_switch_wal()) as name`)) as [
    { name: string },
  ];
  await query(postgres.url, 'checkpoint');
  const waiting = await query(postgres.url, `select name from pg_ls_archive_statusdir() where name = '${name}.ready'`);
  expect(waiting).toEqual([]);
});
