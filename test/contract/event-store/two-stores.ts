import type { EventStore } from '../../../src/event-store/event-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openStore } from './open-store.ts';

export interface TwoStores {
  readonly database: TestDatabase;
  readonly store: EventStore;
  /** That of another process. */
  readonly other: EventStore;
  close(): Promise<void>;
}

/** Two stores on one database of Postgres, each with its own connections. */
export const openTwoStores = async (): Promise<TwoStores> => {
  const database = await createTestDatabase();
  const store = openStore('postgres', database.url);
  const other = openStore('postgres', database.url);
  return {
    database,
    store,
    other,
    close: async () => {
      await store.close();
      await other.close();
      await database.drop();
    },
  };
};
