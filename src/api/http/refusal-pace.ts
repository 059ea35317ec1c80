import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';

/** One refusal every so many milliseconds for each caller. The first ones, worth a second, go out at once. */
const EVERY_MS = 2;
const BURST_MS = 1_000;
const LONGEST_MS = 1_000;
const MAX_CALLERS = 50_000;

/**
 * How long to delay the next refusal of a caller, in milliseconds: none of the first 500; then so long that 500 go out
 * in a second; never more than a second. Otherwise a client that answers each 429 with its next request would be
 * refused as fast as this process can, and take that time from everybody else.
 */
export const createRefusalPace = (clock: () => number = () => performance.now()) => {
  const dueOf = new LRUCache<string, number>(atMost(MAX_CALLERS));
  return (id: string): number => {
    const now = clock();
    const due = Math.max(dueOf.get(id) ?? Number.NEGATIVE_INFINITY, now - BURST_MS) + EVERY_MS;
    const delayMs = Math.min(Math.max(0, due - now), LONGEST_MS);
    dueOf.set(id, now + Math.min(due - now, LONGEST_MS));
    return delayMs;
  };
};
