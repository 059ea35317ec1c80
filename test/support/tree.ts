import { createGrowingTree } from '../../src/transparency/growing-tree.ts';
import { leafHash } from '../../src/transparency/hashes.ts';
import { nameOf, type ReadTiles, type Tile } from '../../src/transparency/tiles.ts';

/** A tree in memory, with its tiles as they would be stored. */
export const treeOf = (leaves: readonly string[]) => {
  const tiles = new Map<string, Tile>();
  const tree = createGrowingTree();
  for (const leaf of leaves) tree.add(leafHash(leaf));
  for (const tile of tree.takeTiles()) tiles.set(nameOf(tile), tile);
  const readTiles: ReadTiles = async (keys) => keys.flatMap((key) => tiles.get(nameOf(key)) ?? []);
  return { root: tree.root(), tiles, readTiles };
};
