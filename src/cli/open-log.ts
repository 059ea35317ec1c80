import type pg from 'pg';
import { type Config, loadConfig } from '../config/config.ts';
import { createPool } from '../database/connection.ts';
import { assertLogIsHere } from '../database/log-home.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { type Events, openEvents } from '../wiring/open-events.ts';
import { openCommandDatabase } from './command-database.ts';

/** What a command needs that reads the log. */
export interface OpenLog {
  readonly config: Config;
  readonly url: string;
  readonly pool: pg.Pool;
  /** Behind the codec. */
  readonly store: EventStore;
  /** The events as they are stored. */
  readonly stored: EventStore;
  readonly subjects: Events['subjects'];
}

/**
 * Opens the log that the environment names, and closes all when the work has ended. Postgres shows the connections under
 * `name`.
 */
export const withLog = async <Result>(name: string, work: (log: OpenLog) => Promise<Result>): Promise<Result> => {
  const config = loadConfig(process.env);
  await using closing = new AsyncDisposableStack();
  const database = await openCommandDatabase(config);
  closing.defer(() => database.close());
  const pool = createPool(database.url, { max: 4, name });
  closing.defer(() => pool.end());
  const { eventStoreUrl } = config;
  // What is built from an old log would not fit the one that the app has.
  await assertLogIsHere(pool, eventStoreUrl === undefined ? 'postgres' : 'eventstoredb');
  const { personalDataKey } = database;
  const events = await openEvents({ pool, databaseUrl: database.url, eventStoreUrl, personalDataKey });
  closing.defer(() => events.close());
  const { store, stored, subjects } = events;
  return await work({ config, url: database.url, pool, store, stored, subjects });
};
