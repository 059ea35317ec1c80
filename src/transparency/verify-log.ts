import { createGrowingTree } from './growing-tree.ts';
import { EMPTY_ROOT } from './hashes.ts';
import { createKeptLeaves, type KeptLeaf } from './kept-leaves.ts';
import type { KeptTree } from './kept-tree.ts';
import type { Checkpoint } from './note.ts';
import type { LeafPage } from './read-leaves.ts';
import { hashAt, nameOf, type Tile } from './tiles.ts';

/** Something that is not as it was. `position`: the first that differs, as far as that can be known. */
export type Difference =
  | { readonly kind: 'changed' | 'removed' | 'inserted'; readonly position: number }
  | {
      readonly kind: 'unreadable';
      readonly reason: string;
      readonly position: number | undefined;
      readonly after: number;
    }
  /** The end of the log is missing: it has `events` events now, and had `size`. */
  | {
      readonly kind: 'cut off';
      readonly position: number | undefined;
      readonly after: number;
      readonly events: number;
      readonly size: number;
    }
  /** Somewhere after the last checkpoint that fits, and up to this one. */
  | { readonly kind: 'checkpoint'; readonly size: number; readonly position: number; readonly upTo: number }
  /** The stored tree alone. */
  | { readonly kind: 'tree'; readonly what: string };

export interface Verified {
  readonly events: number;
  readonly root: Buffer;
  readonly checkpoints: number;
  readonly differences: readonly Difference[];
}

/**
 * Computes the tree anew from the leaves of the whole log, and compares it with the stored one, leaf by leaf, and with
 * checkpoints, in memory that does not grow with the log's length. If a history was rewritten together with its tree,
 * checkpoints that are kept elsewhere show it.
 */
export const verifyLog = async (
  pages: AsyncIterable<LeafPage>,
  kept: KeptTree,
  checkpoints: readonly Pick<Checkpoint, 'size' | 'root'>[],
): Promise<Verified> => {
  const tree = createGrowingTree();
  const upper = new Map<string, Tile>();
  const differences: Difference[] = [];
  const leaves = createKeptLeaves(kept);
  const sized = checkpoints.toSorted((a, b) => a.size - b.size);
  let next = 0;
  let isLeafKnown = true;
  let position = 0;
  /** The first position after the last checkpoint that fits. */
  let sinceFit: number | undefined;
  let fits = true;
  /** The first leaf that is stored otherwise. */
  let oddLeaf: { readonly index: number; readonly difference: number } | undefined;

  const compareLeaf = (at: number, hash: Buffer, stored: KeptLeaf | undefined): void => {
    if (!isLeafKnown || tree.size >= kept.head.size) return;
    if (stored?.position === at && stored.hash.equals(hash)) return;
    isLeafKnown = false;
    oddLeaf = { index: tree.size, difference: differences.length };
    if (!stored) differences.push({ kind: 'tree', what: `the stored tree has no leaf for position ${at}` });
    else if (stored.position === at) differences.push({ kind: 'changed', position: at });
    else if (stored.position < at) differences.push({ kind: 'removed', position: stored.position });
    else differences.push({ kind: 'inserted', position: at });
  };

  /** What was signed fits the log: then the stored tree is what was changed. */
  const acquit = (place: number): void => {
    const told = differences[place]!;
    if (!('position' in told)) return;
    differences[place] = { kind: 'tree', what: `position ${told.position}: the stored tree was changed here` };
  };

  const compareCheckpoints = (): void => {
    for (; sized[next]?.size === tree.size; next++) {
      const isSame = sized[next]!.root.equals(tree.root());
      if (isSame && fits) sinceFit = undefined;
      if (isSame && oddLeaf && oddLeaf.index < tree.size) acquit(oddLeaf.difference);
      if (isSame || !fits) continue;
      fits = false;
      differences.push({ kind: 'checkpoint', size: tree.size, position: sinceFit ?? position, upTo: position });
    }
  };

  let isReadable = true;
  compareCheckpoints();
  for await (const { positions, hashes, failure } of pages) {
    const stored = isLeafKnown ? await leaves.take(positions.length) : [];
    for (const [index, at] of positions.entries()) {
      const hash = hashAt(hashes, index);
      compareLeaf(at, hash, stored[index]);
      tree.add(hash);
      position = at;
      sinceFit ??= at;
      if (tree.size === kept.head.size && !tree.root().equals(kept.head.root) && isLeafKnown) {
        differences.push({ kind: 'tree', what: 'the root of the stored tree is not the root of its leaves' });
      }
      compareCheckpoints();
    }
    for (const tile of tree.takeTiles()) if (tile.level > 0) upper.set(nameOf(tile), tile);
    if (failure !== undefined) {
      isReadable = false;
      const [unread] = isLeafKnown ? await leaves.take(1) : [];
      differences.push({ kind: 'unreadable', position: unread?.position, after: position, reason: failure });
      break;
    }
  }

  if (isReadable) {
    const size = Math.max(kept.head.size, sized.at(-1)?.size ?? 0);
    if (size > tree.size) {
      const [lost] = isLeafKnown ? await leaves.take(1) : [];
      differences.push({ kind: 'cut off', position: lost?.position, after: position, events: tree.size, size });
    }
    if (differences.length === 0) differences.push(...compareUpper(upper, await kept.upperTiles()));
  }
  const root = tree.size === 0 ? EMPTY_ROOT : tree.root();
  return { events: tree.size, root, checkpoints: sized.length, differences };
};

/** The log may have grown since the tree was stored, and the other way round. */
const compareUpper = (computed: ReadonlyMap<string, Tile>, stored: readonly Tile[]): Difference[] =>
  stored.flatMap((tile): Difference[] => {
    const own = computed.get(nameOf(tile));
    const length = Math.min(own?.hashes.length ?? 0, tile.hashes.length);
    const isSame = own?.hashes.subarray(0, length).equals(tile.hashes.subarray(0, length)) ?? true;
    return isSame
      ? []
      : [{ kind: 'tree', what: `tile ${nameOf(tile)} of the stored tree does not follow from the log` }];
  });
