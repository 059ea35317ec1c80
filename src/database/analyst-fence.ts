import pg from 'pg';
import { ANALYST_ROLE } from './analyst-role.ts';
import { INSUFFICIENT_PRIVILEGE } from './sqlstate.ts';
import { codeOf } from './thrown.ts';

type Queryable = Pick<pg.ClientBase, 'query'>;

/**
 * What Postgres lets every login do beside reading: hold advisory locks (every append waits for one of ours), make
 * large objects, notify, and write into the WAL.
 */
const HARMFUL = '^(pg_(try_)?advisory_|lo_|loread$|lowrite$|pg_notify$|pg_logical_emit_message$)';

/** Those functions that everybody may call and that we may take away. Only superusers may take them away. */
const CALLABLE = `
  select string_agg(oid::regprocedure::text, ', ') as names from pg_proc
  where pronamespace = 'pg_catalog'::regnamespace and proname ~ $1
    and has_function_privilege('public', oid, 'execute') and pg_has_role(proowner, 'usage')`;

const TEMPORARY = `
  select datname::text as name from pg_database
  where datname = current_database() and has_database_privilege('public', oid, 'temporary') and pg_has_role(datdba, 'usage')`;

/**
 * Takes from every login of this database but our own the rights with which an analyst could do harm. A right that
 * everybody has cannot be taken from a single login. If our user may not take a right away, it stays: see
 * docs/analysts.md. Needs an open transaction.
 */
export const fenceAnalysts = async (db: Queryable): Promise<void> => {
  await db.query('savepoint fence_analysts');
  try {
    const { names } = (await db.query<{ names: string | null }>(CALLABLE, [HARMFUL])).rows[0]!;
    if (names !== null) {
      // Our user could lose its superuser right, too.
      await db.query(`grant execute on function ${names} to current_user`);
      await db.query(`revoke execute on function ${names} from public`);
    }
    for (const { name } of (await db.query<{ name: string }>(TEMPORARY)).rows) {
      await db.query(`revoke temporary on database ${pg.escapeIdentifier(name)} from public`);
    }
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    await db.query('rollback to savepoint fence_analysts');
  }
};

const STATE = `
  select exists (select from pg_roles where rolname = $2) as role_exists,
    exists (select from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname ~ $1
      and has_function_privilege('public', oid, 'execute')) as harm_is_allowed`;

/** What only an administrator can do for analysts, in one line. Undefined if nothing is left to do. */
export const whatAnalystsLack = async (db: Queryable): Promise<string | undefined> => {
  const { rows } = await db.query<{ role_exists: boolean; harm_is_allowed: boolean }>(STATE, [HARMFUL, ANALYST_ROLE]);
  const { role_exists, harm_is_allowed } = rows[0]!;
  if (!role_exists)
    return `analysts cannot read: there is no role ${ANALYST_ROLE}, and our user may not make it; ${REMEDY}`;
  return harm_is_allowed
    ? `an analyst could stop every write: our user may not take away the rights that every login has; ${REMEDY}`
    : undefined;
};

const REMEDY = 'let an administrator run src/database/analysts.sql (docs/analysts.md)';
