const SLAB_BYTES = 64 * 1024;
/** Longer ones get memory of their own. */
const MAX_SHARE = SLAB_BYTES / 8;

let slab = Buffer.alloc(0);
let used = 0;

/**
 * A copy for bytes that are kept for a while. Node cuts small buffers out of slabs, and a slab stays as long as any of them: one
 * that is kept for 50 ms keeps all the short-lived ones beside it until the next full collection. These have their own slabs.
 */
export const lastingCopy = (bytes: Buffer): Buffer => {
  if (bytes.length > MAX_SHARE) return Buffer.from(bytes);
  if (slab.length - used < bytes.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const copy = slab.subarray(used, used + bytes.length);
  copy.set(bytes);
  used += bytes.length;
  return copy;
};
