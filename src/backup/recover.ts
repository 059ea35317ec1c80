import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { restoreCommand } from '../database/embedded-postgres/archiving.ts';
import { isPostmaster, readPostmasterPid } from '../database/embedded-postgres/postmaster.ts';
import { type Cluster, startServer, stopServer } from '../database/embedded-postgres/server.ts';
import { toError } from '../database/thrown.ts';
import { walFilesBetween } from './copy-cluster.ts';
import type { Manifest } from './manifest.ts';

/** Where Postgres stops to apply its write-ahead log. */
export type Target = { readonly time: Date } | { readonly transaction: string } | 'end of the backup' | undefined;

/** What a restored database holds. */
export interface Restored {
  /** The last position of the log, and when it was recorded; 0 and null if the events are elsewhere. */
  readonly position: number;
  readonly recorded_at: Date | null;
  /** Events in the log, and in the tree over it. */
  readonly events: number;
  readonly tree: number;
  readonly origin: string;
}

const LOOK_MS = 50;
/** As configuration files of Postgres have texts. */
const inConf = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const AUTO_CONF = 'postgresql.auto.conf';

/**
 * Starts the copied cluster, lets it apply its write-ahead log up to the target, asks `look`, and stops it. It is then as a server
 * that was stopped cleanly.
 */
export const recover = async <Found>(
  { cluster, url, wal, target }: { cluster: Cluster; url: URL; wal: string | undefined; target: Target },
  look: (client: pg.Client) => Promise<Found>,
): Promise<Found> => {
  const conf = join(cluster.path, AUTO_CONF);
  // A restored database must not write into the archive that it comes from: the next start of the app decides where to.
  const kept = (await readFile(conf, 'utf8')).split('\n').filter((line) => !/^archive_/.test(line));
  const aim =
    target === undefined
      ? []
      : target === 'end of the backup'
        ? [`recovery_target = 'immediate'`]
        : 'time' in target
          ? // While it reads its settings, Postgres knows no T and no Z.
            [`recovery_target_time = '${target.time.toISOString().replace('T', ' ').replace('Z', '+00')}'`]
          : [`recovery_target_xid = '${target.transaction}'`];
  const recovery =
    wal === undefined
      ? []
      : [`restore_command = ${inConf(restoreCommand(wal))}`, `recovery_target_action = 'promote'`, ...aim];
  const own = async (name: string, text: string): Promise<void> => {
    await writeFile(join(cluster.path, name), text, { mode: 0o600, flush: true });
    await cluster.account.own(join(cluster.path, name));
  };
  await own(AUTO_CONF, [...kept, ...recovery, ''].join('\n'));
  if (wal !== undefined) await own('recovery.signal', '');
  try {
    // It may reach the end of the archive, and end, before it has said that it runs.
    const { port } = await startServer(cluster, url, {}).catch((error: unknown) => {
      throw endsTooEarly(toError(error).message) ?? error;
    });
    const at = new URL(url);
    at.port = `${port}`;
    await untilRecovered(cluster, at.href);
    const client = new pg.Client({ connectionString: at.href });
    client.on('error', () => {});
    await client.connect();
    try {
      return await look(client);
    } finally {
      await client.end();
    }
  } finally {
    await stopServer(cluster);
    await own(AUTO_CONF, kept.join('\n'));
  }
};

const untilRecovered = async (cluster: Cluster, url: string): Promise<void> => {
  for (;;) {
    const isOver = await isRecovered(url).catch(() => undefined);
    if (isOver) return;
    const pid = (await readPostmasterPid(cluster.path))?.pid;
    if (isOver === undefined && (!pid || !(await isPostmaster(pid, cluster.path)))) {
      const said = await readFile(cluster.log, 'utf8').catch(() => '');
      // Our own looks are refused with such lines as well, also while it ends.
      const fatal = said.match(/FATAL: +(?!the database system is )(.*)/g)?.at(-1) ?? 'Postgres ended';
      throw endsTooEarly(said) ?? new Error(`${fatal} (see ${cluster.log})`);
    }
    await delay(LOOK_MS);
  }
};

/** Undefined: Postgres ended for another reason. */
const endsTooEarly = (said: string): Error | undefined =>
  said.includes('before configured recovery target')
    ? new Error('the archive ends before --until: leave it out to restore all that there is')
    : undefined;

const isRecovered = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return !(await client.query<{ on: boolean }>('select pg_is_in_recovery() as on')).rows[0]!.on;
  } finally {
    await client.end();
  }
};

/** What the database holds now. */
export const describeRestored = async (client: Pick<pg.Client, 'query'>): Promise<Restored> => {
  const { rows } = await client.query<
    Record<'position' | 'events' | 'tree' | 'origin', string> & { recorded_at: Date | null }
  >(
    `select coalesce(max(position), 0) as position, max(recorded_at) as recorded_at, count(*) as events,
       (select size from app.tree_head) as tree, (select 'tillstream/' || log_id from app.tree_head) as origin
     from log.events`,
  );
  const { position, recorded_at, events, tree, origin } = rows[0]!;
  return { position: Number(position), recorded_at, events: Number(events), tree: Number(tree), origin };
};

/**
 * The transaction that recorded the last event up to a position. Events get their positions in the order of their commits, so
 * what was committed before it has smaller ones.
 */
export const transactionAt = async (
  client: Pick<pg.Client, 'query'>,
  position: number,
): Promise<string | undefined> => {
  const { rows } = await client.query<{ transaction: string; is_last: boolean }>(
    `select xmin::text as transaction, position = (select max(position) from log.events) as is_last
     from log.events where position <= $1 order by position desc limit 1`,
    [position],
  );
  // Postgres stops after a transaction only if it sees that one.
  return rows[0] && !rows[0].is_last ? rows[0].transaction : undefined;
};

const SEGMENT_BYTES = 16 * 1024 ** 2;

/**
 * Whether the archive has each file from the end of the backup on. Postgres would take a hole for the end, and say nothing.
 * @throws Error of one line that names the first file that is missing
 */
export const assertNoHole = async (wal: string, { postgres }: Manifest): Promise<void> => {
  const last = postgres.last_wal;
  if (last === null || !existsSync(wal)) return;
  // Without the timeline, the first eight digits: a restore begins another one, which goes on with the numbers.
  const numbers = (await readdir(wal)).flatMap((name) => /^[0-9A-F]{8}([0-9A-F]{16})\.zst$/.exec(name)?.[1] ?? []);
  const newest = numbers.toSorted().at(-1);
  if (newest === undefined || newest <= last.slice(8)) return;
  const has = new Set([...numbers, last.slice(8)]);
  const missing = walFilesBetween(last, `${last.slice(0, 8)}${newest}`, SEGMENT_BYTES).find(
    (name) => !has.has(name.slice(8)),
  );
  if (missing === undefined) return;
  throw new Error(
    `the archive ${wal} has a hole: ${missing} is missing, and later files are there. Restore a newer backup, or until before it`,
  );
};
