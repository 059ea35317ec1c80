import type pg from 'pg';

const SCHEMAS = ['log', 'app', 'read'];

/** A table that holds something and about which the planner knows nothing: pg_restore leaves tables so. */
const TABLES = `
  select format('%I.%I', relnamespace::regnamespace::text, relname) as name from pg_class
  where relkind = 'r' and relnamespace::regnamespace::text = any ($1)
    and ($2 or (pg_relation_size(oid) > 0 and not exists (select from pg_statistic where starelid = pg_class.oid)))
  order by 1`;

/** Not a table that somebody else has locked: it may be analyzed right now, or by an owner that is frozen. */
const analyze = async (db: Pick<pg.Pool, 'query'>, all: boolean): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(TABLES, [SCHEMAS, all]);
  for (const { name } of rows) await db.query(`analyze (skip_locked) ${name}`);
  return rows.map(({ name }) => name);
};

/**
 * Tells the planner about tables that it knows nothing of. Until autovacuum comes by, lists of a restored database would take
 * up to forty times as long. Answers their names.
 */
export const analyzeUnknown = (db: Pick<pg.Pool, 'query'>): Promise<string[]> => analyze(db, false);

/** Tells the planner about all tables, after much was written. */
export const analyzeAll = (db: Pick<pg.Pool, 'query'>): Promise<string[]> => analyze(db, true);
