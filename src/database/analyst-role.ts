import type pg from 'pg';
import { DUPLICATE_OBJECT, INSUFFICIENT_PRIVILEGE, UNIQUE_VIOLATION } from './sqlstate.ts';
import { codeOf } from './thrown.ts';

/** The role that may read schemas `analytics` and `analytics_history` and nothing else: see docs/analysts.md. */
export const ANALYST_ROLE = 'analyst';

type Queryable = Pick<pg.ClientBase, 'query'>;

/**
 * The settings of its sessions. A login may change its own settings permanently, so we set them again at each start if
 * we may.
 */
export const BOUNDS = `
  alter role ${ANALYST_ROLE} reset all;
  alter role ${ANALYST_ROLE} set default_transaction_read_only to on;
  alter role ${ANALYST_ROLE} set statement_timeout to '10min';
  alter role ${ANALYST_ROLE} set idle_in_transaction_session_timeout to '5min';
  alter role ${ANALYST_ROLE} set search_path to analytics`;

/** Whether the role exists. The database's user may have no right to make roles. */
export const hasAnalyst = async (db: Queryable): Promise<boolean> =>
  (await db.query('select from pg_roles where rolname = $1', [ANALYST_ROLE])).rowCount === 1;

/**
 * Makes the role if the database's user may. Another process may be making it at the same time, because a role belongs
 * to the server and not to the database. It can log in once it has a password. Its sessions are bounded: a rebuilt read
 * model has to wait for the last reader of the old one.
 */
export const ensureAnalyst = async (db: Queryable): Promise<void> => {
  if (await hasAnalyst(db)) return;
  try {
    await db.query(`create role ${ANALYST_ROLE} login connection limit 30; ${BOUNDS}`);
  } catch (error) {
    const code = codeOf(error);
    if (code !== DUPLICATE_OBJECT && code !== UNIQUE_VIOLATION && code !== INSUFFICIENT_PRIVILEGE) throw error;
  }
};
