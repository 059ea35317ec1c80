import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';
import type { Leases, Place } from './leases.ts';

const MAX_BRANDS = 20_000;
/** So much of the budget is for whoever comes first. The rest is for keys that have had less than their share. */
const OPEN_TO_ALL = 0.8;

interface Seen {
  /** The keys that asked in this window. */
  readonly keys: Set<string>;
  /** On the monotonic clock. */
  endsAt: number;
}

export interface BrandKey {
  readonly brandId: string;
  readonly keyId: string;
  /** The brand's points in a window. */
  readonly max: number;
}

/**
 * The points of a brand, which its keys share. When four fifths of a window are used, a key that had more than its share (the
 * points by the number of keys that ask) gets no more, and the others go on.
 */
export const createBrandBudget = (leases: Leases) => {
  const brands = new LRUCache<string, Seen>(atMost(MAX_BRANDS));
  return {
    take: ({ brandId, max }: BrandKey, points: number): Place | Promise<Place> =>
      leases.take(`brand:${brandId}`, max, points),
    giveBack: (brandId: string, points: number): void => leases.giveBack(`brand:${brandId}`, points),
    /** Whether a key that has used so many points itself may have this place of its brand. */
    isFair: ({ brandId, keyId, max }: BrandKey, usedByKey: number, place: Place): boolean => {
      const now = performance.now();
      let seen = brands.get(brandId);
      if (!seen) {
        seen = { keys: new Set(), endsAt: 0 };
        brands.set(brandId, seen);
      }
      if (now >= seen.endsAt) {
        seen.keys.clear();
        seen.endsAt = now + place.ms;
      }
      seen.keys.add(keyId);
      return place.used <= max * OPEN_TO_ALL || usedByKey <= max / seen.keys.size;
    },
  };
};
