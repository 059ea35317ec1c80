import { HASH_BYTES } from './hashes.ts';
import type { KeptTree } from './kept-tree.ts';
import { hashAt } from './tiles.ts';

const TILES_AT_ONCE = 64;

export interface KeptLeaf {
  readonly position: number;
  readonly hash: Buffer;
}

/** The stored leaves in their order: `take` gives the next ones, and fewer where there are no more. */
export const createKeptLeaves = ({ head, leafTiles }: KeptTree) => {
  const ready: KeptLeaf[] = [];
  let number = 0;
  let index = 0;
  const read = async (): Promise<void> => {
    for (const tile of await leafTiles(number, TILES_AT_ONCE)) {
      if (tile.number !== number) return;
      number += 1;
      const count = Math.min(tile.hashes.length / HASH_BYTES, head.size - index);
      index += count;
      for (let place = 0; place < count; place++) {
        ready.push({ position: tile.positions[place] ?? 0, hash: hashAt(tile.hashes, place) });
      }
    }
  };
  return {
    take: async (count: number): Promise<readonly KeptLeaf[]> => {
      for (let before = -1; ready.length < count && index < head.size && index > before; ) {
        before = index;
        await read();
      }
      return ready.splice(0, count);
    },
  };
};
