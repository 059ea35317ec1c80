import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type pg from 'pg';
import { restoreDump } from '../backup/dump.ts';
import { chooseBackup, listBackups, parseUntil } from '../backup/find-backup.ts';
import { passphraseIn } from '../backup/keys-here.ts';
import { laterCheckpoints } from '../backup/later-checkpoints.ts';
import { openBackup, readBack } from '../backup/make-backup.ts';
import { describeRestored, type Restored } from '../backup/recover.ts';
import { restoreFiles } from '../backup/restore.ts';
import { ConfigError, variables } from '../config/variables.ts';
import { Client } from '../database/client.ts';
import { makeFolder } from '../database/make-folder.ts';
import { runCommand } from './run-command.ts';

interface Options {
  readonly from: string;
  readonly until?: string;
  readonly against: readonly string[];
  readonly check?: true;
}

/** Not all settings of the app: the backup brings those that are missing. */
const readEnv = (): { dataDir: string; databaseUrl: string | undefined } => {
  const given = { DATA_DIR: process.env.DATA_DIR || undefined, DATABASE_URL: process.env.DATABASE_URL || undefined };
  const parsed = variables.pick({ DATA_DIR: true, DATABASE_URL: true }).safeParse(given);
  if (!parsed.success)
    throw new ConfigError(`${String(parsed.error.issues[0]!.path[0])} ${parsed.error.issues[0]!.message}`);
  return { dataDir: resolve(parsed.data.DATA_DIR), databaseUrl: parsed.data.DATABASE_URL };
};

const several = (value: string, before: readonly string[]): string[] => [...before, value];

const restore = async ({ from, until: asked, against, check }: Options): Promise<void> => {
  const passphrase = passphraseIn(process.env);
  const { dataDir, databaseUrl } = readEnv();
  const until = parseUntil(asked);
  const backups = await listBackups(from);
  const backup = chooseBackup(backups, until, from);
  const { manifest } = backup;
  if (check) {
    await readBack(backup.folder, passphrase);
    console.log(`${backup.folder} is whole: ${manifest.files.length} files, and its keys open`);
    return;
  }
  console.log(`restoring ${backup.folder}, made at ${manifest.ended_at}`);
  const { restored, settings } =
    manifest.kind === 'files'
      ? await restoreFiles({ backup, until, passphrase, dataDir, tell: console.log })
      : await restoreDatabase();
  if (Object.keys(settings).length > 0) {
    const file = join(dataDir, 'restored-settings');
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(file, lines.join(''), { mode: 0o600, flush: true });
    console.log(
      `${file} has settings that the app was run with: ${Object.keys(settings).join(', ')}. Set them, and delete it`,
    );
  }
  await tellEnd(restored);

  async function restoreDatabase() {
    if (databaseUrl === undefined)
      throw new Error('this is a backup of a Postgres of your own: DATABASE_URL must name an empty database');
    if (until.kind !== 'end')
      throw new Error('--until is not possible with a dump: see "Point in time" in docs/operations.md');
    const { keys } = await openBackup(backup.folder, passphrase);
    const scratch = await mkdtemp(join(tmpdir(), 'tillstream-restore-'));
    try {
      await restoreDump(databaseUrl, backup.folder, manifest, scratch);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
    await makeFolder(dataDir, 0o700);
    for (const [name, text] of Object.entries(keys.files)) {
      if (!existsSync(join(dataDir, name))) await writeFile(join(dataDir, name), text, { mode: 0o600, flush: true });
    }
    const client: pg.Client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return { restored: await describeRestored(client), settings: keys.settings };
    } finally {
      await client.end();
    }
  }

  async function tellEnd(found: Restored): Promise<void> {
    const when = found.recorded_at === null ? '' : `, recorded at ${found.recorded_at.toISOString()}`;
    if (manifest.has_event_store)
      console.log(
        `restored Postgres, whose tree over the log has ${found.tree} events. They are in EventStoreDB: restore the backup that was made BEFORE this one, see docs/operations.md#backup`,
      );
    else console.log(`restored up to position ${found.position}${when}: ${found.events} events`);
    const held = manifest.has_event_store ? { ...found, events: 0 } : found;
    const later = await laterCheckpoints(held, backups, against);
    for (const { size, where } of later) {
      console.log(`BEHIND the checkpoint of ${size} events, which was signed and is kept in ${where}`);
    }
    if (later.length > 0) {
      console.log(
        'Auditors have seen more than this log has. Tell them, and begin a new tree: docs/operations.md#proof-of-the-log',
      );
    }
    console.log('Next: npm run audit -- verify, and then npm start');
  }
};

const command = new Command('restore')
  .description('Puts a backup, and its keys, into an empty DATA_DIR, or into the empty database of DATABASE_URL.')
  .requiredOption('--from <folder>', 'where backups are kept: the newest is taken; or the folder of one')
  .option('--until <moment>', 'a moment with Z or an offset, or a position of the log; left out: all that was archived')
  .option('--against <file>', 'checkpoints that were kept elsewhere; may be given several times', several, [])
  .option('--check', 'only reads the backup, and opens its keys')
  .action(restore);

await runCommand(command);
