import type pg from 'pg';
import type { Logger } from 'pino';
import { type Sleep, sleepFor } from '../../concurrency/sleep.ts';
import { describeError } from '../../database/describe-error.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { moveCheckpoint, noteFailure, OvertakenByAnother } from './checkpoints.ts';
import { batchSize, type Failing, type FollowerState, failed, retryMs, WORKING, worked } from './follower-state.ts';
import { createGivenPositions } from './given-positions.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createInterest } from './interest.ts';
import type { Follower } from './process.ts';

/** How often a checkpoint moves past events that do not concern the follower: a restart reads on from there. */
const IDLE_MOVE_MS = 5_000;

/** A follower that runs in this process. */
export interface Following {
  readonly name: string;
  readonly inbox: Inbox;
  /** This process has handled everything up to here. */
  readonly position: number;
  readonly failure: string | null;
  /**
   * Follows until the signal aborts. Throws only OvertakenByAnother. While `isOwner` is false, as right after a freeze,
   * the checkpoint moves only with events that were handled. Else the process that took over, which has not moved it, would
   * believe that a third one is at work.
   */
  run(signal: AbortSignal, isOwner: () => boolean): Promise<void>;
}

export interface FollowingOptions {
  readonly follower: Follower;
  /** Where its checkpoint is stored. */
  readonly checkpoint: number;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly sleep?: Sleep;
}

interface StoredCheckpoint {
  readonly position: number;
  /** The row also has the last failure, until the checkpoint moves. */
  readonly tellsFailure: boolean;
}

interface Batch {
  readonly events: readonly RecordedEvent[];
  /** Everything up to here is in it, or does not concern the follower. */
  readonly to: number;
}

export const createFollowing = (options: FollowingOptions): Following => {
  const { follower, checkpoint, store, pool, log, sleep = sleepFor } = options;
  const { name, types, gatherMs = 0 } = follower;
  const interest = createInterest(follower);
  const inbox = createInbox(interest);
  const given = createGivenPositions();
  let state: FollowerState = WORKING;
  let position = checkpoint;
  let stored: StoredCheckpoint = { position: checkpoint, tellsFailure: false };

  /** The next events: from the log if something was missed, else from the live end. */
  const next = async (max: number): Promise<Batch> => {
    if (inbox.gap) {
      const { upTo } = inbox;
      inbox.collect();
      // Nothing lies between: so it is after a start, if the checkpoint is where the log ends.
      const events = position < upTo ? await store.readAll(position, max, { types }) : [];
      const last = events.at(-1)?.position ?? position;
      const concerned = events.filter(interest);
      inbox.settle();
      if (events.length < max) return { events: concerned, to: Math.max(last, upTo) };
      inbox.missed();
      return { events: concerned, to: last };
    }
    // Events that were read from the log also come at the live end.
    const taken = inbox.take(max);
    const to = taken.length === max ? taken.at(-1)!.position : inbox.upTo;
    return { events: taken.filter((event) => event.position > position), to: Math.max(position, to) };
  };

  /** Where the checkpoint may be stored when everything up to `to` was handled. */
  const goal = (to: number): number => {
    const pending = follower.holdBack?.();
    return pending === undefined ? Math.max(stored.position, to) : (given.lastBefore(pending, to) ?? stored.position);
  };

  const movedTo = (reached: number): void => {
    stored = { position: reached, tellsFailure: false };
    given.forget(reached);
  };

  const apply = async ({ events, to }: Batch): Promise<void> => {
    let reached = stored.position;
    if (events.length > 0) {
      given.add(events);
      await inTransaction(pool, async (tx) => {
        await follower.handle(events, tx);
        reached = goal(to);
        await moveCheckpoint(tx, name, stored.position, reached);
      });
      follower.stored?.();
      movedTo(reached);
    }
    position = to;
  };

  /** For events of other types, and when the follower no longer holds the checkpoint back. */
  const moveIdle = async (isOwner: () => boolean): Promise<void> => {
    if (!isOwner()) return;
    const reached = goal(position);
    if (reached === stored.position && !stored.tellsFailure) return;
    await moveCheckpoint(pool, name, stored.position, reached);
    movedTo(reached);
  };

  const fail = async (error: unknown, size: number): Promise<Failing> => {
    const before = state;
    const failing = failed(before, size, describeError(error));
    state = failing;
    const { failure } = failing;
    stored = { ...stored, tellsFailure: true };
    // Taken from the live end and not handled: to be read from the log.
    inbox.missed();
    if (before.kind !== 'failing') log.warn({ process: name, failure }, 'a process failed and is tried again');
    await noteFailure(pool, name, failure).catch(() => {});
    return failing;
  };

  const recover = (done: number): void => {
    if (state.kind === 'failing') log.info({ process: name, failures: state.failures }, 'the process works again');
    state = worked(state, done);
  };

  const run = async (signal: AbortSignal, isOwner: () => boolean): Promise<void> => {
    follower.begin?.();
    while (!signal.aborted) {
      let size = 0;
      const begun = performance.now();
      try {
        const most = batchSize(state);
        const batch = await next(most);
        size = batch.events.length;
        await apply(batch);
        if (size === 0) await moveIdle(isOwner);
        recover(size);
        await inbox.wait(IDLE_MOVE_MS, signal);
        const rest = begun + gatherMs - performance.now();
        if (rest > 0 && size < most) await sleep(rest, signal);
      } catch (error) {
        if (error instanceof OvertakenByAnother) throw error;
        const failing = await fail(error, size);
        await sleep(retryMs(failing), signal);
      }
    }
    // Best effort: if a stop fails here, the next start reads a little more.
    await moveIdle(isOwner).catch(() => {});
  };

  return {
    name,
    inbox,
    get position() {
      return position;
    },
    get failure() {
      return state.kind === 'failing' ? state.failure : null;
    },
    run,
  };
};
