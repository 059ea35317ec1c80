import type { Logger } from 'pino';
import { installAnalytics } from '../analytics/install.ts';
import { createReadModelPool } from './pools.ts';
import type { Projection } from './projection.ts';
import { ensureReadModel, incompleteReadModels } from './read-model.ts';

/**
 * Makes missing read models, and the analysts' views over them. It waits as long as needed for another process that
 * makes the same one, or swaps a rebuilt one in. Complete ones are not locked: an owner that is frozen in a transaction
 * holds its checkpoint, and the process that will replace it must be able to start.
 */
export const installReadModels = async (
  url: string,
  projections: readonly Projection[],
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  const pool = createReadModelPool(url, 1);
  try {
    for (const projection of await incompleteReadModels(pool, projections)) await ensureReadModel(pool, projection);
    await installAnalytics(pool, log);
  } finally {
    await pool.end();
  }
};
