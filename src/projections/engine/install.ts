import type pg from 'pg';
import type { Logger } from 'pino';
import { installAnalytics } from '../analytics/install.ts';
import { readCheckpoints } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import { ensureReadModels } from './read-model.ts';
import { missingTables } from './schema.ts';
import { createReadModelPool } from './transaction.ts';

/**
 * Makes missing read models, and the analysts' views over them. It waits as long as needed for another process that
 * makes the same one, or swaps a rebuilt one in.
 */
export const installReadModels = async (
  url: string,
  projections: readonly Projection[],
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  const pool = createReadModelPool(url, 1);
  try {
    await ensureReadModels(pool, await incomplete(pool, projections));
    await installAnalytics(pool, log);
  } finally {
    await pool.end();
  }
};

/**
 * Those without a checkpoint or with a missing table. The others are not locked: an owner that is frozen in a
 * transaction holds its checkpoint, and the process that will replace it must be able to start.
 */
const incomplete = async (pool: pg.Pool, projections: readonly Projection[]): Promise<Projection[]> => {
  const versions = new Map((await readCheckpoints(pool)).map(({ projection, version }) => [projection, version]));
  const missing = new Set(await missingTables(pool, { tables: projections.flatMap(({ tables }) => tables) }));
  return projections.filter(({ name, version, tables }) => {
    const known = versions.get(name);
    return known === undefined || (known === version && tables.some((table) => missing.has(table.name)));
  });
};
