import type pg from 'pg';
import type { Tile } from './tiles.ts';
import { type LeafTile, readLeafTiles, readTreeHead, readUpperTiles, type TreeHead } from './tree-tables.ts';

/** The tree as it is stored, to be compared with the log. */
export interface KeptTree {
  /** The head when this was opened. The tiles may have grown since then. */
  readonly head: TreeHead;
  /** Tiles of leaves from this number on, in order, at most so many. */
  leafTiles(from: number, limit: number): Promise<readonly LeafTile[]>;
  /** All tiles above those of leaves. */
  upperTiles(): Promise<readonly Tile[]>;
}

export const openKeptTree = async (pool: pg.Pool): Promise<KeptTree> => ({
  head: await readTreeHead(pool),
  leafTiles: (from, limit) => readLeafTiles(pool, from, limit),
  upperTiles: () => readUpperTiles(pool),
});
