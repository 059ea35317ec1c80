import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { adminUrlOf } from '../support/database.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SOURCES = new URL('../../src/database/', import.meta.url).pathname;

/** What lasts: everything else is derived from it. */
const SCHEMAS = ['log', 'app'];
/** What the SQL files say, and what belongs to read models or to processes that have ended. */
const LEFT_OUT = ['app.applied_files', 'app.checkpoints', 'app.owners'];

/** The lasting tables of a database, as one version left them. */
export interface DatabaseDump {
  /** Those that had run, after the baseline. */
  readonly migrations: readonly string[];
  /** Each table's rows, each a JSON text by Postgres. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly sequences: Readonly<Record<string, string>>;
}

export const dumpDatabase = async (pool: pg.Pool): Promise<DatabaseDump> => {
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(text, values)).rows;
  const migrations = await ask<{ name: string }>(
    `select name from app.applied_files where name like 'migrations/%' order by name`,
  );
  const names = await ask<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any ($1) order by 1`,
    [SCHEMAS],
  );
  const tables: Record<string, string[]> = {};
  for (const { name } of names.filter((table) => !LEFT_OUT.includes(table.name))) {
    // row_to_json keeps a json value to the letter.
    const rows = await ask<{ row: string }>(`select row_to_json(it)::text as row from ${name} it order by ctid`);
    tables[name] = rows.map(({ row }) => row);
  }
  const sequences = await ask<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname = any ($1) and last_value is not null`,
    [SCHEMAS],
  );
  return {
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
  };
};

/** Makes an empty database what the dump's was: the baseline and its migrations run, and no later ones; then come the rows. */
export const restoreDatabase = async (url: string, { migrations, tables, sequences }: DatabaseDump): Promise<void> => {
  const folder = join(await tempFolder(), 'database');
  await mkdir(join(folder, 'migrations'), { recursive: true });
  for (const name of ['schema', 'functions', ...migrations]) {
    await cp(join(SOURCES, name), join(folder, name), { recursive: true });
  }
  await migrate(url, folder);
  const client = new pg.Client({ connectionString: adminUrlOf(url) });
  await client.connect();
  try {
    // The rows are complete: no trigger may add to them, and no order of the tables matters.
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const [table, rows] of Object.entries(tables)) {
      // The baseline may have put a row already. Tables that are only added to have none, and refuse even this.
      if ((await client.query(`select from ${table} limit 1`)).rowCount) await client.query(`delete from ${table}`);
      const insert = `insert into ${table} overriding system value`;
      await client.query(`${insert} select * from json_populate_recordset(null::${table}, $1)`, [`[${rows.join()}]`]);
    }
    for (const [name, value] of Object.entries(sequences)) await client.query('select setval($1, $2)', [name, value]);
    await client.query('commit');
  } finally {
    await client.end();
  }
};
