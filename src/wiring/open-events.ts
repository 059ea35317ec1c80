import type pg from 'pg';
import type { Listener } from '../database/listener.ts';
import { eventCatalogue } from '../domain/event-catalogue.ts';
import { streamCategories } from '../domain/stream-categories.ts';
import { createCodec } from '../event-store/codec.ts';
import type { EventStore, StoreLog } from '../event-store/event-store.ts';
import { openStoredEvents } from '../event-store/open-event-store.ts';
import { postgresReads } from '../event-store/postgres/postgres-event-store.ts';
import { withCodec } from '../event-store/with-codec.ts';
import { openSubjects, type Subjects } from '../personal/subjects.ts';

export interface OpenEventsOptions {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** EventStoreDB; left out, the log is in Postgres. */
  readonly eventStoreUrl?: string | undefined;
  readonly personalDataKey: string;
  /** For tests: whether each event is held against its schema before it is recorded. */
  readonly holdsToSchemas?: boolean | undefined;
  /** The process's; left out, the parts make what they need. */
  readonly listener?: Listener;
  readonly log?: StoreLog;
  /** Where searches of the log in Postgres read, if it is not the pool. */
  readonly searches?: pg.Pool;
}

export interface Events {
  /** As they are stored: old shapes, and personal data sealed. */
  readonly stored: EventStore;
  /** The same log as everybody else reads and writes it. */
  readonly store: EventStore;
  /** The same log, for searches and audits: replicas may answer them. */
  readonly searched: EventStore;
  readonly subjects: Subjects;
  close(): Promise<void>;
}

/**
 * The event log that the configuration names, with the keys of its personal data. The database is migrated already.
 * @throws PersonalDataKeyError, or StoreUnavailable as `openStoredEvents` does
 */
export const openEvents = async (given: OpenEventsOptions): Promise<Events> => {
  const { eventStoreUrl, holdsToSchemas, searches, ...options } = given;
  await using opening = new AsyncDisposableStack();
  const subjects = await openSubjects(options);
  opening.defer(() => subjects.close());
  const stored = await openStoredEvents({ ...options, eventStoreUrl, categories: streamCategories });
  opening.defer(() => stored.close());
  const codec = createCodec(eventCatalogue, subjects.personalData, { holdsToSchemas });
  const store = withCodec(stored, codec, options.log, subjects.generation);
  // An EventStoreDB has replicas of its own, and is asked itself.
  const searched =
    searches && searches !== options.pool && eventStoreUrl === undefined
      ? withCodec({ ...stored, ...postgresReads(searches, searches) }, codec, options.log, subjects.generation)
      : store;
  const closing = opening.move();
  return { stored, store, searched, subjects, close: () => closing.disposeAsync() };
};
