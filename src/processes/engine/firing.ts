import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';
import { forEachAFew } from '../../concurrency/for-each-a-few.ts';

/** Timers that are rows of a read model. */
export interface Timers<Due> {
  /** The due ones, the longest due first. */
  due(now: Date, limit: number): Promise<readonly Due[]>;
  /** A key that tells one firing from another. */
  keyOf(due: Due): string | number;
  fire(due: Due, now: Date): Promise<void>;
}

const PAGE = 500;
/** Fired timers. They are not fired again before the read model has had time to show the change. */
const FIRED_FOR_MS = 60_000;

/** Fires what is due, page after page. A timer that fails is tried again at the next tick and delays no other. */
export const createFiring = <Due>({ due, keyOf, fire }: Timers<Due>): ((now: Date) => Promise<void>) => {
  const fired = new LRUCache<string | number, true>({ ...atMost(10_000), ttl: FIRED_FOR_MS });

  return async (now) => {
    for (;;) {
      const page = await due(now, PAGE);
      const waiting = page.filter((each) => !fired.has(keyOf(each)));
      await forEachAFew(waiting, async (each) => {
        await fire(each, now);
        fired.set(keyOf(each), true);
      });
      if (page.length < PAGE || waiting.length === 0) return;
    }
  };
};
