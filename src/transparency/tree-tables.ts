import type pg from 'pg';
import { type ReadTiles, TILE_WIDTH, type Tile } from './tiles.ts';

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** What the stored tree holds. */
export interface TreeHead {
  /** The name that checkpoints carry. */
  readonly origin: string;
  /** Events in the tree. */
  readonly size: number;
  /** Position of the last of them; 0 for an empty tree. */
  readonly position: number;
  readonly root: Buffer;
  /** Checkpoints that were signed, and the events of the largest. */
  readonly signed_count: number;
  readonly signed_size: number;
}

/** A tile of leaves, with the positions of its events. */
export interface LeafTile extends Tile {
  readonly positions: readonly number[];
}

export const readTreeHead = async (db: Queryable): Promise<TreeHead> => {
  const { rows } = await db.query<TreeHead>(
    `select 'tillstream/' || log_id as origin, size, position, root, signed_count, signed_size from app.tree_head`,
  );
  if (!rows[0]) throw new Error('the tree over the log has no head: app.tree_head is empty');
  return rows[0];
};

/** Reads the stored tiles of the tree. */
export const tilesIn =
  (db: Queryable): ReadTiles =>
  async (keys) => {
    const { rows } = await db.query<Tile>(
      `select level, number, hashes from app.tree_tiles
       join unnest($1::int[], $2::bigint[]) as asked (level, number) using (level, number)`,
      [keys.map(({ level }) => level), keys.map(({ number }) => number)],
    );
    return rows;
  };

/** Tiles of leaves from this number on, in order, at most so many. */
export const readLeafTiles = async (db: Queryable, from: number, limit: number): Promise<LeafTile[]> => {
  const { rows } = await db.query<LeafTile>(
    `select level, number, hashes, positions from app.tree_tiles
     where level = 0 and number >= $1 order by number limit $2`,
    [from, limit],
  );
  return rows;
};

/** All tiles above those of leaves: 128 KB for a million events. */
export const readUpperTiles = async (db: Queryable): Promise<Tile[]> => {
  const { rows } = await db.query<Tile>(
    'select level, number, hashes from app.tree_tiles where level > 0 order by level, number',
  );
  return rows;
};

/** Postgres unpacks the positions of a tile once, however many of them are asked for: that is most of the work. */
const INDEXES = `
  with asked as materialized (
    select position, nth from unnest($1::bigint[]) with ordinality as asked (position, nth)
  ), named as materialized (
    select distinct tile.number from asked cross join lateral (
      select number from app.tree_tiles
      where level = 0 and first_position <= asked.position order by first_position desc limit 1
    ) tile
  ), leaves as (
    select tile.number, leaf.position, leaf.place
    from named join app.tree_tiles tile on tile.level = 0 and tile.number = named.number
    cross join lateral unnest(tile.positions) with ordinality as leaf (position, place)
  )
  select leaves.number, leaves.place from asked left join leaves using (position) order by asked.nth`;

/** The indexes of the events at these positions; undefined for those that are not in the tree. */
export const indexesOf = async (db: Queryable, positions: readonly number[]): Promise<(number | undefined)[]> => {
  const { rows } = await db.query<{ number: number; place: number | null }>(INDEXES, [positions]);
  return rows.map(({ number, place }) => (place === null ? undefined : number * TILE_WIDTH + place - 1));
};

/** Position of the event at an index; undefined beyond the tree. */
export const positionAt = async (db: Queryable, index: number): Promise<number | undefined> => {
  const { rows } = await db.query<{ position: number | null }>(
    'select positions[$2::int] as position from app.tree_tiles where level = 0 and number = $1',
    [Math.floor(index / TILE_WIDTH), (index % TILE_WIDTH) + 1],
  );
  return rows[0]?.position ?? undefined;
};
