import { HASH_BYTES, nodeHash } from './hashes.ts';
import { type Node, nodesOf, type Range } from './ranges.ts';

/** Hashes of one tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
/** Levels of the tree in one tile. */
const TILE_HEIGHT = 8;

/** The tile at level 0 holds hashes of leaves, at level 1 hashes of whole tiles of level 0, and so on. */
export interface TileKey {
  readonly level: number;
  readonly number: number;
}

export interface Tile extends TileKey {
  /** One after the other; a tile at the end of its level may hold fewer than TILE_WIDTH. */
  readonly hashes: Buffer;
}

/** Reads tiles, in any order. One that is missing is left out. */
export type ReadTiles = (keys: readonly TileKey[]) => Promise<readonly Tile[]>;

export const nameOf = ({ level, number }: TileKey): string => `${level}/${number}`;

export const hashAt = (hashes: Buffer, place: number): Buffer =>
  hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);

/** The tile that a complete subtree follows from. */
export const tileOf = ({ level, index }: Node): TileKey => {
  const places = 2 ** (level % TILE_HEIGHT);
  return { level: Math.floor(level / TILE_HEIGHT), number: Math.floor((index * places) / TILE_WIDTH) };
};

/** The hash over `count` hashes, a power of two, from `place` on. */
export const hashOver = (hashes: Buffer, place: number, count: number): Buffer => {
  let row = Array.from({ length: count }, (_, each) => hashAt(hashes, place + each));
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, pair) => nodeHash(row[2 * pair]!, row[2 * pair + 1]!));
  }
  return row[0]!;
};

/** The hash of a subtree, from its tile. */
const hashIn = ({ level, index }: Node, tile: Tile): Buffer => {
  const count = 2 ** (level % TILE_HEIGHT);
  const place = (index * count) % TILE_WIDTH;
  if ((place + count) * HASH_BYTES > tile.hashes.length) throw new Error(`tile ${nameOf(tile)} is too short`);
  return hashOver(tile.hashes, place, count);
};

/** The root above subtrees of falling size, from left to right. */
export const rootOver = (subtrees: readonly Buffer[]): Buffer =>
  subtrees.reduceRight((right, left) => nodeHash(left, right));

/** Tiles in memory at a time: 2 MB. */
const MAX_TILES = 256;

/**
 * The hashes of ranges of leaves, from the stored tiles.
 * @throws Error if a tile is missing or too short
 */
export const hashesOf = async (readTiles: ReadTiles, ranges: readonly Range[]): Promise<Buffer[]> => {
  const subtrees = ranges.map(nodesOf);
  const hashes = await hashesOfNodes(readTiles, subtrees.flat());
  let end = 0;
  return subtrees.map(({ length }) => {
    end += length;
    return rootOver(hashes.slice(end - length, end));
  });
};

const hashesOfNodes = async (readTiles: ReadTiles, nodes: readonly Node[]): Promise<Buffer[]> => {
  const hashes: Buffer[] = [];
  while (hashes.length < nodes.length) {
    const keys = new Map<string, TileKey>();
    let end = hashes.length;
    for (; end < nodes.length && keys.size < MAX_TILES; end++) {
      const key = tileOf(nodes[end]!);
      keys.set(nameOf(key), key);
    }
    const tiles = new Map((await readTiles([...keys.values()])).map((tile) => [nameOf(tile), tile]));
    for (const node of nodes.slice(hashes.length, end)) {
      const name = nameOf(tileOf(node));
      const tile = tiles.get(name);
      if (!tile) throw new Error(`tile ${name} is missing`);
      hashes.push(hashIn(node, tile));
    }
  }
  return hashes;
};
