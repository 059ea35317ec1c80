import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { codeOf } from '../database/thrown.ts';
import { CONTENT, type Manifest, type PackedFile } from './manifest.ts';
import { pack, packAll } from './packing.ts';

/** What Postgres makes anew at its start, or must not find. Of these folders only the names are kept. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|server\.log|backup_label|tablespace_map|.*\.old|pgsql_tmp.*|pg_internal\.init.*)$/;
/** It says where recovery begins, so it must not be older than what is copied before it. */
const LAST = 'global/pg_control';

interface Found {
  readonly folders: string[];
  readonly files: string[];
}

const findAll = async (root: string, folder = '', found: Found = { folders: [], files: [] }): Promise<Found> => {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    // A table that was dropped meanwhile.
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (LEFT_OUT.test(entry.name)) continue;
    if (entry.isSymbolicLink()) throw new Error(`${join(root, path)} is a link: tablespaces are not backed up`);
    if (!entry.isDirectory()) found.files.push(path);
    else {
      found.folders.push(path);
      if (!EMPTIED.has(path)) await findAll(root, path, found);
    }
  }
  return found;
};

const SLOT = 'tillstream_backup';

/**
 * Copies the files of a running embedded Postgres, and of its write-ahead log what makes the copy whole. Postgres is told of
 * the copy (pg_backup_start), and a slot of this session keeps it from recycling that log meanwhile.
 * @param folder of the backup
 */
export const copyCluster = async (
  { url, cluster }: { readonly url: string; readonly cluster: string },
  folder: string,
): Promise<Pick<Manifest, 'folders' | 'files' | 'position' | 'end_position' | 'postgres'>> => {
  const content = join(folder, CONTENT);
  const client = new pg.Client({ connectionString: url, application_name: 'tillstream backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    const one = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row> =>
      (await client.query<Row>(text, values)).rows[0]!;
    await one(`select pg_create_physical_replication_slot($1, true, true)`, [`${SLOT}_${process.pid}`]);
    const { lsn: start } = await one<{ lsn: string }>(`select pg_backup_start('tillstream', true)::text as lsn`);
    const { folders, files } = await findAll(cluster);
    const packed = await packAll(
      cluster,
      content,
      files.filter((path) => path !== LAST),
    );
    packed.push(...(await packAll(cluster, content, [LAST])));
    const head = async (): Promise<number> =>
      Number(
        (await one<{ position: string }>('select coalesce(max(position), 0) as position from log.events')).position,
      );
    const position = await head();
    const stopped = await one<{ lsn: string; labelfile: string }>(
      'select lsn::text, labelfile from pg_backup_stop(false)',
    );
    const end_position = await head();
    const { first, last, bytes } = await one<{ first: string; last: string; bytes: string }>(
      `select pg_walfile_name($1) as first, pg_walfile_name($2) as last, setting as bytes
       from pg_settings where name = 'wal_segment_size'`,
      [start, stopped.lsn],
    );
    const wal = walFilesBetween(first, last, Number(bytes)).map((name) => `pg_wal/${name}`);
    const packedWal = await packAll(cluster, content, wal);
    if (packedWal.length < wal.length) throw new Error('Postgres has recycled its write-ahead log during the backup');
    const label = await packText(stopped.labelfile, folder, 'backup_label');
    const major = Number((await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim());
    return {
      folders: [...folders, 'pg_wal/archive_status', 'pg_wal/summaries'],
      files: [...packed, ...packedWal, label],
      position,
      end_position,
      postgres: { major, first_wal: first, last_wal: last },
    };
  } finally {
    await client.end();
  }
};

/** Names have eight digits each of the timeline, and of a number in two parts. */
export const walFilesBetween = (first: string, last: string, segmentBytes: number): string[] => {
  const perPart = 2 ** 32 / segmentBytes;
  const numberOf = (name: string): number =>
    Number.parseInt(name.slice(8, 16), 16) * perPart + Number.parseInt(name.slice(16), 16);
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
  const names: string[] = [];
  for (let number = numberOf(first); number <= numberOf(last); number++) {
    names.push(`${first.slice(0, 8)}${hex(Math.floor(number / perPart))}${hex(number % perPart)}`);
  }
  return names;
};

const packText = async (text: string, folder: string, path: string): Promise<PackedFile> => {
  const plain = join(folder, `${path}.plain`);
  await writeFile(plain, text, { mode: 0o600 });
  const packed = await pack(plain, join(folder, CONTENT), path);
  await rm(plain);
  return packed!;
};
