import pg from 'pg';
import type { Queryable } from '../engine/schema.ts';
import { BLOCK_SIZES, type Block, type BlockSizes, packed } from './blocks.ts';
import { unpackPositions } from './postings.ts';

/** Where the index is that serves. */
export const INDEX_SCHEMA = 'app';

export const BLOCKS = 'event_index_blocks';
export const POSTINGS = 'event_index_postings';

/** The tables of the index in a schema: the one that serves, or one that is being built anew. */
export interface IndexTables {
  readonly sizes: BlockSizes;
  /** Position of the last event in a block; 0 if there is none. */
  end(db: Queryable): Promise<number>;
  /** Adds short blocks, which follow those that are there. What makes up a long block is put together. */
  add(db: Queryable, blocks: readonly Block[]): Promise<void>;
  clear(db: Queryable): Promise<void>;
}

export const indexTables = (schema: string, sizes: BlockSizes = BLOCK_SIZES): IndexTables => {
  const blocksTable = `${pg.escapeIdentifier(schema)}.${BLOCKS}`;
  const postingsTable = `${pg.escapeIdentifier(schema)}.${POSTINGS}`;

  const insert = async (db: Queryable, block: Block): Promise<void> => {
    const { afterPosition, lastPosition, recordedFrom, recordedTo, terms, postings } = block;
    await db.query(
      `insert into ${blocksTable} (after_position, last_position, recorded_from, recorded_to, terms, postings)
       values ($1, $2, $3, $4, $5, $6)`,
      [afterPosition, lastPosition, recordedFrom, recordedTo, terms, postings],
    );
  };

  const countOpen = async (db: Queryable): Promise<number> => {
    const text = `select count(*) as count from ${blocksTable} where terms is not null`;
    return (await db.query<{ count: number }>(text)).rows[0]!.count;
  };

  /** Makes a long block of the first short ones. */
  const makeLong = async (db: Queryable): Promise<void> => {
    // A row for each posting: to read an array of them takes five times as long.
    const { rows } = await db.query<{ last_position: number; term: string; positions: Buffer }>(
      `select b.last_position, each.term, each.positions from (
         select * from ${blocksTable} where terms is not null order by last_position limit ${sizes.shortInLong}
       ) b cross join lateral unnest(b.terms, b.postings) as each (term, positions)
       order by b.last_position`,
    );
    const positions = new Map<string, number[]>();
    for (const { term, positions: more } of rows) {
      const known = positions.get(term);
      if (known) known.push(...unpackPositions(more));
      else positions.set(term, unpackPositions(more));
    }
    const last = rows.at(-1)!.last_position;
    const { terms, postings } = packed(positions);
    await db.query(
      `insert into ${postingsTable} (term, last_position, positions)
       select term, $1, positions from unnest($2::uuid[], $3::bytea[]) as made (term, positions)`,
      [last, terms, postings],
    );
    await db.query(
      `update ${blocksTable} set terms = null, postings = null where terms is not null and last_position <= $1`,
      [last],
    );
  };

  return {
    sizes,
    end: async (db) => {
      const text = `select coalesce(max(last_position), 0) as position from ${blocksTable}`;
      return (await db.query<{ position: number }>(text)).rows[0]!.position;
    },
    add: async (db, blocks) => {
      for (const block of blocks) await insert(db, block);
      while ((await countOpen(db)) >= sizes.shortInLong) await makeLong(db);
    },
    clear: async (db) => {
      await db.query(`delete from ${blocksTable}`);
      await db.query(`delete from ${postingsTable}`);
    },
  };
};
