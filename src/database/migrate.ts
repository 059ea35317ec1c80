import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { waitForLock } from './advisory-lock.ts';
import { toError } from './thrown.ts';

/** Any constant will do, if every process that migrates uses the same one. */
const MIGRATION_LOCK = 7_115_115;
const DEFAULT_FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

/**
 * Brings the schema up to date: runs every NNN-name.sql of the folder that app.migrations does not list yet, in order,
 * each in its own transaction. Processes that start together wait for each other. Returns the names it ran.
 * @throws Error naming the migration that failed (it left nothing behind), or one that this version does not know.
 */
export async function migrate(url: string, folder: string = DEFAULT_FOLDER): Promise<string[]> {
  const files = await migrationFiles(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'tillstream migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await waitForLock(client, ['$1', MIGRATION_LOCK], '10s');
    await client.query('create schema if not exists app');
    await client.query(
      'create table if not exists app.migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from app.migrations');
    const applied = new Set(rows.map((row) => row.name));
    refuseUnknown(applied, files);
    const pending = files.filter((file) => !applied.has(file));
    for (const file of pending) await apply(client, folder, file);
    return pending;
  } finally {
    await client.end(); // releases the lock too
  }
}

async function apply(client: pg.Client, folder: string, file: string): Promise<void> {
  const sql = await readFile(`${folder}/${file}`, 'utf8');
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into app.migrations (name) values ($1)', [file]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`migration ${file} failed: ${toError(error).message}`, { cause: error });
  }
}

async function migrationFiles(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  for (const file of files) {
    const number = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
    if (number === undefined) throw new Error(`migration ${file}: the name must be like 001-what-it-does.sql`);
    if (numbers.has(number)) throw new Error(`migration ${file}: number ${number} is taken by another file`);
    numbers.add(number);
  }
  return files;
}

/** An old version would write what a newer schema no longer expects. */
function refuseUnknown(applied: ReadonlySet<string>, files: readonly string[]): void {
  const unknown = [...applied].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new Error(`the database was migrated by another version: ${unknown.join(', ')} is unknown to this one`);
  }
}
