import { streamCategories } from '../../src/domain/stream-categories.ts';
import type { EventFilter, EventStore, RecordedEvent } from '../../src/event-store/event-store.ts';
import { createEventStoreDbEventStore } from '../../src/event-store/eventstoredb/eventstoredb-event-store.ts';
import { createPostgresEventStore } from '../../src/event-store/postgres/postgres-event-store.ts';
import type { TestDatabase } from './database.ts';
import { onEventStoreDb } from './throwaway-event-store.ts';

/** Of the streams that tests write beside the system's own: an EventStoreDB log takes events of no other streams. */
const testCategories = ['tally', 'large_tally', 'sales', 'noise'];

/** The log that goes with a test database, on the engine that the run is for, without the codec. */
export const openLog = ({ pool, url, eventStoreUrl }: Omit<TestDatabase, 'drop'>): EventStore =>
  eventStoreUrl
    ? createEventStoreDbEventStore({ url: eventStoreUrl, categories: [...streamCategories, ...testCategories] })
    : createPostgresEventStore({ pool, url });

/** For a child process that works on a test database: its environment, and where the log is. */
export const logEnv = ({ eventStoreUrl }: Pick<TestDatabase, 'eventStoreUrl'>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(eventStoreUrl && { EVENT_STORE_URL: eventStoreUrl }),
});

/** For an app process that works on a test database: the settings that say where database and log are. */
export const databaseEnv = ({ url, eventStoreUrl }: Pick<TestDatabase, 'url' | 'eventStoreUrl'>) => ({
  DATABASE_URL: url,
  ...(eventStoreUrl && { EVENT_STORE_URL: eventStoreUrl }),
});

/** Every event of the log that passes the filter, in its order. */
export const recorded = (store: EventStore, filter?: EventFilter): Promise<RecordedEvent[]> =>
  store.readAll(0, 1_000_000, filter);

/** Where each event of the log is, in order: a Postgres log counts events, and EventStoreDB bytes. */
export const positionsIn = async (store: EventStore): Promise<number[]> =>
  (await recorded(store)).map(({ position }) => position);

/** Which event of the log is at each of these positions: 1 is the first, 0 none. */
export const numbersOf = async (store: EventStore, positions: readonly number[]): Promise<number[]> => {
  if (!onEventStoreDb) return [...positions];
  const numbers = new Map((await positionsIn(store)).map((position, index) => [position, index + 1]));
  return positions.map((position) => numbers.get(position) ?? 0);
};
