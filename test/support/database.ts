import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './cluster.ts';

export type { TestDatabase } from './cluster.ts';

/** A fresh migrated database of its own for a test or a test file. Outside vitest: `startTestCluster` of cluster.ts. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('adminUrl'));
}
