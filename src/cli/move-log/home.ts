import type pg from 'pg';
import { type LogEngine, type LogHome, readLogHome } from '../../database/log-home.ts';
import { inTransaction } from '../../database/transaction.ts';

/** While it is there, no event comes to the log in Postgres, whoever appends: but for those of a move back. */
const CLOSE = `create or replace trigger moved before insert on log.events for each statement
  when (current_setting('tillstream.moves', true) is distinct from 'on') execute function log.refuse_change()`;
const OPEN = 'drop trigger if exists moved on log.events';

/** Each app process has some of these connections, as long as it lives. The move has others. */
const APP_SESSIONS = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name like 'tillstream%' and application_name <> $1`;

/** The name of the connections of a move, as Postgres shows it. */
export const MOVE_NAME = 'tillstream-move-log';

const KEEP = `insert into app.log_home (target, engine, state) values ($1, $2, 'copying')
  on conflict (is_only) do update set target = excluded.target, engine = excluded.engine, state = 'copying', compared_to = 0`;

/** Notes what is moved where to. What was noted for another target, or was moved before, begins anew. */
export const noteMove = async (pool: pg.Pool, target: string, engine: LogEngine): Promise<LogHome> => {
  const known = await readLogHome(pool);
  const isTheSame = known?.target === target && known.engine === engine;
  if (isTheSame) return known;
  if (known?.state === 'moving') {
    throw new Error(`the log is being moved to ${known.target}: end that, or give it up with --give-up`);
  }
  await pool.query(KEEP, [target, engine]);
  return (await readLogHome(pool))!;
};

export const noteCompared = async (pool: pg.Pool, position: number): Promise<void> => {
  await pool.query('update app.log_home set compared_to = $1', [position]);
};

/**
 * From now on no app process starts, and none appends to a log in Postgres. Answers how many connections of app processes there
 * are: with any, nothing is changed.
 */
export const closeLog = async (pool: pg.Pool, isInPostgres: boolean): Promise<number> => {
  // First this, then the look: an app that starts now either is seen, or sees this.
  await pool.query(`update app.log_home set state = 'moving'`);
  const { count } = (await pool.query<{ count: number }>(APP_SESSIONS, [MOVE_NAME])).rows[0]!;
  if (count > 0) await pool.query(`update app.log_home set state = 'copying'; ${isInPostgres ? OPEN : ''}`);
  else if (isInPostgres) await pool.query(CLOSE);
  return count;
};

/** Undoes `closeLog`: the log goes on where it was. */
export const giveUp = (pool: pg.Pool): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const home = await readLogHome(tx);
    if (home?.state === 'moved') throw new Error(`the log was moved to ${home.target} already`);
    await tx.query('delete from app.log_home');
    await tx.query(OPEN);
  });

/** The move has ended. A log that came to Postgres takes events again. */
export const noteMoved = async (db: Pick<pg.ClientBase, 'query'>, engine: LogEngine, target: string): Promise<void> => {
  await db.query(KEEP, [target, engine]);
  await db.query(`update app.log_home set state = 'moved'`);
  if (engine === 'postgres') await db.query(OPEN);
};
