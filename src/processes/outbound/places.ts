import { sleepFor } from '../../concurrency/sleep.ts';
import type { HostLimiter, Pass } from './host-limiter.ts';

/** Places at hosts, for calls whose callers wait. */
export interface Places {
  /** Waits for a place. Null: there was none in time, or the host lets calls hang. */
  take(owner: string, host: string, withinMs: number): Promise<Pass | null>;
}

/**
 * Callers of one host take turns: who came first gets the place that becomes free. How many places there are, the limiter decides
 * at each answer, and webhooks take from them too, so no p-queue has a number of its own.
 */
export const createPlaces = (limiter: HostLimiter): Places => {
  const waiting = new Map<string, Set<() => void>>();

  const waitTurn = async (key: string, withinMs: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = waiting.get(key) ?? new Set();
    waiting.set(key, others.add(resolve));
    const timeout = new AbortController();
    await Promise.race([promise, sleepFor(withinMs, timeout.signal)]);
    timeout.abort();
    others.delete(resolve);
    if (others.size === 0 && waiting.get(key) === others) waiting.delete(key);
  };

  const callNext = (key: string): void => {
    const [next] = waiting.get(key) ?? [];
    if (next === undefined) return;
    waiting.get(key)?.delete(next);
    next();
  };

  return {
    take: async (owner, host, withinMs) => {
      const key = `${owner} ${host}`;
      const deadline = performance.now() + withinMs;
      for (;;) {
        const pass = limiter.enter(owner, host);
        if (pass) {
          const end: Pass['end'] = (result) => {
            pass.end(result);
            // An answer makes room for one more.
            callNext(key);
            callNext(key);
          };
          return { end };
        }
        // The only call under way finds out whether the host answers at all.
        if (limiter.isOnProbation(owner, host)) return null;
        const left = deadline - performance.now();
        if (left <= 0) return null;
        await waitTurn(key, left);
      }
    },
  };
};
