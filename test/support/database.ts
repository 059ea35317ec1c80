import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './cluster.ts';

export type { TestDatabase } from './cluster.ts';

/** A fresh migrated database of its own for a test or a test file. Outside vitest: `startTestCluster` of cluster.ts. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { pool, url } = await createDatabase(inject('adminUrl'));
  // It goes with its server. To remove a thousand files while others are made takes file systems longer than all the rest.
  return { pool, url, drop: async () => void (pool.ended || (await pool.end())) };
}
