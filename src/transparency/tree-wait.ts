import type pg from 'pg';
import { sleepFor } from '../concurrency/sleep.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { readTreeHead, type TreeHead } from './tree-tables.ts';

/** The longest wait: the tree is half a second behind the log. */
const WAIT_MS = 3_000;
const LOOK_MS = 50;

/**
 * Waits, for a bounded time, until the tree holds what is in the log now. Answers how far it is then. Any process may keep
 * the tree, and without one it stands still.
 */
export type TreeWait = (signal: AbortSignal) => Promise<TreeHead>;

export const createTreeWait =
  (pool: pg.Pool, store: Pick<EventStore, 'head'>): TreeWait =>
  async (signal) => {
    const end = await store.head();
    const until = performance.now() + WAIT_MS;
    for (;;) {
      const head = await readTreeHead(pool);
      if (head.position >= end || signal.aborted || performance.now() > until) return head;
      await sleepFor(LOOK_MS, signal);
    }
  };
