import type pg from 'pg';
import { type Config, loadConfig } from '../../config.ts';
import { createPool } from '../../database/connection.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { openEvents } from '../../open-events.ts';
import { openCommandDatabase } from '../command-database.ts';

/** What a subcommand needs that reads the log. */
export interface OpenLog {
  readonly config: Config;
  readonly url: string;
  readonly pool: pg.Pool;
  /** Behind the codec. */
  readonly store: EventStore;
  /** The events as they are stored. */
  readonly stored: EventStore;
}

/** Opens the log that the environment names, and closes all when the work has ended. */
export const withLog = async <Result>(work: (log: OpenLog) => Promise<Result>): Promise<Result> => {
  const config = loadConfig(process.env);
  await using closing = new AsyncDisposableStack();
  const database = await openCommandDatabase(config);
  closing.defer(() => database.close());
  const pool = createPool(database.url, { max: 4, name: 'tillstream-audit' });
  closing.defer(() => pool.end());
  const { eventStoreUrl } = config;
  const { personalDataKey } = database;
  const events = await openEvents({ pool, databaseUrl: database.url, eventStoreUrl, personalDataKey });
  closing.defer(() => events.close());
  return await work({ config, url: database.url, pool, store: events.store, stored: events.stored });
};
