import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { Client } from '../database/client.ts';
import { makeFolder } from '../database/make-folder.ts';
import { syncFolder } from '../database/sync-folder.ts';
import { codeOf } from '../database/thrown.ts';
import { copyCluster } from './copy-cluster.ts';
import { dumpDatabase } from './dump.ts';
import { forgetUnfinished, unfinishedName } from './forget-backups.ts';
import { backupName, CONTENT, MANIFEST, type Manifest, parseManifest, SEALED } from './manifest.ts';
import { unpackAll } from './packing.ts';
import { type Keys, openKeys, type SealCost, sealKeys } from './sealed-keys.ts';

export interface BackupOptions {
  readonly url: string;
  /** The folder of the embedded cluster; undefined: a Postgres of your own. */
  readonly cluster: string | undefined;
  readonly hasEventStore: boolean;
  readonly keys: Keys;
  readonly passphrase: string;
  /** Where backups are kept, each in a folder of its own. */
  readonly to: string;
  /** The version of Tillstream. */
  readonly version: string;
  readonly clock: () => Date;
  /** For tests: what the key of the passphrase costs. */
  readonly cost?: SealCost | undefined;
}

export interface MadeBackup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Makes a backup while the app runs, and reads it back. Its folder gets its name when all of it is on disk and was read back,
 * so that half a backup never looks like one.
 */
export const makeBackup = async (options: BackupOptions): Promise<MadeBackup> => {
  const { url, cluster, keys, passphrase, to, clock } = options;
  const begun = clock();
  await makeFolder(to, 0o755);
  await forgetUnfinished(to, begun);
  const unfinished = join(to, unfinishedName(begun));
  await mkdir(unfinished, { mode: 0o700 });
  try {
    // Before the copy, so that the copy has all that was signed.
    const checkpoint = await lastCheckpoint(url);
    const copied =
      cluster === undefined ? await dumpDatabase(url, unfinished) : await copyCluster({ url, cluster }, unfinished);
    const ended = clock();
    const manifest: Manifest = {
      format: 1,
      kind: cluster === undefined ? 'dump' : 'files',
      tillstream: options.version,
      begun_at: begun.toISOString(),
      ended_at: ended.toISOString(),
      has_event_store: options.hasEventStore,
      ...copied,
      checkpoint,
    };
    const text = `${JSON.stringify(manifest)}\n`;
    await writeFile(join(unfinished, MANIFEST), text, { mode: 0o600, flush: true });
    const sealed = sealKeys(keys, passphrase, Buffer.from(text), options.cost);
    await writeFile(join(unfinished, SEALED), sealed, { mode: 0o600, flush: true });
    await readBack(unfinished, passphrase);
    const folder = join(to, backupName(ended));
    await rename(unfinished, folder);
    await syncFolder(to);
    return { folder, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw isFull(error) ? new Error(`the disk of ${to} is full: free some of it, and make the backup again`) : error;
  }
};

const isFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

/**
 * Reads every file of a backup, and opens its keys.
 * @throws Error of one line that says what is damaged
 */
export const readBack = async (folder: string, passphrase: string): Promise<{ manifest: Manifest; keys: Keys }> => {
  const { manifest, keys } = await openBackup(folder, passphrase);
  await unpackAll(join(folder, CONTENT), manifest.files);
  return { manifest, keys };
};

export const openBackup = async (folder: string, passphrase: string): Promise<{ manifest: Manifest; keys: Keys }> => {
  const path = join(folder, MANIFEST);
  const text = await readFile(path);
  const manifest = parseManifest(text.toString(), path);
  return { manifest, keys: openKeys(await readFile(join(folder, SEALED), 'utf8'), passphrase, text) };
};

const lastCheckpoint = async (url: string): Promise<Manifest['checkpoint']> => {
  const client: pg.Client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ size: string; signed_at: Date; note: string }>(
      'select size, signed_at, note from app.tree_checkpoints order by size desc limit 1',
    );
    const [last] = rows;
    return last ? { size: Number(last.size), signed_at: last.signed_at.toISOString(), note: last.note } : null;
  } finally {
    await client.end();
  }
};
