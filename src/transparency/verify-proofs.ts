import { EMPTY_ROOT, isHash, nodeHash } from './hashes.ts';

export interface InclusionProof {
  readonly leafHash: Buffer;
  readonly index: number;
  readonly size: number;
  readonly path: readonly Buffer[];
}

/** The root that follows from a leaf and its path (RFC 9162, section 2.1.3.2). Undefined if the path does not fit. */
export const rootFromInclusion = ({ leafHash, index, size, path }: InclusionProof): Buffer | undefined => {
  if (index >= size || ![leafHash, ...path].every(isHash)) return undefined;
  let [place, last, hash] = [index, size - 1, leafHash];
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? hash : undefined;
};

export interface ConsistencyProof {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Buffer;
  readonly toRoot: Buffer;
  readonly path: readonly Buffer[];
}

/** Whether the path shows that the older tree is the beginning of the newer one (RFC 9162, section 2.1.4.2). */
export const isConsistent = ({ from, to, fromRoot, toRoot, path }: ConsistencyProof): boolean => {
  if (from > to || ![fromRoot, toRoot, ...path].every(isHash)) return false;
  if (from === 0) return path.length === 0 && fromRoot.equals(EMPTY_ROOT);
  if (from === to) return path.length === 0 && fromRoot.equals(toRoot);
  let [place, last] = [from - 1, to - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  // A complete older tree is not in the path.
  const [first, ...rest] = place === 0 ? [fromRoot, ...path] : path;
  if (first === undefined) return false;
  let [older, newer] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [older, newer] = [nodeHash(hash, older), nodeHash(hash, newer)];
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      newer = nodeHash(newer, hash);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && older.equals(fromRoot) && newer.equals(toRoot);
};

/** Without the lowest bit. Not a shift: numbers may be beyond 32 bits. */
const half = (place: number): number => Math.floor(place / 2);
