import { LRUCache } from 'lru-cache';
import type { CachedFold } from './folded.ts';

/** The part of the room for states that were used once. */
const ONCE = 1 / 5;

/**
 * States of streams. One that is kept for the first time has a small room of its own until it is used again: most orders
 * of a rush are not used again soon, and must not take the room of books and stop-lists, nor grow old in memory.
 */
export interface FoldCache {
  get(stream: string): CachedFold<unknown> | undefined;
  set(stream: string, folded: CachedFold<unknown>): void;
  delete(stream: string): void;
  clear(): void;
}

export interface FoldCacheOptions {
  /** The most states that were used again. */
  readonly max: number;
  /** Their size, in bytes as `bytesOf` counts them. A state larger than that is kept alone. */
  readonly maxBytes: number;
  bytesOf(stream: string): number;
}

export const createFoldCache = ({ max, maxBytes, bytesOf }: FoldCacheOptions): FoldCache => {
  const roomOf = (part: number) => {
    const maxSize = Math.ceil(maxBytes * part);
    const sizeCalculation = (_: CachedFold<unknown>, stream: string) => Math.min(bytesOf(stream), maxSize);
    return new LRUCache<string, CachedFold<unknown>>({ max: Math.ceil(max * part), maxSize, sizeCalculation });
  };
  const again = roomOf(1);
  const once = roomOf(ONCE);

  return {
    get: (stream) => again.get(stream) ?? once.get(stream),
    set: (stream, folded) => {
      const isNew = !again.has(stream) && !once.has(stream);
      if (isNew) once.set(stream, folded);
      else {
        once.delete(stream);
        again.set(stream, folded);
      }
    },
    delete: (stream) => {
      again.delete(stream);
      once.delete(stream);
    },
    clear: () => {
      again.clear();
      once.clear();
    },
  };
};
