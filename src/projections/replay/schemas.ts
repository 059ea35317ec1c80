import pg from 'pg';
import { ANALYST_ROLE, hasAnalyst } from '../../database/analyst-role.ts';
import { DEPENDENT_OBJECTS_STILL_EXIST, DUPLICATE_SCHEMA, UNIQUE_VIOLATION } from '../../database/sqlstate.ts';
import { codeOf } from '../../database/thrown.ts';
import { inTransaction } from '../../database/transaction.ts';
import { lockInstall } from '../analytics/install.ts';
import type { Queryable } from '../engine/schema.ts';

/** Begins the comment of the schemas of a replay: no other schema is ever dropped. */
const MARK = 'replay by Tillstream';
const NAME = /^[a-z][a-z0-9_]{0,39}$/;
/** Ours; and beginnings that Postgres and rebuilds keep for themselves. */
const TAKEN = /^(analytics|analytics_history|app|information_schema|log|public|read|pg_.*|rebuild_.*)$/;

/** The views are in the schema of the given name. The tables below them show more than analysts may see. */
export interface ReplaySchemas {
  readonly views: string;
  readonly tables: string;
}

/** @throws Error of one line for a person, if the name is bad */
export const replaySchemas = (name: string): ReplaySchemas => {
  if (!NAME.test(name)) {
    throw new Error(`${name} is no name for a schema: a letter first, then a-z, 0-9 and _, 40 characters at most`);
  }
  if (TAKEN.test(name)) throw new Error(`the name ${name} is taken: choose another one`);
  return { views: name, tables: `${name}_tables` };
};

/** @throws Error of one line for a person, with nothing changed, if one of them exists */
export const createSchemas = (pool: pg.Pool, { views, tables }: ReplaySchemas): Promise<void> =>
  inTransaction(pool, async (client) => {
    await lockInstall(client);
    for (const schema of [views, tables]) {
      try {
        await client.query(`create schema ${pg.escapeIdentifier(schema)}`);
      } catch (error) {
        const code = codeOf(error);
        if (code !== DUPLICATE_SCHEMA && code !== UNIQUE_VIOLATION) throw error;
        throw new Error(`there is a schema ${schema} already: choose another name, or drop that replay first`);
      }
    }
    await describe(client, { views, tables }, 'unfinished');
    if (await hasAnalyst(client)) {
      await client.query(`grant usage on schema ${pg.escapeIdentifier(views)} to ${ANALYST_ROLE}`);
    }
  });

/** Notes in the schemas what they hold. */
export const describe = async (db: Queryable, { views, tables }: ReplaySchemas, what: string): Promise<void> => {
  for (const schema of [views, tables]) {
    const comment = pg.escapeLiteral(`${MARK}: ${what}`);
    await db.query(`comment on schema ${pg.escapeIdentifier(schema)} is ${comment}`);
  }
};

/** The names of all replays in the database, finished or not. */
export const listReplays = async (db: Queryable): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(
    `select nspname::text as name from pg_namespace
     where obj_description(oid, 'pg_namespace') like $1 and right(nspname, 7) <> '_tables' order by 1`,
    [`${MARK}: %`],
  );
  return rows.map(({ name }) => name);
};

/** @throws Error of one line for a person, with nothing changed, if it is no replay, or if others built on its views */
export const dropReplay = (pool: pg.Pool, { views, tables }: ReplaySchemas): Promise<void> =>
  inTransaction(pool, async (client) => {
    if (!(await listReplays(client)).includes(views)) throw new Error(`there is no replay ${views}`);
    try {
      await dropViews(client, views);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== DEPENDENT_OBJECTS_STILL_EXIST) throw error;
      throw new Error(`others built on replay ${views}: ${error.detail?.replaceAll('\n', '; ')}`);
    }
    await dropSchemas(client, { views, tables });
  });

/**
 * Removes every replay, with what others built on it: the persons whom the log forgets now are still in them. They can be
 * made again. Needs an open transaction.
 */
export const dropAllReplays = async (tx: pg.ClientBase): Promise<void> => {
  // If an analyst is at a query in a replay, a later attempt drops it: a start must not wait for analysts.
  await tx.query(`set local lock_timeout to '2s'`);
  await lockInstall(tx);
  for (const name of await listReplays(tx)) await dropSchemas(tx, { views: name, tables: `${name}_tables` });
};

/** With all they hold. */
export const dropSchemas = async (db: Queryable, { views, tables }: ReplaySchemas): Promise<void> => {
  for (const schema of [views, tables]) await db.query(`drop schema if exists ${pg.escapeIdentifier(schema)} cascade`);
};

/** Fails where a schema dropped with all it holds would take along what others built on it. */
const dropViews = async (db: Queryable, schema: string): Promise<void> => {
  const { rows } = await db.query<{ views: string | null; functions: string | null }>(
    `select
       (select string_agg(c.oid::regclass::text, ', ') from pg_class c
        where c.relnamespace = $1::regnamespace and c.relkind = 'v') as views,
       (select string_agg(p.oid::regprocedure::text, ', ') from pg_proc p
        where p.pronamespace = $1::regnamespace) as functions`,
    [pg.escapeIdentifier(schema)],
  );
  const { views, functions } = rows[0]!;
  if (functions !== null) await db.query(`drop function ${functions}`);
  if (views !== null) await db.query(`drop view ${views}`);
};
