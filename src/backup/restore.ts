import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { clusterPaths } from '../database/embedded-postgres/cluster.ts';
import { openCluster, openDataDir } from '../database/embedded-postgres/embedded-postgres.ts';
import { lockDataDir } from '../database/embedded-postgres/lock.ts';
import type { Cluster } from '../database/embedded-postgres/server.ts';
import { toError } from '../database/thrown.ts';
import type { FoundBackup, Until } from './find-backup.ts';
import { openBackup } from './make-backup.ts';
import { CONTENT, type Manifest } from './manifest.ts';
import { unpackAll } from './packing.ts';
import { assertNoHole, describeRestored, type Restored, recover, type Target, transactionAt } from './recover.ts';
import type { Keys } from './sealed-keys.ts';

export interface RestoreOptions {
  readonly backup: FoundBackup;
  readonly until: Until;
  readonly passphrase: string;
  readonly dataDir: string;
  readonly tell: (line: string) => void;
}

const UNFINISHED = 'postgres-unfinished-';

/**
 * Puts a backup of the embedded Postgres, and its keys, into an empty data folder, and lets Postgres apply what was archived
 * since. The folder gets a database only when all of that has ended well.
 * @throws Error of one line for a person; the data folder is then as it was
 */
export const restoreFiles = async (
  options: RestoreOptions,
): Promise<{ restored: Restored; settings: Keys['settings'] }> => {
  const { backup, until, tell } = options;
  const { manifest, keys } = await openBackup(backup.folder, options.passphrase);
  const dataDir = await openDataDir(options.dataDir);
  const lock = lockDataDir(dataDir);
  try {
    if (existsSync(clusterPaths(dataDir).cluster)) {
      throw new Error(`there is a database in ${dataDir}: move that folder away, or set DATA_DIR to another one`);
    }
    const { wal } = backup;
    if (wal === undefined && until.kind !== 'end') {
      throw new Error(
        '--until needs the archived write-ahead log beside the backup: the folder `wal`, which BACKUP_DIR makes',
      );
    }
    if (wal !== undefined && until.kind === 'end') await assertNoHole(wal, manifest);
    const url = new URL(keys.files['database-url'] ?? '');
    const template = await openCluster(dataDir);
    if (wal !== undefined && !(await canRead(template, wal))) {
      throw new Error(
        `Postgres refuses to run as root, and the user it runs as can not read ${wal}: run this as the user of the app`,
      );
    }
    let target: Target;
    if (until.kind === 'instant') target = { time: until.at };
    if (until.kind === 'position' && until.position === manifest.end_position) target = 'end of the backup';
    else if (until.kind === 'position') {
      tell('looking for the transaction of that position: the whole archive is applied once');
      const transaction = await inFolder(dataDir, template, backup, manifest, (cluster) =>
        recover({ cluster, url, wal, target: undefined }, (client) => transactionAt(client, until.position)),
      );
      target = transaction === undefined ? undefined : { transaction };
    }
    tell('applying the write-ahead log');
    const restored = await inFolder(dataDir, template, backup, manifest, async (cluster) => {
      const described = await recover({ cluster, url, wal, target }, describeRestored);
      for (const [name, text] of Object.entries(keys.files)) {
        await writeFile(join(dataDir, name), text, { mode: 0o600, flush: true });
      }
      await template.account.own(clusterPaths(dataDir).url);
      await rename(cluster.path, clusterPaths(dataDir).cluster);
      return described;
    });
    return { restored, settings: keys.settings };
  } finally {
    lock.release();
  }
};

/** Whether the user that Postgres runs as can read every file of the archive. */
const canRead = async ({ account }: Cluster, wal: string): Promise<boolean> => {
  const look = 'cd "$1" && for name in *.zst; do [ -r "$name" ] || [ ! -e "$name" ] || exit 1; done';
  return (await account.run('/bin/sh', ['-c', look, 'sh', wal])).code === 0;
};

/** Works on a copy of the cluster, in a folder that is deleted afterwards with what is left in it. */
const inFolder = async <Result>(
  dataDir: string,
  { account, binaries }: Cluster,
  { folder }: FoundBackup,
  manifest: Manifest,
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> => {
  const around = await mkdtemp(join(dataDir, UNFINISHED));
  try {
    const path = join(around, 'postgres');
    await mkdir(path, { mode: 0o700 });
    for (const name of manifest.folders) await mkdir(join(path, name), { recursive: true, mode: 0o700 });
    await unpackAll(join(folder, CONTENT), manifest.files, (name) => join(path, name));
    await chmod(path, 0o700);
    for (const name of ['', ...manifest.folders, ...manifest.files.map((file) => file.path)]) {
      await account.own(join(path, name));
    }
    await account.own(around);
    return await work({ path, log: join(path, basename(clusterPaths(dataDir).log)), account, binaries });
  } catch (error) {
    // The log of this server goes with the folder.
    throw new Error(toError(error).message.replace(/ \(see [^()]*\)$/, ''), { cause: error });
  } finally {
    await rm(around, { recursive: true, force: true, maxRetries: 5 });
  }
};
