import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { waitForLock } from './advisory-lock.ts';
import { Client } from './client.ts';
import { toError } from './thrown.ts';
import { inTransactionOver } from './transaction.ts';

/** Any constant will do, if every process that migrates uses the same one. */
const MIGRATION_LOCK = 7_115_115;
const DEFAULT_FOLDER = fileURLToPath(new URL('./', import.meta.url));

/** An SQL file, by its place in the folder: `schema/log.sql`. */
interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

/** The files that a database has run, and their hashes. */
type Applied = ReadonlyMap<string, string>;

/**
 * Brings the schema up to date. An empty database gets the baseline: functions, then tables (`schema/`). Then every
 * `migrations/NNN-name.sql` runs that the database has not run yet, in order, each in its own transaction. At last come the
 * functions that have changed, in their present form. Processes that start together wait for each other. Returns the names of
 * the files it ran.
 * @throws Error naming the file that failed (it left nothing behind), or one that this version does not know; and for a
 *   database of before 1.0, which stays as it is
 */
export async function migrate(url: string, folder: string = DEFAULT_FOLDER): Promise<string[]> {
  const schema = await sqlFiles(folder, 'schema');
  const functions = await sqlFiles(folder, 'functions');
  const migrations = await sqlFiles(folder, 'migrations');
  refuseNames(migrations);
  const client = new Client({ connectionString: url, application_name: 'tillstream migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await waitForLock(client, ['$1', MIGRATION_LOCK], '10s');
    const applied = await appliedFiles(client);
    const ran: SqlFile[] = [];
    const run = async (files: readonly SqlFile[]): Promise<void> => {
      await apply(client, files);
      ran.push(...files);
    };
    if (applied) refuseOthers(applied, schema, migrations);
    else await run([...functions, ...schema]);
    const pending = migrations.filter(({ name }) => !applied?.has(name));
    for (const migration of pending) await run([migration]);
    // A migration may have dropped one, to give it other parameters.
    const changed = applied ? functions.filter(({ name, hash }) => applied.get(name) !== hash) : [];
    const due = pending.length > 0 ? functions : changed;
    if (due.length > 0) await run(due);
    return [...new Set(ran.map(({ name }) => name))];
  } finally {
    await client.end(); // releases the lock too
  }
}

/** In the order of their names, which is the order in which they run. */
async function sqlFiles(folder: string, part: string): Promise<SqlFile[]> {
  const names = (await readdir(`${folder}/${part}`)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${part}/${name}`, 'utf8');
      return { name: `${part}/${name}`, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

const OURS = `
  select to_regclass('app.applied_files') is not null as is_ours, exists (
    select from pg_class where relkind = 'r' and relnamespace in (to_regnamespace('log'), to_regnamespace('app'))
  ) as has_tables`;

/** Undefined for a database that is empty so far. */
const appliedFiles = async (client: pg.Client): Promise<Applied | undefined> => {
  const { is_ours, has_tables } = (await client.query<{ is_ours: boolean; has_tables: boolean }>(OURS)).rows[0]!;
  if (!is_ours && has_tables) {
    throw new Error(
      'the database is of a version before 1.0, which this one can not read: begin with an empty database',
    );
  }
  if (!is_ours) return undefined;
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from app.applied_files');
  return new Map(rows.map(({ name, hash }) => [name, hash]));
};

/** Bodies of functions are not checked: one may name another one, or a table, that comes after it. */
const PREPARE = `
  set local check_function_bodies = off;
  create schema if not exists log;
  create schema if not exists app;
  create schema if not exists read;
  create table if not exists app.applied_files (
    name text primary key, hash text not null, applied_at timestamptz not null default now()
  )`;
const NOTE = `
  insert into app.applied_files (name, hash) values ($1, $2)
  on conflict (name) do update set hash = excluded.hash, applied_at = now()`;

/** All of them in one transaction. */
async function apply(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  let at = '';
  try {
    await inTransactionOver(client, async () => {
      await client.query(PREPARE);
      for (const { name, sql, hash } of files) {
        at = name;
        await client.query(sql);
        await client.query(NOTE, [name, hash]);
      }
    });
  } catch (error) {
    throw new Error(`${at} failed: ${toError(error).message}`, { cause: error });
  }
}

function refuseNames(migrations: readonly SqlFile[]): void {
  const numbers = new Set<string>();
  for (const { name } of migrations) {
    const number = /^migrations\/(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new Error(`${name}: the name must be like 001-what-it-does.sql`);
    if (numbers.has(number)) throw new Error(`${name}: number ${number} is taken by another file`);
    numbers.add(number);
  }
}

/** An old version would write what a newer schema no longer expects. Functions alone may differ: they are written anew. */
function refuseOthers(applied: Applied, schema: readonly SqlFile[], migrations: readonly SqlFile[]): void {
  const known = new Map([...schema, ...migrations].map(({ name, hash }) => [name, hash]));
  const others = [...applied].filter(([name, hash]) => !name.startsWith('functions/') && known.get(name) !== hash);
  const missing = schema.filter(({ name }) => !applied.has(name));
  const names = [...others.map(([name]) => name), ...missing.map(({ name }) => name)];
  if (names.length > 0) {
    throw new Error(`the database was made by another version: ${names.join(', ')} differs from what this one has`);
  }
}
