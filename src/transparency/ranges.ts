/** Leaves from `start` on, up to `end` and not including it. The proofs of RFC 6962 are hashes of such ranges. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A complete subtree: the leaves from `index * 2 ** level` on, `2 ** level` of them. */
export interface Node {
  readonly level: number;
  readonly index: number;
}

/** Where a tree of so many leaves is split: the largest power of two below. `size` is 2 or more. */
export const splitOf = (size: number): number => {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
};

/** The ranges whose hashes lead from a leaf up to the root (RFC 6962, section 2.1.1). */
export const inclusionRanges = (index: number, size: number): Range[] => {
  const path: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  return path.reverse();
};

/** The ranges whose hashes show that a tree of `from` leaves is the beginning of one of `to` (section 2.1.2). */
export const consistencyRanges = (from: number, to: number): Range[] => {
  if (from === 0) return [];
  const path: Range[] = [];
  let [start, end] = [0, to];
  while (from < end) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  // The asker knows the whole older tree.
  if (start > 0) path.push({ start, end });
  return path.reverse();
};

/** The complete subtrees of a range, from left to right. It begins where a split began. */
export const nodesOf = ({ start, end }: Range): Node[] => {
  const nodes: Node[] = [];
  for (let from = start; from < end; ) {
    let level = 0;
    while (2 ** (level + 1) <= end - from) level++;
    nodes.push({ level, index: from / 2 ** level });
    from += 2 ** level;
  }
  return nodes;
};
