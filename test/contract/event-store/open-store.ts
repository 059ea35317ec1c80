import { createPool } from '../../../src/database/connection.ts';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/eventstoredb-event-store.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import type { Adapter } from './harness.ts';

const openPostgres = (url: string): EventStore => {
  const pool = createPool(url, { name: 'contract' });
  const store = createPostgresEventStore({ pool, url });
  return {
    ...store,
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
};

/** Of the streams that the tests write. */
export const CATEGORIES = ['order', 'client', 'load', 'shared', 'stop_list', 'tally', 'x'.repeat(10_000)];

/** Opens a store that owns all its connections. Knows nothing of vitest: the writers' process uses it too. */
export const openStore = (adapter: Adapter, url: string): EventStore =>
  adapter === 'postgres' ? openPostgres(url) : createEventStoreDbEventStore({ url, categories: CATEGORIES });
