import { inject } from 'vitest';
import { adminUrlFor, createDatabase, type Template, type TestDatabase } from './cluster.ts';
import { startThrowawayEventStore } from './throwaway-event-store.ts';

export type { TestDatabase } from './cluster.ts';

/** A fresh migrated database of its own for a test or a test file. Outside vitest: `startTestCluster` of cluster.ts. */
export const createTestDatabase = (): Promise<TestDatabase> => create('migrated');

/** One that apps were started on before: the read models are there, and empty. */
export const createAppDatabase = (): Promise<TestDatabase> => create('installed');

/** One without any tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create('empty');

/** One with the venues of ready-venues.ts, which has to have made their template. */
export const createDatabaseOfVenues = (): Promise<TestDatabase> => create('venues');

const create = async (template: Template): Promise<TestDatabase> => {
  const inMemory = inject('inMemory');
  const { pool, url, drop } = await createDatabase(inject('adminUrl'), template, { inMemory, reach: bySocket });
  const eventStore = await startThrowawayEventStore();
  const end = async () => {
    // On a disk it goes with its server: to remove a thousand files while others are made takes longer than all the rest.
    if (inMemory) await drop();
    else if (!pool.ended) await pool.end();
    await eventStore?.stop();
  };
  return { pool, url, eventStoreUrl: eventStore?.url, drop: end };
};

/**
 * The same database by its socket in the file system: a query there takes half of the processor time that it takes over TCP. As it
 * was if the address is of something between, such as a line that a test cuts.
 */
export const bySocket = (url: string): string => {
  const socketFolder = inject('socketFolder');
  const address = new URL(url);
  if (socketFolder === null || address.host !== new URL(inject('adminUrl')).host) return url;
  address.searchParams.set('host', socketFolder);
  return address.href;
};

/** The address of a test database for a superuser: to make roles, or to play one who changes the log. */
export const adminUrlOf = (databaseUrl: string): string => adminUrlFor(inject('adminUrl'), databaseUrl);
