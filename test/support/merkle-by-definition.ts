import { createHash } from 'node:crypto';

/**
 * RFC 6962, section 2.1, word for word, over whole lists of leaves and with arrays alone: slow, and in another style than
 * the product, so that a mistake there is not made here again.
 */

const H = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

const largestPowerBelow = (n: number): number => (n <= 2 ? 1 : 2 * largestPowerBelow(Math.ceil(n / 2)));

/** MTH(D[n]) */
export const treeHash = (leaves: readonly string[]): Buffer => {
  if (leaves.length === 0) return H();
  if (leaves.length === 1) return H(Buffer.of(0), leaves[0]!);
  const k = largestPowerBelow(leaves.length);
  return H(Buffer.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
};

/** PATH(m, D[n]) */
export const auditPath = (m: number, leaves: readonly string[]): Buffer[] => {
  if (leaves.length === 1) return [];
  const k = largestPowerBelow(leaves.length);
  return m < k
    ? [...auditPath(m, leaves.slice(0, k)), treeHash(leaves.slice(k))]
    : [...auditPath(m - k, leaves.slice(k)), treeHash(leaves.slice(0, k))];
};

/** PROOF(m, D[n]) */
export const consistencyProof = (m: number, leaves: readonly string[]): Buffer[] => subProof(m, leaves, true);

const subProof = (m: number, leaves: readonly string[], isWhole: boolean): Buffer[] => {
  if (m === leaves.length) return isWhole ? [] : [treeHash(leaves)];
  const k = largestPowerBelow(leaves.length);
  return m <= k
    ? [...subProof(m, leaves.slice(0, k), isWhole), treeHash(leaves.slice(k))]
    : [...subProof(m - k, leaves.slice(k), false), treeHash(leaves.slice(0, k))];
};

/** The root that a leaf and its path give, from the top down: the last hash of the path is the sibling below the root. */
export const rootOfPath = (leaf: string, m: number, n: number, path: readonly Buffer[]): Buffer => {
  if (n === 1) {
    if (path.length > 0) throw new Error('the path is too long');
    return H(Buffer.of(0), leaf);
  }
  const sibling = path.at(-1);
  if (!sibling) throw new Error('the path is too short');
  const below = path.slice(0, -1);
  const k = largestPowerBelow(n);
  return m < k
    ? H(Buffer.of(1), rootOfPath(leaf, m, k, below), sibling)
    : H(Buffer.of(1), sibling, rootOfPath(leaf, m - k, n - k, below));
};
