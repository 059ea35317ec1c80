import { nodeHash } from './hashes.ts';
import { type Range, splitOf } from './ranges.ts';

/** Whether one of the indexes, which ascend, lies in the range. `from`: the first that may. */
interface Indexes {
  readonly all: readonly number[];
  next: number;
}

const hasOne = (indexes: Indexes, { end }: Range): boolean => {
  const next = indexes.all[indexes.next];
  return next !== undefined && next < end;
};

/**
 * The ranges whose hashes, together with the leaves at these indexes, give the root: those of all the single paths, each
 * once, from left to right.
 */
export const multiProofRanges = (indexes: readonly number[], size: number): Range[] => {
  const ranges: Range[] = [];
  const left: Indexes = { all: indexes, next: 0 };
  const walk = (range: Range): void => {
    if (!hasOne(left, range)) ranges.push(range);
    else if (range.end - range.start === 1) left.next += 1;
    else for (const half of halves(range)) walk(half);
  };
  if (size > 0) walk({ start: 0, end: size });
  return ranges;
};

const halves = ({ start, end }: Range): readonly Range[] => {
  const middle = start + splitOf(end - start);
  return [
    { start, end: middle },
    { start: middle, end },
  ];
};

export interface MultiProof {
  /** Of the leaves, ascending. */
  readonly indexes: readonly number[];
  readonly size: number;
  readonly hashes: readonly Buffer[];
}

/** The root that follows from the leaves and the hashes. Undefined if they do not fit each other. */
export const rootFromMultiProof = (
  leafHashes: readonly Buffer[],
  { indexes, size, hashes }: MultiProof,
): Buffer | undefined => {
  const left: Indexes = { all: indexes, next: 0 };
  let used = 0;
  const walk = (range: Range): Buffer | undefined => {
    if (!hasOne(left, range)) return hashes[used++];
    if (range.end - range.start === 1) {
      return left.all[left.next] === range.start ? leafHashes[left.next++] : undefined;
    }
    const [first, second] = halves(range).map(walk);
    return first && second && nodeHash(first, second);
  };
  const root = size > 0 ? walk({ start: 0, end: size }) : undefined;
  return left.next === indexes.length && used === hashes.length ? root : undefined;
};
