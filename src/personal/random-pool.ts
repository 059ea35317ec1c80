import { randomFillSync } from 'node:crypto';

const DRAWS = 256;

/**
 * Gives so many random bytes at each call. They are drawn for many calls at once: to draw those of one call takes as long
 * as to seal with them. They share memory with the bytes of the calls before and after, which live about as long, and with
 * nothing else.
 */
export const createRandomPool = (bytes: number): (() => Buffer) => {
  let pool = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === pool.length) {
      pool = randomFillSync(Buffer.allocUnsafeSlow(bytes * DRAWS));
      used = 0;
    }
    used += bytes;
    return pool.subarray(used - bytes, used);
  };
};
