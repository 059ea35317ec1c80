import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { atMost } from '../../../src/concurrency/cache-bounds.ts';

test('a cache of at most three keeps the three that were used last', () => {
  const cache = new LRUCache<string, number>(atMost(3));
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index);
  cache.get('a');
  cache.set('d', 3);
  cache.set('d', 4);
  expect([...cache.entries()]).toEqual([
    ['d', 4],
    ['a', 0],
    ['c', 2],
  ]);
  cache.clear();
  expect(cache.size).toBe(0);
  cache.set('e', 5);
  expect(cache.get('e')).toBe(5);
});

test('an empty cache of a million values takes no room for them', () => {
  const before = process.memoryUsage().heapUsed;
  const caches = Array.from({ length: 10 }, () => new LRUCache<string, number>(atMost(1_000_000)));
  // With the option `max` each takes 16 MB and more.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10 * 1_000_000);
  expect(caches).toHaveLength(10);
});
