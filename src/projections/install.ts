import type { Logger } from 'pino';
import { installAnalytics } from './analytics/install.ts';
import type { Projection } from './projection.ts';
import { ensureReadModels } from './read-model.ts';
import { createReadModelPool } from './transaction.ts';

/**
 * Makes what is missing of the read models, and of the analysts' views over them. Takes as long as it takes: another
 * process that swaps a rebuilt read model in is waited for.
 */
export const installReadModels = async (
  url: string,
  projections: readonly Projection[],
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  const pool = createReadModelPool(url, 1);
  try {
    await ensureReadModels(pool, projections);
    await installAnalytics(pool, log);
  } finally {
    await pool.end();
  }
};
