/**
 * The size of an LRUCache of at most `max` values. With its option `max` it would make room for all of them at once: for the
 * caches of one process that takes as long as the rest of its start.
 */
export const atMost = (max: number) => ({ maxSize: max, sizeCalculation: () => 1 });

/** Values of an LRUCache are kept for so many milliseconds. To whole seconds: else the cache sets a timer each millisecond. */
export const keptFor = (ms: number) => ({ ttl: ms, ttlResolution: 1_000 });
