import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';

/** Bounds how many calls of an owner (a brand) begin at a host in any second. */
export interface HostPace {
  /** Milliseconds until the next call may begin; 0: now. */
  waitMs(owner: string, host: string): number;
  /** A call begins now. */
  note(owner: string, host: string): void;
}

/** Bulk work is no storm at the receiver. */
const PER_SECOND = 50;
const SECOND_MS = 1_000;
const MAX_HOSTS = 10_000;

/** `now`: milliseconds of a clock that is never set. */
export const createHostPace = (now = (): number => performance.now()): HostPace => {
  /** When the last calls began, the oldest first. */
  const begun = new LRUCache<string, number[]>(atMost(MAX_HOSTS));
  return {
    waitMs: (owner, host) => {
      const times = begun.get(`${owner} ${host}`) ?? [];
      const [oldest] = times;
      if (times.length < PER_SECOND || oldest === undefined) return 0;
      return Math.max(0, oldest + SECOND_MS - now());
    },
    note: (owner, host) => {
      const key = `${owner} ${host}`;
      begun.set(key, [...(begun.get(key) ?? []), now()].slice(-PER_SECOND));
    },
  };
};
