import { LRUCache } from 'lru-cache';
import { keptFor } from '../../concurrency/cache-bounds.ts';

/** Values that were read from read models, kept until their brand changes. */
export interface BrandCache<Value> {
  /** The kept value, or a value that is `load`ed now. An undefined value is not kept. */
  get(brandId: string, key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>;
  /** The kept value, if there is one. */
  peek(brandId: string, key: string): Value | undefined;
  /** Drops the values of a brand; of all brands for null. */
  drop(brandId: string | null): void;
}

export interface BrandCacheOptions<Value> {
  readonly max: number;
  /** Milliseconds after which a value is loaded again (default: never). */
  readonly keptMs?: number;
  /**
   * For values that differ much in size: their sizes together are at most `max`. A value that is larger is kept alone.
   */
  readonly size?: { readonly of: (value: Value) => number; readonly max: number };
}

export const createBrandCache = <Value extends object>({
  max,
  keptMs,
  size,
}: BrandCacheOptions<Value>): BrandCache<Value> => {
  const values = new LRUCache<string, Value>({
    max,
    ...(keptMs !== undefined && keptFor(keptMs)),
    ...(size && { maxSize: size.max, sizeCalculation: (value: Value) => Math.min(size.of(value), size.max) }),
  });
  const loading = new Map<string, Promise<Value | undefined>>();

  return {
    peek: (brandId, key) => values.get(`${brandId}/${key}`),
    get: (brandId, key, load) => {
      const name = `${brandId}/${key}`;
      const kept = values.get(name);
      if (kept !== undefined) return Promise.resolve(kept);
      const underway = loading.get(name);
      if (underway) return underway;
      const loaded = load()
        .then((value) => {
          // Dropped while it was being read: it may be from before the change, so it serves this call and is not kept.
          if (value !== undefined && loading.get(name) === loaded) values.set(name, value);
          return value;
        })
        .finally(() => {
          if (loading.get(name) === loaded) loading.delete(name);
        });
      loading.set(name, loaded);
      return loaded;
    },
    drop: (brandId) => {
      const concerned = (name: string) => brandId === null || name.startsWith(`${brandId}/`);
      for (const name of loading.keys()) if (concerned(name)) loading.delete(name);
      for (const name of values.keys()) if (concerned(name)) values.delete(name);
    },
  };
};
