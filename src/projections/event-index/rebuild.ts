import pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { createReadModelPool } from '../engine/pools.ts';
import { type Queryable, qualified } from '../engine/schema.ts';
import { checksumOf, type TableChecksum } from '../rebuild/checksum.ts';
import { BLOCK_SIZES, type BlockSizes } from './blocks.ts';
import { INDEX_PROCESS } from './candidates.ts';
import { createIndexer, type IndexedLog, type Indexer } from './indexer.ts';
import { BLOCKS, INDEX_SCHEMA, indexTables, POSTINGS } from './tables.ts';

const SHADOW_SCHEMA = 'rebuild_event_index';

const TABLES = [
  {
    name: BLOCKS,
    columns: {
      after_position: 'bigint',
      last_position: 'bigint',
      recorded_from: 'timestamptz',
      recorded_to: 'timestamptz',
      terms: 'uuid[]',
      postings: 'bytea[]',
    },
  },
  { name: POSTINGS, columns: { term: 'uuid', last_position: 'bigint', positions: 'bytea' } },
];

/** Old and new of one table of the index, at the same position. */
export interface RebuiltIndexTable {
  readonly table: string;
  readonly before: TableChecksum;
  readonly after: TableChecksum;
}

export const sumUpIndex = async (db: Queryable, schema: string = INDEX_SCHEMA): Promise<TableChecksum[]> => {
  const sums: TableChecksum[] = [];
  for (const table of TABLES) sums.push(await checksumOf(db, schema, table));
  return sums;
};

/**
 * Builds the index of the log anew, up to where the one that serves is, and puts it in its place. Searches and the process
 * that writes it go on meanwhile.
 */
export const rebuildIndex = async (
  stored: IndexedLog,
  url: string,
  signal: AbortSignal,
  sizes: BlockSizes = BLOCK_SIZES,
): Promise<RebuiltIndexTable[]> => {
  const pool = createReadModelPool(url, 3);
  const names = TABLES.map(({ name }) => name);
  try {
    await pool.query(`drop schema if exists ${SHADOW_SCHEMA} cascade; create schema ${SHADOW_SCHEMA}`);
    for (const name of names) {
      await pool.query(
        `create table ${qualified(SHADOW_SCHEMA, name)} (like ${qualified(INDEX_SCHEMA, name)} including all)`,
      );
    }
    const tables = indexTables(SHADOW_SCHEMA, sizes);
    const indexer = createIndexer({ stored, pool, tables, moveCheckpoint: async () => {} }, 0);
    await fill(indexer, await readCheckpoint(pool), signal);
    return await inTransaction(pool, async (client) => {
      await fill(indexer, await readCheckpoint(client, 'for update'), signal);
      const before = await sumUpIndex(client);
      const after = await sumUpIndex(client, SHADOW_SCHEMA);
      for (const name of names) {
        await client.query(`drop table ${qualified(INDEX_SCHEMA, name)}`);
        await client.query(`alter table ${qualified(SHADOW_SCHEMA, name)} set schema ${INDEX_SCHEMA}`);
      }
      return names.map((table, index) => ({ table, before: before[index]!, after: after[index]! }));
    });
  } finally {
    await pool.query(`drop schema if exists ${pg.escapeIdentifier(SHADOW_SCHEMA)} cascade`).catch(() => {});
    await pool.end();
  }
};

const fill = async (indexer: Indexer, upTo: number, signal: AbortSignal): Promise<void> => {
  await indexer.advance(upTo, () => signal.aborted);
  signal.throwIfAborted();
};

/** Locked, the checkpoint does not move until the transaction ends. */
const readCheckpoint = async (db: Queryable, lock = ''): Promise<number> => {
  const text = `select position from app.process_checkpoints where process = $1 ${lock}`;
  return (await db.query<{ position: number }>(text, [INDEX_PROCESS])).rows[0]?.position ?? 0;
};
