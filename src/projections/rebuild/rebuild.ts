import type pg from 'pg';
import { describeError } from '../../database/describe-error.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { readCheckpoints } from '../engine/checkpoints.ts';
import { describeFailure, HandlerFailure, isPermanent } from '../engine/failures.ts';
import { createReadModelPool } from '../engine/pools.ts';
import type { Projection } from '../engine/projection.ts';
import { READ_SCHEMA } from '../engine/schema.ts';
import { describeLive, goalOf } from './live.ts';
import { takeRebuildLocks } from './locks.ts';
import { readRange } from './read-range.ts';
import { createShadow, type Shadow } from './shadow.ts';
import { type RebuiltTable, swapIn } from './swap.ts';

export interface RebuildOptions {
  readonly store: EventStore;
  /** Address of the database; the rebuild uses its own connections. */
  readonly url: string;
  /** All projections; names are looked up here. */
  readonly projections: readonly Projection[];
  readonly signal?: AbortSignal;
  /** Skips a projection if it has the code's version by the time that its rebuild would begin. */
  readonly onlyOutdated?: boolean;
}

export interface RebuildReport {
  readonly name: string;
  /** Events read for it. */
  readonly events: number;
  /** From the start of the whole rebuild until this one was in place. */
  readonly seconds: number;
  /** Why it could not be built: nothing was changed then, and the old tables still serve. */
  readonly failure: string | null;
  /** Why old and new were not compared, e.g. `live was parked at 120`; null when they were. */
  readonly reason: string | null;
  readonly tables: readonly RebuiltTable[];
}

/** With at most so many positions to go, the rest is applied under the lock. */
const CLOSE = 1_000;
const CHASES = 20;

/**
 * Builds read models anew from position 0 beside the ones that serve, and swaps them in one after the other. The log is
 * read once for all of them. It works whether projections run in this process, in another one, or not at all.
 * @throws Error for a name that is not a projection, and when the database or the store goes away
 */
export const rebuild = async (options: RebuildOptions, names: readonly string[]): Promise<RebuildReport[]> => {
  const { store, url, signal } = options;
  const chosen = [...new Set(names)].map((name) => {
    const projection = options.projections.find((candidate) => candidate.name === name);
    if (!projection) throw new Error(`there is no projection ${name}`);
    return projection;
  });
  const began = performance.now();
  const pool = createReadModelPool(url, chosen.length + 4);
  const builds: Build[] = [];
  let lock: pg.PoolClient | undefined;
  try {
    lock = await takeRebuildLocks(pool, names, signal);
    await pool.query(`create schema if not exists ${READ_SCHEMA}`);
    for (const projection of options.onlyOutdated ? await outdated(pool, chosen) : chosen) {
      builds.push({ shadow: await createShadow(pool, projection), failure: null });
    }
    await loadTogether(pool, store, builds, signal);
    const reports: RebuildReport[] = [];
    for (const build of builds) {
      const swapped = await attempt(build, () => chaseAndSwap(pool, store, build.shadow, signal));
      reports.push({
        name: build.shadow.projection.name,
        events: build.shadow.events,
        seconds: (performance.now() - began) / 1_000,
        failure: build.failure,
        reason: swapped?.reason ?? null,
        tables: swapped?.tables ?? [],
      });
    }
    return reports;
  } finally {
    // A build that is in place has left its schema; this removes failed ones.
    for (const { shadow } of builds) await shadow.drop().catch(() => {});
    lock?.release(true);
    await pool.end();
  }
};

interface Build {
  readonly shadow: Shadow;
  failure: string | null;
}

/** Does nothing for a failed build. An event that cannot be applied fails this build and no other. */
const attempt = async <T>(build: Build, work: () => Promise<T>): Promise<T | undefined> => {
  if (build.failure !== null) return undefined;
  try {
    return await work();
  } catch (error) {
    if (!isPermanent(error)) throw error;
    const event = error instanceof HandlerFailure ? error.event : undefined;
    build.failure = event ? describeFailure(event, error) : `up to ${build.shadow.position}: ${describeError(error)}`;
    return undefined;
  }
};

const loadTogether = async (
  pool: pg.Pool,
  store: EventStore,
  builds: readonly Build[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  const goals = await Promise.all(builds.map(({ shadow }) => currentGoal(pool, store, shadow.projection)));
  for await (const events of readRange(store, 0, Math.max(0, ...goals), signal)) {
    await Promise.all(builds.map((build, index) => attempt(build, () => build.shadow.advance(events, goals[index]!))));
  }
  await Promise.all(builds.map((build) => attempt(build, () => build.shadow.flush())));
  await Promise.all(builds.map((build) => attempt(build, () => build.shadow.index())));
};

/** Comes close to the read model that serves, which moves on meanwhile. Then swaps the two. */
const chaseAndSwap = async (pool: pg.Pool, store: EventStore, shadow: Shadow, signal: AbortSignal | undefined) => {
  for (let chase = 0; chase < CHASES; chase++) {
    const goal = await currentGoal(pool, store, shadow.projection);
    if (goal - shadow.position <= CLOSE) break;
    await shadow.catchUp(store, goal, signal);
  }
  return await swapIn(pool, store, shadow, signal);
};

const currentGoal = async (pool: pg.Pool, store: EventStore, projection: Projection): Promise<number> => {
  const checkpoint = (await readCheckpoints(pool)).find((candidate) => candidate.projection === projection.name);
  return goalOf(await describeLive(pool, projection, checkpoint), store);
};

const outdated = async (pool: pg.Pool, projections: readonly Projection[]): Promise<Projection[]> => {
  const checkpoints = await readCheckpoints(pool);
  return projections.filter(({ name, version }) => {
    const checkpoint = checkpoints.find(({ projection }) => projection === name);
    return checkpoint?.version !== version;
  });
};
