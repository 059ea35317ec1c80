import { streamCategories } from '../../src/domain/stream-categories.ts';
import type { EventFilter, EventStore, RecordedEvent } from '../../src/event-store/event-store.ts';
import { createEventStoreDbEventStore } from '../../src/event-store/eventstoredb/eventstoredb-event-store.ts';
import { createPostgresEventStore } from '../../src/event-store/postgres/postgres-event-store.ts';
import type { TestDatabase } from './database.ts';

/** The log that goes with a test database, on the engine that the run is for, without the codec. */
export const openLog = ({ pool, url, eventStoreUrl }: Omit<TestDatabase, 'drop'>): EventStore =>
  eventStoreUrl
    ? createEventStoreDbEventStore({ url: eventStoreUrl, categories: streamCategories })
    : createPostgresEventStore({ pool, url });

/** For a child process that works on a test database: its environment, and where the log is. */
export const logEnv = ({ eventStoreUrl }: Pick<TestDatabase, 'eventStoreUrl'>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(eventStoreUrl && { EVENT_STORE_URL: eventStoreUrl }),
});

/** Every event of the log that passes the filter, in its order. */
export const recorded = (store: EventStore, filter?: EventFilter): Promise<RecordedEvent[]> =>
  store.readAll(0, 1_000_000, filter);
