import { type Bytes, nodeHash } from './bytes.ts';

interface MultiProof {
  /** The places of the leaves in the log, ascending. */
  readonly indexes: readonly number[];
  readonly size: number;
  /** What leads from the leaves to the root, from left to right, each once. */
  readonly hashes: readonly Bytes[];
}

/** The root that follows from the leaves and the hashes. Undefined if they do not fit each other. */
export const rootOfMany = async (
  leaves: readonly Bytes[],
  { indexes, size, hashes }: MultiProof,
): Promise<Bytes | undefined> => {
  let [used, next] = [0, 0];
  const walk = async (start: number, end: number): Promise<Bytes | undefined> => {
    const index = indexes[next];
    if (index === undefined || index >= end) return hashes[used++];
    if (end - start === 1) return index === start ? leaves[next++] : undefined;
    const middle = start + largestPowerBelow(end - start);
    const left = await walk(start, middle);
    const right = await walk(middle, end);
    return left && right && nodeHash(left, right);
  };
  const root = size > 0 ? await walk(0, size) : undefined;
  return next === indexes.length && used === hashes.length ? root : undefined;
};

/** The largest power of two that is less than the number. */
const largestPowerBelow = (count: number): number => {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
};
