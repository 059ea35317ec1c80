import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '../../event-store/event-store.ts';
import type { Checkpoints } from '../../transparency/checkpoints.ts';
import type { Ticker } from '../engine/process.ts';
import type { TreeFollower } from './tree-follower.ts';
import { isDue } from './when-due.ts';

const EVERY_MS = 5_000;
const LOOK_MS = 20;
/** How long a checkpoint waits for the tree to reach the end of the log. */
const CATCH_UP_MS = 10_000;

export interface LogProofOptions {
  readonly stored: Pick<EventStore, 'head'>;
  readonly follower: TreeFollower;
  readonly checkpoints: Checkpoints;
}

/** Keeps the tree over the log while this process owns the processes, and signs it when a checkpoint is due. */
export const createLogProof = ({ stored, follower, checkpoints }: LogProofOptions): Ticker => {
  const caughtUp = async (): Promise<void> => {
    const head = await stored.head();
    const until = performance.now() + CATCH_UP_MS;
    while (follower.position < head && follower.failure === null && performance.now() < until) await delay(LOOK_MS);
  };

  return {
    name: 'log-proof',
    everyMs: EVERY_MS,
    begin: () => follower.start(),
    tick: async (now) => {
      if (isDue(now, await checkpoints.latest())) {
        await caughtUp();
        if (follower.failure === null && follower.position > 0) await checkpoints.make();
      }
      if (follower.failure !== null) throw new Error(follower.failure);
    },
    end: () => follower.stop(),
  };
};
