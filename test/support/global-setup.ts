import type { TestProject } from 'vitest/node';
import { buildPages } from '../../src/start/build-pages.ts';
import { prepareServer, startTestCluster } from './cluster.ts';
import { postgresOnly } from './postgres-only.ts';
import { onEventStoreDb } from './throwaway-event-store.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Administration address of the run's Postgres; createTestDatabase() reads it. */
    adminUrl: string;
    inMemory: boolean;
    /** Null: the Postgres is elsewhere. */
    socketFolder: string | null;
  }
}

/** One Postgres for the whole run: of our own, or the new one at TEST_POSTGRES_URL. vitest calls what is returned when the run ends, failed or not. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (onEventStoreDb) for (const file of postgresOnly) console.log(`Left out, it is about the Postgres log: ${file}`);
  const { TEST_POSTGRES_URL: elsewhere } = process.env;
  // Browser tests open them. Built once, and again when their sources change.
  const pages = buildPages({ info: () => {}, warn: ({ err }) => console.error(err) });
  if (elsewhere) {
    await Promise.all([prepareServer(elsewhere), pages]);
    project.provide('adminUrl', elsewhere);
    project.provide('inMemory', false);
    project.provide('socketFolder', null);
    return async () => {};
  }
  const [cluster] = await Promise.all([startTestCluster(), pages]);
  project.provide('adminUrl', cluster.adminUrl);
  project.provide('inMemory', cluster.inMemory);
  project.provide('socketFolder', cluster.socketFolder);
  return cluster.stop;
}
