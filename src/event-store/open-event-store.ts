import type pg from 'pg';
import { type EventCatalogue, withCodec } from './codec.ts';
import type { EventStore } from './event-store.ts';
import { createEventStoreDbEventStore } from './eventstoredb/eventstoredb-event-store.ts';
import { createPostgresEventStore } from './postgres/postgres-event-store.ts';

export interface OpenEventStoreOptions {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** EventStoreDB; left out, the log is in Postgres. */
  readonly eventStoreUrl?: string | undefined;
  readonly catalogue: EventCatalogue;
}

/** The event store the configuration names, behind the codec. */
export const openEventStore = ({ pool, databaseUrl, eventStoreUrl, catalogue }: OpenEventStoreOptions): EventStore =>
  withCodec(
    eventStoreUrl
      ? createEventStoreDbEventStore({ url: eventStoreUrl })
      : createPostgresEventStore({ pool, url: databaseUrl }),
    catalogue,
  );
