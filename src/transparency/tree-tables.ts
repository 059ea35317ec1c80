import type pg from 'pg';
import { createGrowingTree, type GrowingTree } from './growing-tree.ts';
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
}

/** A tile of leaves, with the positions of its events. */
export interface LeafTile extends Tile {
  readonly positions: readonly number[];
}

/** The tree was moved by another process: what this one knows of it is old. */
export class TreeMoved extends Error {
  override name = 'TreeMoved';
  constructor() {
    super('another process has added to the tree');
  }
}

export const readTreeHead = async (db: Queryable): Promise<TreeHead> => {
  const { rows } = await db.query<TreeHead>(
    `select 'tillstream/' || log_id as origin, size, position, root from app.tree_head`,
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

/** The stored tree, with events that are to be added to it. */
export interface StoredTree {
  /** Position of the last event in it, stored or not. */
  readonly position: number;
  add(position: number, leafHash: Buffer): void;
  /** Stores what was added. Throws TreeMoved if another process has done so. */
  store(tx: Queryable): Promise<void>;
}

export const openStoredTree = async (db: Queryable): Promise<StoredTree> => {
  const head = await readTreeHead(db);
  const { tree, positions: lastPositions } = await openLastTiles(db, head.size);
  let stored = head.size;
  let position = head.position;
  /** Of the tile of leaves that is not full, and of those after it. */
  let positions = [...lastPositions];
  let firstTile = Math.floor(head.size / TILE_WIDTH);

  const positionsIn = ({ level, number, hashes }: Tile): readonly number[] | undefined => {
    if (level > 0) return undefined;
    const from = (number - firstTile) * TILE_WIDTH;
    return positions.slice(from, from + hashes.length / 32);
  };

  return {
    get position() {
      return position;
    },
    add: (at, leafHash) => {
      tree.add(leafHash);
      positions.push(at);
      position = at;
    },
    store: async (tx) => {
      const { rowCount } = await tx.query(
        'update app.tree_head set size = $2, position = $3, root = $4 where size = $1',
        [stored, tree.size, position, tree.root()],
      );
      if (rowCount !== 1) throw new TreeMoved();
      await writeTiles(
        tx,
        tree.takeTiles().map((tile) => ({ ...tile, positions: positionsIn(tile) })),
      );
      stored = tree.size;
      const tile = Math.floor(stored / TILE_WIDTH);
      positions = positions.slice((tile - firstTile) * TILE_WIDTH);
      firstTile = tile;
    },
  };
};

const openLastTiles = async (
  db: Queryable,
  size: number,
): Promise<{ tree: GrowingTree; positions: readonly number[] }> => {
  const keys = [];
  for (let level = 0, above = size; above > 0; level++, above = Math.floor(above / TILE_WIDTH)) {
    keys.push({ level, number: Math.floor(above / TILE_WIDTH) });
  }
  const tiles = await tilesIn(db)(keys);
  const isPartial = size % TILE_WIDTH > 0;
  const [last] = isPartial ? await readLeafTiles(db, keys[0]!.number, 1) : [];
  return { tree: createGrowingTree(size, tiles), positions: last?.positions ?? [] };
};

const writeTiles = async (
  tx: Queryable,
  tiles: readonly (Tile & { readonly positions: readonly number[] | undefined })[],
): Promise<void> => {
  await tx.query(
    `insert into app.tree_tiles (level, number, hashes, positions, first_position)
     select level, number, hashes, positions::bigint[], (positions::bigint[])[1]
     from unnest($1::int[], $2::bigint[], $3::bytea[], $4::text[]) as tile (level, number, hashes, positions)
     on conflict (level, number) do update set hashes = excluded.hashes, positions = excluded.positions`,
    [
      tiles.map(({ level }) => level),
      tiles.map(({ number }) => number),
      tiles.map(({ hashes }) => hashes),
      tiles.map(({ positions }) => (positions ? `{${positions.join(',')}}` : null)),
    ],
  );
};
