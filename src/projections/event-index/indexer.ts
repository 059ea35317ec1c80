import type pg from 'pg';
import type { EventGroup, EventStore } from '../../event-store/event-store.ts';
import { inTransaction } from '../engine/transaction.ts';
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
  let written = end;
  const { short } = tables.sizes;

  const readOn = async (position: number): Promise<EventGroup[]> =>
    stored.readGroups ? stored.readGroups(position, short) : (await stored.readAll(position, short)).map(groupOf);

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

  /** The blocks that follow what is written, as many as are written at once. */
  const nextBlocks = async (upTo: number, isOver: () => boolean): Promise<Block[]> => {
    const blocks: Block[] = [];
    let position = written;
    while (blocks.length < WRITE && position < upTo && !isOver()) {
      const groups = await readOn(position);
      const count = groups.reduce((sum, { positions }) => sum + positions.length, 0);
      if (count < short) break;
      blocks.push(blockOf(position, groups));
      position = lastOf(groups);
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
