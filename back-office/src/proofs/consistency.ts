import { type Bytes, bytesOf, half, isSame, nodeHash } from './bytes.ts';
import type { Head } from './notes.ts';

/** Whether the path shows that the older log is the beginning of the newer one (RFC 9162, section 2.1.4.2). */
export const goesOn = async (older: Head, newer: Head, path: readonly string[]): Promise<boolean> => {
  if (older.size > newer.size || older.size === 0) return false;
  if (older.size === newer.size) return path.length === 0 && older.root === newer.root;
  const hashes = path.map(bytesOf);
  let [place, last] = [older.size - 1, newer.size - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  // A complete older tree is not in the path.
  const [first, ...rest] = place === 0 ? [bytesOf(older.root), ...hashes] : hashes;
  if (first === undefined) return false;
  let [before, after]: [Bytes, Bytes] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [before, after] = [await nodeHash(hash, before), await nodeHash(hash, after)];
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      after = await nodeHash(after, hash);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && isSame(before, bytesOf(older.root)) && isSame(after, bytesOf(newer.root));
};
