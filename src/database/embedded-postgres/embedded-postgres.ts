import { existsSync } from 'node:fs';
import { realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { makeFolder } from '../make-folder.ts';
import { toError } from '../thrown.ts';
import { postgresAccount } from './account.ts';
import { canArchive, setArchiving } from './archiving.ts';
import { postgresBinaries } from './binaries.ts';
import { clusterPaths, createCluster, deleteCluster, readClusterUrl, writeClusterUrl } from './cluster.ts';
import { EmbeddedPostgresError } from './error.ts';
import { guardServer } from './guard.ts';
import { lockDataDir } from './lock.ts';
import { ANALYST_URL, SECRET_NAMES } from './secret.ts';
import { type Cluster, type ServerSettings, startServer, stopServer } from './server.ts';

export interface EmbeddedPostgres {
  /** Address of the database, password included. */
  readonly url: string;
  /** Stops the server and frees the data folder. May be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Everything lives here; made if missing. One process at a time owns it. */
  readonly dataDir: string;
  /** Left out: the last port, or a free one. */
  readonly port?: number;
  /** Additional server settings, for tests. */
  readonly settings?: ServerSettings;
  readonly log?: { info(message: string): void };
  /**
   * The folder into which the server archives its write-ahead log; null: into none, from now on. Left out: as it was.
   */
  readonly archive?: string | null;
  /** Whether to start the server again, on the same port, when it dies while the app lives. */
  readonly guard?: boolean;
  /** Called whenever a program of Postgres has begun to make or start the server: there is time for other work. */
  readonly meanwhile?: () => void;
}

/**
 * Starts a Postgres of our own in `dataDir`, made on first use. It runs detached, in its own process group, so that
 * Ctrl-C reaches the app alone and `stop()` comes after the app has finished its work. When the app is killed the
 * server stays, and the next start takes it over.
 * @throws EmbeddedPostgresError with one line for a person
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataDir(options.dataDir);
  const lock = lockDataDir(dataDir);
  let cluster: Cluster | undefined;
  let guard: ReturnType<typeof guardServer> | undefined;
  const stop = async () => {
    try {
      await guard?.stop();
      if (cluster) await stopServer(cluster);
    } finally {
      lock.release();
    }
  };
  try {
    cluster = telling(await openCluster(dataDir), options.meanwhile);
    const known = await readClusterUrl(dataDir);
    const url = known ?? (await createCluster(dataDir, cluster.account, cluster.binaries.initdb));
    const { port, adopted } = await startServer(cluster, url, options);
    if (url.port !== `${port}`) {
      url.port = `${port}`;
      await writeClusterUrl(dataDir, url, cluster.account);
    }
    await ensureDatabase(url);
    if (options.archive !== undefined && (await setArchiving(url, options.archive ?? undefined, cluster.account))) {
      await stopServer(cluster);
      await startServer(cluster, url, { ...options, port });
    }
    if (options.archive && !(await canArchive(options.archive, cluster.account))) {
      options.log?.info(`postgres can not write to ${options.archive}: nothing is archived until it can`);
    }
    options.log?.info(`postgres ${adopted ? 'taken over' : 'started'} on 127.0.0.1:${port}, data in ${cluster.path}`);
    if (options.guard) {
      const guarded = cluster;
      guard = guardServer(guarded, () => startServer(guarded, url, { ...options, port }), options.log);
    }
    let stopped: Promise<void> | undefined;
    return { url: url.href, stop: () => (stopped ??= stop()) };
  } catch (error) {
    await stop().catch(() => {}); // the first error is the one that matters
    throw error;
  }
}

/**
 * Deletes what an embedded Postgres left in `dataDir`; stops its server first. Other files there stay.
 * @throws EmbeddedPostgresError when another process owns the folder
 */
export async function eraseEmbeddedPostgres(dataDir: string): Promise<void> {
  const folder = await openDataDir(dataDir);
  const lock = lockDataDir(folder);
  try {
    if (existsSync(clusterPaths(folder).cluster)) await stopServer(await openCluster(folder));
    await deleteCluster(folder);
    for (const name of [...SECRET_NAMES, ANALYST_URL]) await rm(join(folder, name), { force: true });
  } finally {
    lock.release();
  }
}

export async function openDataDir(dataDir: string): Promise<string> {
  try {
    await makeFolder(dataDir);
    const folder = await realpath(dataDir);
    if (!(await stat(folder)).isDirectory()) throw new Error('it is no folder');
    return folder;
  } catch (cause) {
    throw new EmbeddedPostgresError(`DATA_DIR ${dataDir} can not be used: ${toError(cause).message}`, { cause });
  }
}

export async function openCluster(dataDir: string): Promise<Cluster> {
  const paths = clusterPaths(dataDir);
  const binaries = await postgresBinaries();
  const account = await postgresAccount(paths.cluster, { dataDir, postgres: binaries.postgres });
  return { path: paths.cluster, log: paths.log, account, binaries };
}

/** The same cluster, whose programs are told of when they have begun. */
const telling = (cluster: Cluster, began: (() => void) | undefined): Cluster => {
  if (!began) return cluster;
  const run: Cluster['account']['run'] = (...program) => {
    const ended = cluster.account.run(...program);
    began();
    return ended;
  };
  return { ...cluster, account: { ...cluster.account, run } };
};

/** initdb does not make our database, and a crash may come between the two steps. So every start checks for it. */
async function ensureDatabase(url: URL): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  client.on('error', () => {});
  await client.connect();
  try {
    const name = url.pathname.slice(1);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
