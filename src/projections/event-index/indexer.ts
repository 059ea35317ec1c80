import type pg from 'pg';
import type { EventStore } from '../../event-store/event-store.ts';
import { inTransaction } from '../engine/transaction.ts';
import { type Block, type BlockBuilder, createBlockBuilder } from './blocks.ts';
import type { IndexTables } from './tables.ts';

/** Events that are read at once: more would hold up requests for longer. */
const READ = 200;

/** The events as they are stored. Only envelopes are read. */
export type IndexedLog = Pick<EventStore, 'readAll' | 'readEnvelopes' | 'head'>;

export interface IndexerOptions {
  readonly stored: IndexedLog;
  readonly pool: pg.Pool;
  readonly tables: IndexTables;
  /** Moves the checkpoint of the index, in the transaction of the rows. Throws if it is elsewhere. */
  moveCheckpoint(tx: pg.PoolClient, from: number, to: number): Promise<void>;
}

/** Writes the index of the log, block by block. */
export interface Indexer {
  /** Indexes what the log has up to a position, until it is told to stop. */
  advance(upTo: number, isOver: () => boolean): Promise<void>;
}

/** @param end where the index that is there ends */
export const createIndexer = ({ stored, pool, tables, moveCheckpoint }: IndexerOptions, end: number): Indexer => {
  /** The last event that the builder has had. */
  let position = end;
  let written = end;
  const readOn = stored.readEnvelopes ?? stored.readAll;
  const builder: BlockBuilder = createBlockBuilder(end, tables.sizes);

  const write = async (blocks: readonly Block[]): Promise<void> => {
    const to = blocks.at(-1)!.lastPosition;
    await inTransaction(pool, async (tx) => {
      await moveCheckpoint(tx, written, to);
      await tables.add(tx, blocks);
    });
    written = to;
  };

  return {
    advance: async (upTo, isOver) => {
      while (position < upTo && !isOver()) {
        const read = await readOn(position, READ);
        const blocks: Block[] = [];
        for (const event of read) {
          if (event.position > upTo) break;
          const block = builder.add(event);
          if (block) blocks.push(block);
          position = event.position;
        }
        if (blocks.length > 0) await write(blocks);
        if (read.length < READ || read.at(-1)!.position > upTo) return;
      }
    },
  };
};
