import type pg from 'pg';
import type { Listener } from '../database/listener.ts';
import { type EventStore, StoreAway, type StoreLog, StoreUnavailable } from './event-store.ts';
import { createPostgresEventStore } from './postgres/postgres-event-store.ts';

export interface OpenStoredEventsOptions {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** EventStoreDB; left out, the log is in Postgres. */
  readonly eventStoreUrl?: string | undefined;
  /** The categories of all our streams. EventStoreDB needs them, because other programs may keep events there too. */
  readonly categories?: readonly string[];
  /** The process's. */
  readonly listener?: Listener | undefined;
  readonly log?: StoreLog;
}

/**
 * The event store that the configuration names, with its events as they are stored. Read models, aggregates and audits
 * want them from behind the codec.
 * @throws StoreUnavailable, with the reason, when an EventStoreDB cannot be used: it is better to hear that now than at
 * the first order; StoreAway, which is one, when it may be there later
 */
export const openStoredEvents = async (options: OpenStoredEventsOptions): Promise<EventStore> => {
  const { pool, databaseUrl, eventStoreUrl, categories, listener, log } = options;
  if (eventStoreUrl === undefined) return createPostgresEventStore({ pool, url: databaseUrl, listener, log });
  if (categories === undefined) throw new Error('an EventStoreDB needs the categories of our streams');
  // Loaded only when it is used: its gRPC stack takes a good part of the start-up time and of the memory.
  const { createEventStoreDbEventStore } = await import('./eventstoredb/eventstoredb-event-store.ts');
  const { mayComeBack, whyUnavailable } = await import('./eventstoredb/why-unavailable.ts');
  const store = createEventStoreDbEventStore({ url: eventStoreUrl, categories, log });
  try {
    await store.head();
  } catch (error) {
    await store.close();
    if (!(error instanceof StoreUnavailable)) throw error;
    const Kind = mayComeBack(error) ? StoreAway : StoreUnavailable;
    throw new Kind(whyUnavailable(error), { cause: error });
  }
  return store;
};
