import { inject } from 'vitest';
import { createDatabase, type Template, type TestDatabase } from './cluster.ts';
import { startThrowawayEventStore } from './throwaway-event-store.ts';

export type { TestDatabase } from './cluster.ts';

/** A fresh migrated database of its own for a test or a test file. Outside vitest: `startTestCluster` of cluster.ts. */
export const createTestDatabase = (): Promise<TestDatabase> => create('migrated');

/** One that apps were started on before: the read models are there, and empty. */
export const createAppDatabase = (): Promise<TestDatabase> => create('installed');

const create = async (template: Template): Promise<TestDatabase> => {
  const { pool, url } = await createDatabase(inject('adminUrl'), template);
  const eventStore = await startThrowawayEventStore();
  // It goes with its server. To remove a thousand files while others are made takes file systems longer than all the rest.
  const drop = async () => {
    if (!pool.ended) await pool.end();
    await eventStore?.stop();
  };
  return { pool, url, eventStoreUrl: eventStore?.url, drop };
};
