import { readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { INVALID_PASSWORD } from '../sqlstate.ts';
import { codeOf } from '../thrown.ts';
import type { PostgresAccount } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { freePort, isFree } from './port.ts';
import { isPostmaster, readPostmasterPid } from './postmaster.ts';
import { reasonIn } from './process.ts';

/** One cluster of one account, and the place of its log. */
export interface Cluster {
  readonly path: string;
  readonly log: string;
  readonly account: PostgresAccount;
  readonly binaries: PostgresBinaries;
}

export type ServerSettings = Readonly<Record<string, string | number>>;

/** Suits a small machine that does other work too. Durability (fsync, synchronous_commit) stays at its default: on. */
const SETTINGS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '256MB',
  min_wal_size: '256MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Server events only. Errors of statements go to the client that sent them; in this log they would be personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  // The statement of a killed app is given up soon, and frees its locks.
  client_connection_check_interval: '1s',
};

const PATIENCE_MS = 60_000;
const MAX_LOG_BYTES = 1_000_000;

/**
 * Starts the cluster, or takes over the server that a killed app left running. If a server is starting, recovering or
 * stopping, or processes of a killed one are left, it waits for them, at most a minute.
 * @returns the port it listens on
 */
export async function startServer(
  cluster: Cluster,
  url: URL,
  asked: { readonly port?: number | undefined; readonly settings?: ServerSettings | undefined },
): Promise<{ port: number; adopted: boolean }> {
  const deadline = Date.now() + PATIENCE_MS;
  let port = asked.port ?? (Number(url.port) || (await freePort()));
  for (;;) {
    const running = await probe(cluster, url);
    if (running.state === 'ready') return { port: running.port, adopted: true };
    let reason = 'the server that is running does not answer';
    if (running.state === 'down') {
      if (!asked.port && !(await isFree(port))) port = await freePort();
      const failure = await tryStart(cluster, port, asked.settings);
      if (!failure) return { port, adopted: false };
      if (!/still in use|lock file|could not bind/i.test(failure) || (asked.port && !(await isFree(port)))) {
        throw new EmbeddedPostgresError(`Postgres did not start: ${failure} (see ${cluster.log})`);
      }
      reason = failure;
    }
    if (Date.now() > deadline)
      throw new EmbeddedPostgresError(`Postgres did not start: ${reason} (see ${cluster.log})`);
    await sleep(100);
  }
}

/**
 * Stops the cluster's server, also one that another process started, and breaks off running statements. Without a server
 * it does nothing.
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  const pid = (await readPostmasterPid(cluster.path))?.pid;
  if (!pid || !(await isPostmaster(pid, cluster.path))) return;
  const args = ['stop', '-D', cluster.path, '-m', 'fast', '-w', '-t', `${PATIENCE_MS / 1000}`];
  const stopped = await cluster.account.run(cluster.binaries.pg_ctl, args);
  if (stopped.code !== 0 && (await isPostmaster(pid, cluster.path))) {
    throw new EmbeddedPostgresError(`Postgres did not stop: ${stopped.output.split('\n').at(-1)}`);
  }
}

type Probe = { state: 'ready'; port: number } | { state: 'busy' } | { state: 'down' };

async function probe(cluster: Cluster, url: URL): Promise<Probe> {
  const postmaster = await readPostmasterPid(cluster.path);
  if (!postmaster || !(await isPostmaster(postmaster.pid, cluster.path))) return { state: 'down' };
  if (!postmaster.port) return { state: 'busy' };
  const client = new pg.Client({
    host: '127.0.0.1',
    port: postmaster.port,
    database: 'postgres',
    user: url.username,
    password: url.password,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return { state: 'ready', port: postmaster.port };
  } catch (error) {
    if (codeOf(error) === INVALID_PASSWORD) {
      throw new EmbeddedPostgresError(
        `${cluster.path} does not accept the password in database-url beside it: restore that file, or start over with --fresh`,
      );
    }
    return { state: 'busy' };
  } finally {
    await client.end().catch(() => {});
  }
}

/** @returns why the server did not start; undefined when it did */
async function tryStart(cluster: Cluster, port: number, extra: ServerSettings = {}): Promise<string | undefined> {
  // Another program may have its number by now. Postgres, unlike us, would take that program for a running server.
  // Processes that outlived a killed server still stop a new one from starting, because they hold its shared memory.
  await rm(join(cluster.path, 'postmaster.pid'), { force: true });
  const logSize = await keepLogSmall(cluster.log);
  const settings = Object.entries({ ...SETTINGS, ...extra, port }).map(([name, value]) => `-c ${name}=${value}`);
  const started = await cluster.account.run(cluster.binaries.pg_ctl, [
    ...['start', '-D', cluster.path, '-l', cluster.log, '-w', '-t', `${PATIENCE_MS / 1000}`],
    ...['-o', settings.join(' ')],
  ]);
  if (started.code === 0) return undefined;
  const said = (await readFile(cluster.log).catch(() => Buffer.alloc(0))).subarray(logSize).toString();
  const reasons = said.split('\n').filter((line) => /FATAL|PANIC|could not bind/.test(line));
  const plain = reasons.map((line) => line.replace(/^.*?(LOG|FATAL|PANIC): +/, ''));
  return plain.join('; ') || reasonIn(started.output) || 'pg_ctl failed';
}

async function keepLogSmall(path: string): Promise<number> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size <= MAX_LOG_BYTES) return size;
  await truncate(path);
  return 0;
}
