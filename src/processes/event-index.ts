import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { BlockSizes } from '../projections/event-index/blocks.ts';
import { INDEX_PROCESS } from '../projections/event-index/candidates.ts';
import { createIndexer, type IndexedLog, type Indexer } from '../projections/event-index/indexer.ts';
import { INDEX_SCHEMA, indexTables } from '../projections/event-index/tables.ts';
import { moveCheckpoint, OvertakenByAnother, registerCheckpoints } from './engine/checkpoints.ts';
import type { Ticker } from './engine/process.ts';

const EVERY_MS = 1_000;
/** The longest that one tick works: the rest of the time belongs to requests. */
const WORK_MS = 400;

export interface EventIndexOptions {
  /** The events as they are stored. */
  readonly stored: IndexedLog;
  readonly pool: pg.Pool;
  /** For tests. */
  readonly sizes?: BlockSizes;
}

/**
 * Writes the index of the log, for searches. A ticker and no follower: it wants every event, in blocks, and a follower
 * would open a transaction for every few events that come.
 */
export const createEventIndex = ({ stored, pool, sizes }: EventIndexOptions): Ticker => {
  const tables = indexTables(INDEX_SCHEMA, sizes);
  const move = (tx: pg.PoolClient, from: number, to: number) => moveCheckpoint(tx, INDEX_PROCESS, from, to);
  let indexer: Indexer | undefined;
  let isEnding = false;

  /** Where the index ends. One whose checkpoint was moved by hand begins anew: positions may belong to other events. */
  const findEnd = (): Promise<number> =>
    inTransaction(pool, async (tx) => {
      await registerCheckpoints(tx, [INDEX_PROCESS], 0);
      const text = 'select position from app.process_checkpoints where process = $1 for update';
      const { position } = (await tx.query<{ position: number }>(text, [INDEX_PROCESS])).rows[0]!;
      if (position === (await tables.end(tx))) return position;
      await tables.clear(tx);
      await moveCheckpoint(tx, INDEX_PROCESS, position, 0);
      return 0;
    });

  const advance = async (): Promise<void> => {
    const head = await stored.head();
    indexer ??= createIndexer({ stored, pool, tables, moveCheckpoint: move }, await findEnd());
    const deadline = performance.now() + WORK_MS;
    await indexer.advance(head, () => isEnding || performance.now() > deadline);
  };

  return {
    name: INDEX_PROCESS,
    everyMs: EVERY_MS,
    begin: () => {
      indexer = undefined;
      isEnding = false;
    },
    tick: async () => {
      try {
        await advance();
      } catch (error) {
        // What it has in memory may not follow what is stored.
        indexer = undefined;
        if (!(error instanceof OvertakenByAnother)) throw error;
      }
    },
    end: async () => {
      isEnding = true;
    },
  };
};
