/**
 * The size of an LRUCache of at most `max` values. With its option `max` it would make room for all of them at once: for the
 * caches of one process that takes as long as the rest of its start.
 */
export const atMost = (max: number) => ({ maxSize: max, sizeCalculation: () => 1 });
