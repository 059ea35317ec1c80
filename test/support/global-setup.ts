import type { TestProject } from 'vitest/node';
import { startTestCluster } from './cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Administration address of the run's Postgres; createTestDatabase() reads it. */
    adminUrl: string;
  }
}

/** One Postgres for the whole run. vitest calls what is returned when the run ends, failed or not. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide('adminUrl', cluster.adminUrl);
  return cluster.stop;
}
