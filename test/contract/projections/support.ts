import { onTestFinished, vi } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import { createListener, type Listener } from '../../../src/database/listener.ts';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import type { Projection } from '../../../src/projections/engine/projection.ts';
import type { ProjectionRunner, RunnerOptions } from '../../../src/projections/engine/runner.ts';
import type { ProjectionStatus } from '../../../src/projections/engine/status.ts';
import { createProjectionSignals, type ProjectionSignals } from '../../../src/projections/reading/signals.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openLog } from '../../support/log.ts';
import { runnerOn } from './fixtures.ts';

/** A database with an event log of its own, both gone when the test is over. */
export const setUp = async (): Promise<{ database: TestDatabase; store: EventStore }> => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { name: 'test-log' });
  const store = openLog({ ...database, pool });
  onTestFinished(async () => {
    await store.close();
    await pool.end();
    await database.drop();
  });
  return { database, store };
};

/** A listener, until the test is over. */
export const startListener = async (url: string): Promise<Listener> => {
  const listener = await createListener(url);
  onTestFinished(() => listener.close());
  return listener;
};

/** Signals with a listener of their own, until the test is over. */
export const startSignals = async ({ url, pool }: TestDatabase): Promise<ProjectionSignals> => {
  const signals = await createProjectionSignals(await startListener(url), pool);
  // What a test adds last ends first: before the listener.
  onTestFinished(() => signals.close());
  return signals;
};

/** A runner that has started, and stops at the latest when the test is over. */
export const startRunner = async (
  { database, store }: { database: TestDatabase; store: EventStore },
  projections: readonly Projection[],
  more: Partial<RunnerOptions> = {},
): Promise<ProjectionRunner> => {
  const runner = runnerOn(database, store, projections, more);
  let stopped: Promise<void> | undefined;
  const once = { ...runner, stop: () => (stopped ??= runner.stop()) };
  onTestFinished(once.stop);
  await once.start();
  return once;
};

export const statusOf = async (runner: ProjectionRunner, name: string): Promise<ProjectionStatus> =>
  (await runner.status()).projections.find((projection) => projection.name === name)!;

/** Tries until it no longer throws. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 10_000, interval: 10 });

/** Resolves when the projection has applied everything up to the position. */
export const reached = (runner: ProjectionRunner, name: string, position: number): Promise<void> =>
  eventually(async () => {
    const status = await statusOf(runner, name);
    if (status.position < position) throw new Error(`${name} is at ${status.position} of ${position}`);
  });

export const rowsOf = async (database: TestDatabase, table: string): Promise<Record<string, unknown>[]> =>
  (await database.pool.query(`select * from read.${table} order by 1`)).rows;

export const countOf = async (database: TestDatabase, table: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*) as count from read.${table}`)).rows[0]!.count;
