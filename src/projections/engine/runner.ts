import type pg from 'pg';
import type { Logger } from 'pino';
import { sleepFor } from '../../concurrency/sleep.ts';
import { BACKGROUND_ANSWER_WITHIN_MS } from '../../database/connection.ts';
import { describeError } from '../../database/describe-error.ts';
import type { Listener } from '../../database/listener.ts';
import type { HeartbeatTiming } from '../../database/ownership/heartbeat.ts';
import type { Ownership } from '../../database/ownership/take-ownership.ts';
import { RETRY_MS, workAsOwner } from '../../database/ownership/work-as-owner.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { createOutdatedRebuild } from '../rebuild/outdated.ts';
import { CheckpointMoved } from './failures.ts';
import { feed } from './feed.ts';
import { createFeeder, type Feeder } from './feeder.ts';
import { createFlushNotifier, hearFlush } from './flush.ts';
import { createGathering } from './gathering.ts';
import { installReadModels } from './install.ts';
import { ownedProjections } from './ownership.ts';
import { createReadModelPool } from './pools.ts';
import type { Projection } from './projection.ts';
import { ensureReadModels } from './read-model.ts';
import { checkProjections } from './schema.ts';
import { type ProjectionsStatus, readProjectionsStatus } from './status.ts';

interface ParkedProjection {
  readonly name: string;
  readonly failure: string;
}

/** What this process does with the read models. */
type Doing =
  /** Another process applies the log, or the database is away. */
  | { readonly kind: 'waiting' }
  /** It applies the log. `reload` ends the reading: what is fed is loaded anew, and the log read from there. */
  | { readonly kind: 'applying'; readonly reload: AbortController };

const WAITING: Doing = { kind: 'waiting' };

export interface RunnerOptions {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** Address of the same database: the runner has its own connections, so that requests cannot starve it. */
  readonly url: string;
  readonly projections: readonly Projection[];
  /** Hears of callers who wait in other processes. Without it they wait a little longer. */
  readonly listener?: Pick<Listener, 'listen'> | undefined;
  /** How long the database may leave a statement unanswered (default 60 000). */
  readonly answerWithinMs?: number;
  /** How often an owner writes its heartbeat, and when it counts as frozen (default: every 2 s, after 10 s). */
  readonly heartbeat?: HeartbeatTiming | undefined;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface ProjectionRunner {
  /**
   * Resolves when every read model has its tables. Applying continues in the background, when this process may do it.
   */
  start(): Promise<void>;
  /** Resolves when the batch under way is committed and everything is closed. */
  stop(): Promise<void>;
  status(): Promise<ProjectionsStatus>;
  /** A caller waits for a read model: the process that applies events applies the next ones soon. */
  flush(): void;
}

const MAX_BATCH = 1_000;

/**
 * Applies the log to every read model. However many processes run it, one of them applies at a time; when that one dies
 * another goes on at once. A projection that fails is parked, and stops no other.
 */
export const createProjectionRunner = (options: RunnerOptions): ProjectionRunner => {
  const { store, pool, projections, answerWithinMs = BACKGROUND_ANSWER_WITHIN_MS, log } = options;
  checkProjections(projections);
  const stopping = new AbortController();
  const gathering = createGathering();
  const ownPool = createReadModelPool(options.url, projections.length + 2, answerWithinMs);
  /** Parked by this process. Projections that only the database shows as parked are tried again. */
  const parked = new Set<string>();
  let doing: Doing = WAITING;
  /** A process that waits loads everything when its turn comes. */
  const reload = (): void => {
    if (doing.kind === 'applying') doing.reload.abort();
  };
  const outdatedRebuild = createOutdatedRebuild({
    store,
    url: options.url,
    pool: ownPool,
    log,
    signal: stopping.signal,
    onFailed: (failed) => park(failed),
    onEnd: reload,
  });
  let running: Promise<void> | undefined;
  const tellOwner = createFlushNotifier(pool);

  const park = ({ name, failure }: ParkedProjection): void => {
    parked.add(name);
    log.error({ projection: name, failure }, 'projection parked: it stands still until it is rebuilt or restarted');
  };

  /** Everything that this process feeds, as the database has it now. */
  const loadFeeders = async (): Promise<Feeder[]> => {
    const checkpoints = await ensureReadModels(ownPool, projections);
    const feeders: Feeder[] = [];
    const outdated: Projection[] = [];
    for (const [index, projection] of projections.entries()) {
      const checkpoint = checkpoints[index]!;
      if (checkpoint.failure === null) parked.delete(projection.name);
      if (parked.has(projection.name)) continue;
      if (checkpoint.version === projection.version) feeders.push(createFeeder(ownPool, projection, checkpoint));
      else outdated.push(projection);
    }
    outdatedRebuild.start(outdated);
    return feeders;
  };

  /**
   * Feeds all projections from the lowest checkpoint on, until the ownership is lost or something has to be reloaded.
   */
  const feedAll = async (signal: AbortSignal): Promise<void> => {
    let feeders = await loadFeeders();
    if (feeders.length === 0) return aborted(signal);
    const from = Math.min(...feeders.map((feeder) => feeder.position));
    for await (const { events } of store.subscribe(from, { signal, maxBatch: MAX_BATCH })) {
      if (signal.aborted) return;
      if (events.length === 0) continue;
      const began = performance.now();
      try {
        await feed(ownPool, feeders, events);
      } finally {
        for (const { name, failure } of feeders) if (failure !== null) park({ name, failure });
      }
      feeders = feeders.filter((feeder) => feeder.failure === null);
      if (feeders.length === 0) return aborted(signal);
      if (events.length < MAX_BATCH) await gathering.pause(events.length, began, signal);
    }
  };

  /** Goes on after each failure, until the ownership is lost. */
  const work = async ({ lost }: Ownership): Promise<void> => {
    try {
      while (!lost.aborted && !stopping.signal.aborted) {
        const applying = { kind: 'applying', reload: new AbortController() } as const;
        doing = applying;
        try {
          await feedAll(AbortSignal.any([stopping.signal, lost, applying.reload.signal]));
        } catch (error) {
          if (error instanceof CheckpointMoved) throw error;
          log.warn({ error: describeError(error) }, 'projections interrupted, going on shortly');
          await sleepFor(RETRY_MS, stopping.signal);
        }
      }
    } finally {
      doing = WAITING;
    }
  };

  return {
    start: async () => {
      await installReadModels(options.url, projections, log);
      if (options.listener) await hearFlush(options.listener, gathering.flush);
      running = workAsOwner({
        url: options.url,
        owned: ownedProjections(reload, options.heartbeat),
        work,
        signal: stopping.signal,
        log,
      });
    },
    stop: async () => {
      stopping.abort();
      await running;
      await outdatedRebuild.idle();
      await ownPool.end();
    },
    status: () => readProjectionsStatus(store, pool, projections),
    flush: () => (doing.kind === 'applying' ? gathering.flush() : tellOwner()),
  };
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
