import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { Client } from '../database/client.ts';
import { OTHER_HOSTS } from '../database/other-hosts.ts';
import { codeOf } from '../database/thrown.ts';
import { CONTENT, type Manifest } from './manifest.ts';
import { pack, unpack } from './packing.ts';

const DUMP = 'database.dump';

/** The address as libpq takes it, without the password, which other users of the machine could read in a command line. */
export const forTools = (url: string): { readonly address: string; readonly password: string } => {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  address.searchParams.delete('uselibpqcompat');
  // Of Node's driver alone.
  if (address.searchParams.get('sslmode') === 'no-verify') address.searchParams.set('sslmode', 'require');
  const others = address.searchParams.get(OTHER_HOSTS);
  if (others === null) return { address: address.href, password };
  address.searchParams.delete(OTHER_HOSTS);
  address.searchParams.set('target_session_attrs', 'read-write');
  // Behind the user: the name of the host may be that of the user, or of the protocol, too.
  return { address: address.href.replace(/^[^/]*\/\/(?:[^@/]*@)?[^/?#]*/, `$&,${others}`), password };
};

const runTool = (program: string, url: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const { address, password } = forTools(url);
    const env = { PATH: process.env.PATH, LC_ALL: 'C', PGPASSWORD: password };
    let said = '';
    const child = spawn(program, [...args, `--dbname=${address}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (chunk: Buffer) => (said += chunk));
    child.on('error', (error) =>
      reject(
        codeOf(error) === 'ENOENT'
          ? new Error(
              `${program} is not there: install the client programs of Postgres, of the version of your server or newer`,
            )
          : error,
      ),
    );
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} failed: ${said.trim().split('\n')[0] ?? code}`)),
    );
  });

/** Has pg_dump write the whole database as it is at one moment. It needs no right but to own the database. */
export const dumpDatabase = async (
  url: string,
  folder: string,
): Promise<Pick<Manifest, 'folders' | 'files' | 'position' | 'end_position' | 'postgres'>> => {
  const client: pg.Client = new Client({ connectionString: url, application_name: 'tillstream backup' });
  client.on('error', () => {});
  await client.connect();
  let position: number;
  let major: number;
  try {
    const { rows } = await client.query<{ position: string; version: string }>(
      `select coalesce(max(position), 0) as position, current_setting('server_version_num') as version from log.events`,
    );
    position = Number(rows[0]!.position);
    major = Math.floor(Number(rows[0]!.version) / 10_000);
  } finally {
    await client.end();
  }
  await mkdir(join(folder, CONTENT), { mode: 0o700 });
  const plain = join(folder, DUMP);
  // Packed by us, with a checksum.
  await runTool('pg_dump', url, ['--format=custom', '--compress=0', `--file=${plain}`]);
  const file = (await pack(plain, join(folder, CONTENT), DUMP))!;
  await rm(plain);
  return {
    folders: [],
    files: [file],
    position,
    end_position: position,
    postgres: { major, first_wal: null, last_wal: null },
  };
};

/** @throws Error of one line, also if something of Tillstream is in the database already */
export const restoreDump = async (url: string, folder: string, { files }: Manifest, scratch: string): Promise<void> => {
  const client: pg.Client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_namespace where nspname in ('log', 'app', 'read')`);
    if (rowCount! > 0) throw new Error('the database of DATABASE_URL is not empty: make a new one, and name that');
  } finally {
    await client.end();
  }
  const plain = join(scratch, DUMP);
  await unpack(join(folder, CONTENT), files[0]!, plain);
  await runTool('pg_restore', url, ['--exit-on-error', '--no-owner', '--no-privileges', plain]);
};
