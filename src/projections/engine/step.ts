import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { send } from './batch-writer.ts';
import { type Move, moveCheckpoints } from './checkpoints.ts';
import type { RowsStatement } from './table-sql.ts';

/** What a transaction does for one projection. */
export interface Step {
  readonly move: Move;
  readonly statements: readonly RowsStatement[];
}

/** Takes these steps in one transaction: all of them, or none. Throws CheckpointMoved. */
export const commitSteps = (pool: pg.Pool, steps: readonly Step[]): Promise<void> =>
  inTransaction(pool, async (client) => {
    // First, so that it locks the checkpoints: a process that is no longer the owner stops here.
    await moveCheckpoints(
      client,
      steps.map(({ move }) => move),
    );
    await send(
      client,
      steps.flatMap(({ statements }) => statements),
    );
  });
