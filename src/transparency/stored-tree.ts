import type pg from 'pg';
import { createGrowingTree, type GrowingTree } from './growing-tree.ts';
import { TILE_WIDTH, type Tile } from './tiles.ts';
import { readLeafTiles, readTreeHead, tilesIn } from './tree-tables.ts';

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** The tree was moved by another process: what this one knows of it is old. */
export class TreeMoved extends Error {
  override name = 'TreeMoved';
  constructor() {
    super('another process has added to the tree');
  }
}

/** The stored tree, with events that are to be added to it. */
export interface StoredTree {
  /** Position of the last event in it, stored or not. */
  readonly position: number;
  add(position: number, leafHash: Buffer): void;
  /**
   * Stores what was added before this call, and answers the position of its last event. More may be added meanwhile.
   * Throws TreeMoved if another process has added to the tree.
   */
  store(tx: Queryable): Promise<number>;
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
      const { size } = tree;
      const upTo = position;
      const root = tree.root();
      const tiles = tree.takeTiles().map((tile) => ({ ...tile, positions: positionsIn(tile) }));
      const { rowCount } = await tx.query(
        'update app.tree_head set size = $2, position = $3, root = $4 where size = $1',
        [stored, size, upTo, root],
      );
      if (rowCount !== 1) throw new TreeMoved();
      await writeTiles(tx, tiles);
      stored = size;
      const tile = Math.floor(stored / TILE_WIDTH);
      positions = positions.slice((tile - firstTile) * TILE_WIDTH);
      firstTile = tile;
      return upTo;
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
