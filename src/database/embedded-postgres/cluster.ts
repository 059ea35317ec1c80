import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';
import type { PostgresAccount } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { reasonIn } from './process.ts';

const USER = 'tillstream';
const DATABASE = 'tillstream';
const UNFINISHED = 'postgres-unfinished-';

/** Everything that the embedded Postgres keeps in a data folder. */
export function clusterPaths(dataDir: string) {
  return {
    cluster: join(dataDir, 'postgres'),
    /** The address with its password, readable by its owner only: `psql "$(cat data/database-url)"`. */
    url: join(dataDir, 'database-url'),
    log: join(dataDir, 'postgres', 'server.log'),
  };
}

/** The address that the cluster was made with; undefined if there is no cluster yet. */
export async function readClusterUrl(dataDir: string): Promise<URL | undefined> {
  const paths = clusterPaths(dataDir);
  if (!existsSync(paths.cluster)) return undefined;
  try {
    return new URL((await readFile(paths.url, 'utf8')).trim());
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${paths.url} (the password of the database beside it) is missing or unreadable: restore it, start as its owner, or start over with --fresh`,
      { cause },
    );
  }
}

/** Replaced as a whole, never in place: half an address would make all data unreachable. */
export async function writeClusterUrl(dataDir: string, url: URL, account: PostgresAccount): Promise<void> {
  const path = clusterPaths(dataDir).url;
  await writeFile(`${path}.new`, `${url.href}\n`, { mode: 0o600, flush: true });
  await account.own(`${path}.new`); // or a start as root would lock out the ordinary user whose cluster it is
  await rename(`${path}.new`, path);
  await syncFolder(dataDir);
}

/**
 * Makes the cluster: UTF-8, ordered by code point but with the letter case of all alphabets (so `lower()` works in
 * Cyrillic), one role, a random password, TCP only. It is made in another folder and renamed when it is complete, so
 * that a crash in the middle leaves nothing that looks like a cluster.
 */
export async function createCluster(dataDir: string, account: PostgresAccount, initdb: string): Promise<URL> {
  await sweepUnfinished(dataDir);
  // A new name each time: the initdb of a killed app may still be writing into the old one.
  const folder = await mkdtemp(join(dataDir, UNFINISHED));
  const made = join(folder, 'cluster');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(24).toString('base64url');
  await mkdir(made, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  for (const path of [folder, made, passwordFile]) await account.own(path);

  const result = await account.run(initdb, [
    `--pgdata=${made}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  const { cluster } = clusterPaths(dataDir);
  if (result.code !== 0) {
    await sweepUnfinished(dataDir);
    throw new EmbeddedPostgresError(`the database could not be made in ${cluster}: ${reasonIn(result.output)}`);
  }

  const url = new URL(`postgres://${USER}:${password}@127.0.0.1/${DATABASE}`);
  await writeClusterUrl(dataDir, url, account); // before the rename: a cluster in place always has its password beside it
  await rename(made, cluster);
  await syncFolder(dataDir);
  await sweepUnfinished(dataDir);
  return url;
}

/**
 * Deletes the cluster, which must be stopped, and its password. It is renamed first: half of it must not look whole.
 */
export async function deleteCluster(dataDir: string): Promise<void> {
  const { cluster, url } = clusterPaths(dataDir);
  if (existsSync(cluster)) await rename(cluster, await mkdtemp(join(dataDir, UNFINISHED)));
  await rm(url, { force: true });
  await sweepUnfinished(dataDir);
}

async function sweepUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(UNFINISHED)) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
