import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeFolder } from '../make-folder.ts';
import type { PostgresAccount } from './account.ts';

/** Seconds after which a file of the write-ahead log is archived though it is not full: what a lost machine may cost. */
const ARCHIVE_EVERY_S = 60;

const SCRIPT = fileURLToPath(new URL('wal-file.ts', import.meta.url));

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
// Postgres reads % as the beginning of a name.
const plain = (text: string): string => quoted(text).replaceAll('%', '%%');

/** The command that Postgres runs for each file of its write-ahead log that is full. */
export const archiveCommand = (folder: string): string =>
  `${plain(process.execPath)} ${plain(SCRIPT)} keep "%p" ${plain(folder)} "%f"`;

/** The command that brings a file back. */
export const restoreCommand = (folder: string): string =>
  `${plain(process.execPath)} ${plain(SCRIPT)} bring ${plain(folder)} "%f" "%p"`;

/**
 * Has the server archive its write-ahead log into the folder, or no more if there is none. The settings stay with the cluster,
 * so that it archives also while a command, and not the app, has started it: otherwise the archive would have a hole.
 * @returns whether the server has to be started anew for it
 */
export const setArchiving = async (
  url: URL,
  folder: string | undefined,
  account: PostgresAccount,
): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => {});
  await client.connect();
  try {
    const show = async (name: string): Promise<string> =>
      (await client.query<{ value: string }>('select current_setting($1) as value', [name])).rows[0]!.value;
    const isOn = (await show('archive_mode')) !== 'off';
    if (folder === undefined) {
      if (!isOn) return false;
      for (const name of NAMES) await client.query(`alter system reset ${name}`);
      return true;
    }
    // The user that Postgres runs as has to pass through the folders above it.
    await makeFolder(dirname(folder), 0o755);
    await makeFolder(folder, 0o700);
    await account.own(folder);
    const command = archiveCommand(folder);
    if (isOn && (await show('archive_command')) === command) return false;
    const values = ['on', command, `${ARCHIVE_EVERY_S}s`];
    for (const [nth, name] of NAMES.entries()) {
      await client.query(`alter system set ${name} = ${pg.escapeLiteral(values[nth]!)}`);
    }
    if (isOn) await client.query('select pg_reload_conf()');
    return !isOn;
  } finally {
    await client.end();
  }
};

const NAMES = ['archive_mode', 'archive_command', 'archive_timeout'];

/** Whether the user that Postgres runs as can write there. */
export const canArchive = async (folder: string, account: PostgresAccount): Promise<boolean> =>
  (await account.run('/bin/sh', ['-c', 'test -w "$1"', 'sh', folder])).code === 0;
