import { hash } from 'node:crypto';

/** Bytes of a hash. */
export const HASH_BYTES = 32;

export const sha256 = (bytes: Buffer | string): Buffer => hash('sha256', bytes, 'buffer');

/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256(Buffer.alloc(0));

/** The byte before a leaf. */
export const LEAF_PREFIX = 0;

/** The hash of a leaf (RFC 6962, section 2.1): its prefix keeps a leaf from being taken for a node. */
export const leafHash = (leaf: string): Buffer => sha256(`\0${leaf}`);

export const isHash = ({ length }: Buffer): boolean => length === HASH_BYTES;

/** The hash of a node above two others. Throws a RangeError for bytes that are no hash: some of them would not count. */
export const nodeHash = (left: Buffer, right: Buffer): Buffer => {
  if (!isHash(left) || !isHash(right)) throw new RangeError('a hash of the tree has 32 bytes');
  const bytes = Buffer.allocUnsafe(1 + 2 * HASH_BYTES);
  bytes[0] = 1;
  left.copy(bytes, 1);
  right.copy(bytes, 1 + HASH_BYTES);
  return sha256(bytes);
};
