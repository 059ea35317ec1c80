import type pg from 'pg';

/** Where a log is: its engine, or `elsewhere` for another database. */
export type LogEngine = 'postgres' | 'eventstoredb' | 'elsewhere';

export interface LogHome {
  readonly target: string;
  readonly engine: LogEngine;
  /** `copying`: the app may run. */
  readonly state: 'copying' | 'moving' | 'moved';
  readonly compared_to: number;
}

/** The log is not where the settings say. The message is one line for a person. */
export class LogMoved extends Error {
  override name = 'LogMoved';
}

export const readLogHome = async (db: Pick<pg.ClientBase, 'query'>): Promise<LogHome | undefined> =>
  (await db.query<LogHome>('select target, engine, state, compared_to from app.log_home')).rows[0];

/**
 * An app that went on with a log that was moved would record what nobody reads any more.
 * @throws LogMoved
 */
export const assertLogIsHere = async (db: Pick<pg.ClientBase, 'query'>, engine: LogEngine): Promise<void> => {
  const home = await readLogHome(db);
  if (!home || home.state === 'copying') return;
  const { target } = home;
  if (home.state === 'moving') {
    throw new LogMoved(
      `the log is being moved to ${target}: run the same "npm run move-log" again to end it, or give it up with --give-up`,
    );
  }
  if (home.engine === engine) return;
  throw new LogMoved(
    {
      postgres: 'the log was moved to Postgres: take EVENT_STORE_URL out of the settings',
      eventstoredb: `the log was moved to ${target}: set EVENT_STORE_URL`,
      elsewhere: `the log was moved to ${target}: set DATABASE_URL`,
    }[home.engine],
  );
};
