import type pg from 'pg';

const SCHEMAS = ['log', 'app', 'read'];

/**
 * A table with rows that the planner knows nothing about: pg_restore leaves tables in this state. The view shows what its
 * reader may read; the catalogue below it is for superusers alone.
 */
const TABLES = `
  select format('%I.%I', relnamespace::regnamespace::text, relname) as name from pg_class
  where relkind = 'r' and relnamespace::regnamespace::text = any ($1)
    and ($2 or (pg_relation_size(oid) > 0 and not exists (
      select from pg_stats where schemaname = relnamespace::regnamespace::text and tablename = relname)))
  order by 1`;

/** Not a table that another session has locked: it may be analyzed right now, or a frozen owner may hold it. */
const analyze = async (db: Pick<pg.Pool, 'query'>, all: boolean): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(TABLES, [SCHEMAS, all]);
  for (const { name } of rows) await db.query(`analyze (skip_locked) ${name}`);
  return rows.map(({ name }) => name);
};

/**
 * Gives the planner statistics of tables that have none. Until autovacuum comes, lists of a restored database would
 * take up to forty times as long. Answers the names of the tables.
 */
export const analyzeUnknown = (db: Pick<pg.Pool, 'query'>): Promise<string[]> => analyze(db, false);

/** Gives the planner statistics of all tables, after many writes. */
export const analyzeAll = (db: Pick<pg.Pool, 'query'>): Promise<string[]> => analyze(db, true);
