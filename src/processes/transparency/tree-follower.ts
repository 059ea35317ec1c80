import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createPace } from '../../concurrency/pace.ts';
import { sleepFor } from '../../concurrency/sleep.ts';
import { describeError } from '../../database/describe-error.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { leafHashOf } from '../../transparency/leaf.ts';
import { openStoredTree, type StoredTree } from '../../transparency/stored-tree.ts';
import { createUnstoredLeaves, type UnstoredLeaves } from './unstored-leaves.ts';

const MAX_BATCH = 1_000;
/** How long events gather. The log keeps them in memory until they are hashed: the longer, the more the collector moves. */
const GATHERING = { leastMs: 25, mostMs: 80 };
/** The tree is stored this often under load: to store its end for every batch would cost more than to hash. */
const STORE_MS = 300;
/** So many leaves may wait to be stored: while Postgres is slow, no more are hashed. */
const MOST_UNSTORED = 20_000;
/** Events that are hashed before other work of this process has its turn: some two milliseconds. */
const TURN = 64;
const RETRY_MS = 1_000;

/** Adds every event of the log to the tree. */
export interface TreeFollower {
  /** Why it is being tried again; null while it works. */
  readonly failure: string | null;
  /** Everything up to here is in the stored tree. */
  readonly position: number;
  start(): void;
  /** Resolves when the work under way has ended. */
  stop(): Promise<void>;
}

export interface TreeFollowerOptions {
  /** The events as they are stored. */
  readonly stored: EventStore;
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Follows the log apart from the other followers: at its own pace, and with the events as they are stored. If two
 * processes run it at once, the second to store finds the tree moved, and begins anew from what is stored.
 */
export const createTreeFollower = ({ stored, pool, log }: TreeFollowerOptions): TreeFollower => {
  let failure: string | null = null;
  let position = 0;
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const recover = (): void => {
    if (failure !== null) log.info({}, 'the tree over the log grows again');
    failure = null;
  };

  const follow = async (signal: AbortSignal): Promise<void> => {
    const tree = await openStoredTree(pool);
    position = tree.position;
    const head = await stored.head();
    if (head < position)
      throw new Error(`the log ends at position ${head}, before its tree, which ends at ${position}`);
    const leaves = createUnstoredLeaves();
    const ending = new AbortController();
    const either = AbortSignal.any([signal, ending.signal]);
    const storing = storeAll(tree, leaves, either).finally(() => ending.abort());
    // Thrown below, when the hashing has ended.
    storing.catch(() => {});
    try {
      await hashAll(tree, leaves, either);
    } finally {
      ending.abort();
      await storing;
    }
  };

  const hashAll = async (tree: StoredTree, leaves: UnstoredLeaves, signal: AbortSignal): Promise<void> => {
    const pace = createPace(GATHERING);
    for await (const { events } of stored.subscribe(tree.position, { signal, maxBatch: MAX_BATCH })) {
      const began = performance.now();
      for (const [index, event] of events.entries()) {
        if (index % TURN === TURN - 1) await nextTurn();
        tree.add(event.position, leafHashOf(event));
      }
      leaves.add(events.length);
      if (leaves.count === 0) recover();
      while (leaves.count > MOST_UNSTORED && !signal.aborted) await leaves.changed(signal);
      if (events.length < MAX_BATCH) await sleepFor(pace.gatherMs(events.length, began), signal);
    }
  };

  const storeAll = async (tree: StoredTree, leaves: UnstoredLeaves, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      if (leaves.count === 0) {
        await leaves.changed(signal);
        continue;
      }
      let taken = 0;
      position = await inTransaction(pool, async (tx) => {
        // After a crash the end of the tree is made again from the log.
        await tx.query('set local synchronous_commit = off');
        taken = leaves.count;
        return tree.store(tx);
      });
      leaves.add(-taken);
      recover();
      await sleepFor(STORE_MS, signal);
    }
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        await follow(signal);
      } catch (error) {
        if (failure === null) log.warn({ failure: describeError(error) }, 'the tree over the log does not grow');
        failure = describeError(error);
        await sleepFor(RETRY_MS, signal);
      }
    }
  };

  return {
    get failure() {
      return failure;
    },
    get position() {
      return position;
    },
    start: () => {
      stopping = new AbortController();
      running = run(stopping.signal);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
