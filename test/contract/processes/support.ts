import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import type { EventStore, RecordedEvent } from '../../../src/event-store/event-store.ts';
import type { Follower } from '../../../src/processes/engine/process.ts';
import {
  createProcessRunner,
  type ProcessRunner,
  type ProcessRunnerOptions,
} from '../../../src/processes/engine/runner.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { numbersOf, openLog } from '../../support/log.ts';
import { event } from '../projections/fixtures.ts';

export interface Context {
  readonly database: TestDatabase;
  readonly store: EventStore;
}

/** A database with an event log of its own and a table to enqueue into, all gone when the test is over. */
export const setUp = async (): Promise<Context> => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { name: 'test-log' });
  const store = openLog({ ...database, pool });
  await database.pool.query('create table app.queue (id bigserial primary key, position bigint, run text)');
  onTestFinished(async () => {
    await store.close();
    await pool.end();
    await database.drop();
  });
  return { database, store };
};

/** A runner that has started, and stops at the latest when the test is over. */
export const startRunner = async (
  { database, store }: Context,
  parts: Partial<ProcessRunnerOptions>,
): Promise<ProcessRunner> => {
  const runner = createProcessRunner({
    store,
    pool: database.pool,
    url: database.url,
    followers: [],
    tickers: [],
    clock: Date.now,
    log: pino({ level: 'silent' }),
    ...parts,
  });
  let stopped: Promise<void> | undefined;
  const status = async () => {
    const followers = await runner.status();
    const numbers = await numbersOf(
      store,
      followers.map(({ position }) => position ?? 0),
    );
    return followers.map((follower, index) => ({ ...follower, position: follower.position && numbers[index]! }));
  };
  const once = { ...runner, status, stop: () => (stopped ??= runner.stop()) };
  onTestFinished(once.stop);
  await once.start();
  return once;
};

/** Enqueues the position of every sale. */
export const enqueuer = (more: Partial<Follower> = {}, run = 'here'): Follower => ({
  name: 'enqueuer',
  types: ['Sold'],
  startAt: 'start',
  handle: async (events, tx) => {
    const text = `insert into app.queue (position, run)
      select position, $2 from unnest($1::bigint[]) with ordinality as given (position, place) order by place`;
    await tx.query(text, [events.map(({ position }) => position), run]);
  },
  ...more,
});

/** Answers the number of the last, counted over all events of the log. So do all that follow. */
export const sell = async (store: EventStore, count: number): Promise<number> => {
  const sales = Array.from({ length: count }, (_, index) => event('Sold', { sale: index + 1, amount: index + 1 }));
  let position = 0;
  // One append has room for some 1 500 of them.
  for (let from = 0; from < count; from += 1_000) {
    ({ position } = await store.append('sales-1', 'any', sales.slice(from, from + 1_000)));
  }
  return numberOf(store, position);
};

export const noise = async (store: EventStore): Promise<number> =>
  numberOf(store, (await store.append('noise-1', 'any', [event('Noise', {})])).position);

export const queued = async ({ database, store }: Context): Promise<number[]> => {
  const { rows } = await database.pool.query<{ position: number }>('select position from app.queue order by id');
  return numbersOf(
    store,
    rows.map(({ position }) => position),
  );
};

export const checkpointOf = async ({ database, store }: Context, process = 'enqueuer'): Promise<number | undefined> => {
  const text = 'select position from app.process_checkpoints where process = $1';
  const { rows } = await database.pool.query<{ position: number }>(text, [process]);
  return rows[0] && numberOf(store, rows[0].position);
};

const numberOf = async (store: EventStore, position: number): Promise<number> =>
  (await numbersOf(store, [position]))[0]!;

/** The number that `sell` gave it. */
export const saleOf = (sold: RecordedEvent): number => (sold.data as { sale: number }).sale;

/** 1 to n. */
export const upTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1);

/** Tries until it no longer throws. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 10_000, interval: 10 });
