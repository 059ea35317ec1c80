import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { EventGroup, EventStore } from '../../event-store/event-store.ts';
import { type Block, blockOf, groupOf, lastOf } from './blocks.ts';
import type { IndexTables } from './tables.ts';

/** Blocks that are written at once: orders wait for the same disk. */
const WRITE = 10;

/** The events as they are stored. */
export type IndexedLog = Pick<EventStore, 'readAll' | 'readGroups' | 'head'>;

export interface IndexerOptions {
  readonly stored: IndexedLog;
  readonly pool: pg.Pool;
  readonly tables: IndexTables;
  /** Moves the checkpoint of the index, in the transaction of the rows. Throws if it is elsewhere. */
  moveCheckpoint(tx: pg.PoolClient, from: number, to: number): Promise<void>;
}

/** Writes the index of the log, block by block. */
export interface Indexer {
  /** Indexes what the log has up to a position, until it is told to stop. Events that fill no block are left for later. */
  advance(upTo: number, isOver: () => boolean): Promise<void>;
}

/** @param end where the index that is there ends */
export const createIndexer = ({ stored, pool, tables, moveCheckpoint }: IndexerOptions, end: number): Indexer => {
  const { short } = tables.sizes;
  let written = end;
  /** The end of the last block. */
  let after = end;
  /** Of the events after it, which are not a whole block yet. */
  let gathered: EventGroup[] = [];

  const readOn = async (position: number, limit: number): Promise<EventGroup[]> =>
    stored.readGroups ? stored.readGroups(position, limit) : (await stored.readAll(position, limit)).map(groupOf);

  const write = async (blocks: readonly Block[]): Promise<void> => {
    const to = blocks.at(-1)!.lastPosition;
    await inTransaction(pool, async (tx) => {
      // After a crash of Postgres the last blocks may be gone, with the checkpoint: they are made again from the log.
      await tx.query('set local synchronous_commit = off');
      await moveCheckpoint(tx, written, to);
      await tables.add(tx, blocks);
    });
    written = to;
  };

  /** Undefined: the log has no whole block more that ends at the position or before it. */
  const nextBlock = async (upTo: number): Promise<Block | undefined> => {
    const missing = short - countOf(gathered);
    if (missing > 0) gathered.push(...(await readOn(lastOf(gathered) || after, missing)));
    if (countOf(gathered) < short || lastOf(gathered) > upTo) return undefined;
    const block = blockOf(after, gathered);
    after = block.lastPosition;
    gathered = [];
    return block;
  };

  /** As many as are written at once, or all that there are. */
  const nextBlocks = async (upTo: number, isOver: () => boolean): Promise<Block[]> => {
    const blocks: Block[] = [];
    while (blocks.length < WRITE && after < upTo && !isOver()) {
      const block = await nextBlock(upTo);
      if (!block) break;
      blocks.push(block);
    }
    return blocks;
  };

  return {
    advance: async (upTo, isOver) => {
      for (;;) {
        const blocks = await nextBlocks(upTo, isOver);
        if (blocks.length > 0) await write(blocks);
        if (blocks.length < WRITE) return;
      }
    },
  };
};

const countOf = (groups: readonly EventGroup[]): number =>
  groups.reduce((sum, { positions }) => sum + positions.length, 0);
