import type pg from 'pg';
import type { Logger } from 'pino';
import { createPace } from '../../concurrency/pace.ts';
import { sleepFor } from '../../concurrency/sleep.ts';
import { BACKGROUND_ANSWER_WITHIN_MS, createPool } from '../../database/connection.ts';
import type { HeartbeatTiming } from '../../database/ownership/heartbeat.ts';
import type { Ownership } from '../../database/ownership/take-ownership.ts';
import { workAsOwner } from '../../database/ownership/work-as-owner.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { followingUrl } from '../../projections/engine/pools.ts';
import { readProcessCheckpoints, registerCheckpoints } from './checkpoints.ts';
import { createFollowing, type Following } from './following.ts';
import type { Follower, Ticker } from './process.ts';
import { type ProcessStatus, statusOf } from './status.ts';
import { createTicking } from './ticking.ts';

export interface ProcessRunnerOptions {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** Address of the same database: the runner has its own connections, so that requests cannot starve it. */
  readonly url: string;
  readonly followers: readonly Follower[];
  readonly tickers: readonly Ticker[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** How long the database may leave a statement unanswered (default 60 000). */
  readonly answerWithinMs?: number;
  /** How often an owner writes its heartbeat, and when it counts as frozen (default: every 2 s, after 10 s). */
  readonly heartbeat?: HeartbeatTiming | undefined;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

export interface ProcessRunner {
  /**
   * Resolves when every new follower has its checkpoint. The work continues in the background, when this process may do
   * it.
   */
  start(): Promise<void>;
  /** Resolves when the work under way has ended and everything is closed. */
  stop(): Promise<void>;
  /**
   * Runs every ticker once, as of now, and resolves when that is done: for tests that have moved the clock. Waits until
   * this process runs the processes.
   */
  tick(): Promise<void>;
  /** Shows all followers, whichever app process runs them, and the tickers while this one runs them. */
  status(): Promise<readonly ProcessStatus[]>;
}

const MAX_BATCH = 1_000;
/** How long events gather: to hand each of them to all followers apart would cost more than the events. */
const GATHERING = { leastMs: 25, mostMs: 80 };
/** One app process runs the followers and tickers: the one that holds this advisory lock. */
const PROCESSES = { lock: 8_451_004, name: 'processes', sessions: 'tillstream-processes' };

/**
 * Runs followers, which act on events, and tickers, which act on time. However many app processes start it, one of them
 * runs them at a time; when that one dies another goes on at once. Never part of a rebuild.
 */
export const createProcessRunner = (options: ProcessRunnerOptions): ProcessRunner => {
  const { store, pool, url, followers, tickers, clock, log, answerWithinMs = BACKGROUND_ANSWER_WITHIN_MS } = options;
  const stopping = new AbortController();
  const ownPool = createPool(followingUrl(url), {
    max: followers.length + 2,
    name: PROCESSES.sessions,
    timeoutMs: answerWithinMs,
    // A transaction that a silent connection left behind would keep its locks from the next owner. Followers use theirs
    // for batches of hundreds.
    idleInTransactionMs: 5 * answerWithinMs,
  });
  const ticking = createTicking(tickers, clock, log);
  let following: readonly Following[] = [];
  let running: Promise<void> | undefined;
  let begun = Promise.withResolvers<void>();

  const register = async (db: pg.Pool): Promise<void> => {
    const thatStartAt = (place: Follower['startAt']) =>
      followers.filter(({ startAt }) => startAt === place).map(({ name }) => name);
    await registerCheckpoints(db, thatStartAt('start'), 0);
    const late = thatStartAt('head');
    if (late.length > 0) await registerCheckpoints(db, late, await store.head());
  };

  /** One subscription for all followers: each event is read once, however many act on it. */
  const pump = async (signal: AbortSignal): Promise<void> => {
    const head = await store.head();
    const pace = createPace(GATHERING);
    for (const { inbox } of following) inbox.startAfter(head);
    for await (const { events } of store.subscribe(head, { signal, maxBatch: MAX_BATCH })) {
      if (signal.aborted) return;
      const began = performance.now();
      for (const { inbox } of following) inbox.offer(events);
      if (events.length < MAX_BATCH) await sleepFor(pace.gatherMs(events.length, began), signal);
    }
  };

  const begin = async (): Promise<void> => {
    await register(ownPool);
    const checkpoints = new Map((await readProcessCheckpoints(ownPool)).map((each) => [each.process, each.position]));
    following = followers.map((follower) =>
      createFollowing({ follower, checkpoint: checkpoints.get(follower.name)!, store, pool: ownPool, log }),
    );
    begun.resolve();
  };

  /** Until the ownership is lost. A part that ends before that ends all of them: everything then starts again from what is stored. */
  const goOn = async ({ lost, isSure }: Ownership): Promise<void> => {
    const ended = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost, ended.signal]);
    const parts = [pump(signal), ticking.run(signal, isSure), ...following.map((each) => each.run(signal, isSure))];
    for (const each of parts) each.finally(() => ended.abort()).catch(() => {});
    const results = await Promise.allSettled(parts);
    const rejected = results.find((result) => result.status === 'rejected');
    if (rejected) throw rejected.reason;
    if (!stopping.signal.aborted && !lost.aborted) throw new Error('a part of the processes ended');
  };

  const work = async (ownership: Ownership): Promise<void> => {
    try {
      await begin();
      await goOn(ownership);
    } finally {
      following = [];
      begun = Promise.withResolvers();
    }
  };

  return {
    start: async () => {
      await register(pool);
      running = workAsOwner({
        url,
        owned: { ...PROCESSES, timing: options.heartbeat },
        work,
        signal: stopping.signal,
        log,
      });
    },
    stop: async () => {
      stopping.abort();
      await running;
      await ownPool.end();
    },
    tick: async () => {
      await begun.promise;
      await ticking.tick();
    },
    status: async () => {
      const stored = await readProcessCheckpoints(pool);
      return statusOf(followers, { stored, following, tickers: ticking.tickers });
    },
  };
};
