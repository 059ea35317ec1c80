import type { Logger } from 'pino';
import { sleepFor } from '../../concurrency/sleep.ts';
import { describeError } from '../describe-error.ts';
import { type Owned, type Ownership, takeOwnership } from './take-ownership.ts';

/** Pause before the next attempt when the database cannot be reached, or another process turns out to be the owner. */
export const RETRY_MS = 500;

export interface OwnersWork {
  /** Address of the database that has the lock. */
  readonly url: string;
  readonly owned: Omit<Owned, 'onEnded'>;
  /** Goes on until the ownership is lost or `signal` aborts. If it fails, it begins again with an ownership that is taken anew. */
  readonly work: (ownership: Ownership) => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Does work that one app process at a time may do: waits until this process owns the lock, works, and waits again whenever
 * it has lost it. Resolves when the work has ended after the signal; never rejects.
 */
export const workAsOwner = async ({ url, owned, work, signal, log }: OwnersWork): Promise<void> => {
  const { name } = owned;
  const onEnded: Owned['onEnded'] = (owner) =>
    log.warn(owner, `the process that ran the ${name} was frozen: its session is ended`);

  const workOnce = async (): Promise<void> => {
    const ownership = await takeOwnership(url, { ...owned, onEnded }, signal);
    try {
      log.info({}, `this process runs the ${name}`);
      await work(ownership);
    } finally {
      await ownership.release();
    }
  };

  while (!signal.aborted) {
    try {
      await workOnce();
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ error: describeError(error) }, `waiting to run the ${name} again`);
      await sleepFor(RETRY_MS, signal);
    }
  }
};
