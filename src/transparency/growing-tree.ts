import { EMPTY_ROOT, HASH_BYTES } from './hashes.ts';
import { nodesOf } from './ranges.ts';
import { hashOver, rootOver, TILE_WIDTH, type Tile } from './tiles.ts';

/** A tree that leaves are added to. It holds only the last tile of each level. */
export interface GrowingTree {
  readonly size: number;
  add(leafHash: Buffer): void;
  root(): Buffer;
  /** The tiles that are new, or have more hashes, since the last time. */
  takeTiles(): Tile[];
}

interface Level {
  /** Of the tile at the end. */
  hashes: Buffer;
  count: number;
  number: number;
  isChanged: boolean;
}

/** `lastTiles`: the tile at the end of each level that is not full, of a tree with so many leaves. */
export const createGrowingTree = (size = 0, lastTiles: readonly Tile[] = []): GrowingTree => {
  const levels: Level[] = [];
  let leaves = size;
  let full: Tile[] = [];

  const levelAt = (level: number): Level => {
    levels[level] ??= { hashes: Buffer.allocUnsafe(TILE_WIDTH * HASH_BYTES), count: 0, number: 0, isChanged: false };
    return levels[level];
  };

  for (let level = 0, above = size; above > 0; level++, above = Math.floor(above / TILE_WIDTH)) {
    const at = levelAt(level);
    at.number = Math.floor(above / TILE_WIDTH);
    at.count = above % TILE_WIDTH;
    if (at.count === 0) continue;
    const tile = lastTiles.find((each) => each.level === level && each.number === at.number);
    if (!tile || tile.hashes.length < at.count * HASH_BYTES) {
      throw new Error(`tile ${level}/${at.number} of the tree is missing or too short`);
    }
    tile.hashes.copy(at.hashes, 0, 0, at.count * HASH_BYTES);
  }

  const addAt = (level: number, hash: Buffer): void => {
    const at = levelAt(level);
    hash.copy(at.hashes, at.count * HASH_BYTES);
    at.count += 1;
    at.isChanged = true;
    if (at.count < TILE_WIDTH) return;
    full.push({ level, number: at.number, hashes: at.hashes });
    const above = hashOver(at.hashes, 0, TILE_WIDTH);
    levels[level] = { ...at, hashes: Buffer.allocUnsafe(at.hashes.length), count: 0, number: at.number + 1 };
    levels[level].isChanged = false;
    addAt(level + 1, above);
  };

  return {
    get size() {
      return leaves;
    },
    add: (leafHash) => {
      leaves += 1;
      addAt(0, leafHash);
    },
    root: () => {
      const subtrees = levels
        .toReversed()
        .flatMap(({ hashes, count }) =>
          nodesOf({ start: 0, end: count }).map(({ level, index }) => hashOver(hashes, index * 2 ** level, 2 ** level)),
        );
      return subtrees.length === 0 ? EMPTY_ROOT : rootOver(subtrees);
    },
    takeTiles: () => {
      const taken = full;
      full = [];
      levels.forEach((at, level) => {
        if (!at.isChanged) return;
        at.isChanged = false;
        taken.push({ level, number: at.number, hashes: Buffer.from(at.hashes.subarray(0, at.count * HASH_BYTES)) });
      });
      return taken;
    },
  };
};
