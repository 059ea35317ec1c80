import pg from 'pg';

/** What is of a running app, of the database itself, or built anew from the log. */
const LEFT = ['applied_files', 'checkpoints', 'key_readers', 'log_home', 'owners', 'rate_limits', 'write_probe'];
const PAGE = 500;

const TABLES = `select relname as name from pg_class
  where relnamespace = 'app'::regnamespace and relkind = 'r' and relname <> all ($1) order by relname`;
const SEQUENCES = `select sequencename as name, last_value from pg_sequences where schemaname = 'app' and last_value is not null`;

/**
 * Copies the app's tables from one database to another, which has none of their rows but those that each begins with: keys of persons, claims,
 * passwords, calls that wait. In the caller's transactions.
 */
export const copyTables = async (from: pg.ClientBase, to: pg.ClientBase): Promise<void> => {
  const { rows: tables } = await from.query<{ name: string }>(TABLES, [LEFT]);
  for (const { name } of tables) {
    const table = `app.${pg.escapeIdentifier(name)}`;
    const { rows } = await to.query(`select from ${table} limit 1`);
    if (rows.length > 0) await to.query(`delete from ${table}`);
    await from.query(`declare rows_to_copy cursor for select row_to_json(each)::text as json from ${table} each`);
    for (;;) {
      const page = (await from.query<{ json: string }>(`fetch ${PAGE} from rows_to_copy`)).rows;
      if (page.length === 0) break;
      await to.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
        [`[${page.map(({ json }) => json).join(',')}]`],
      );
    }
    await from.query('close rows_to_copy');
  }
  const { rows: sequences } = await from.query<{ name: string; last_value: number }>(SEQUENCES);
  for (const { name, last_value } of sequences) {
    await to.query('select setval($1, $2)', [`app.${pg.escapeIdentifier(name)}`, last_value]);
  }
};
