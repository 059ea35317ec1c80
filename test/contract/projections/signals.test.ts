import { expect, test, vi } from 'vitest';
import type { ProjectionChange } from '../../../src/projections/reading/signals.ts';
import type { TestDatabase } from '../../support/database.ts';
import { appendSales, BRAND, event, refunds, sales, withHandler } from './fixtures.ts';
import { countOf, eventually, reached, rowsOf, setUp, startRunner, startSignals } from './support.ts';

test('a waiter goes on when all read models show what it wrote', async () => {
  const context = await setUp();
  await startRunner(context, [sales, refunds]);
  const signals = await startSignals(context.database);
  for (let sale = 1; sale <= 5; sale++) {
    const position = await appendSales(context.store, sale, 1);
    expect(await signals.waitFor(['sales', 'refunds'], position)).toBe(true);
    expect(await countOf(context.database, 'sales')).toBe(sale);
  }
});

test('a position that was already reached is not waited for, also by a process that starts later', async () => {
  const context = await setUp();
  const runner = await startRunner(context, [sales]);
  const position = await appendSales(context.store, 1, 3);
  await reached(runner, 'sales', position);
  const signals = await startSignals(context.database);
  expect(signals.position('sales')).toBe(position);
  expect(await signals.waitFor(['sales'], position, 0)).toBe(true);
});

test('a wait for read models gives up when the time is over', async () => {
  const context = await setUp();
  await startRunner(context, [sales]);
  const signals = await startSignals(context.database);
  expect(await signals.waitFor(['sales'], 1_000, 50)).toBe(false);
  expect(await signals.waitFor(['unknown'], 1, 50)).toBe(false);
});

test('caches are dropped before those who waited go on: they read what they wrote', async () => {
  const context = await setUp();
  const { store, database } = context;
  await startRunner(context, [sales]);
  const signals = await startSignals(database);
  const cache = new Map<string, unknown[]>();
  let dropped = 0;
  signals.onChange(({ position, brands }) => {
    dropped = position;
    for (const brand of brands ?? [...cache.keys()]) cache.delete(brand);
  });
  const read = async (): Promise<unknown[]> => {
    const rows = cache.get(BRAND) ?? (await rowsOf(database, 'sales'));
    cache.set(BRAND, rows);
    return rows;
  };
  for (let sale = 1; sale <= 20; sale++) {
    const position = await appendSales(store, sale, 1);
    await signals.waitFor(['sales'], position);
    expect(dropped).toBe(position);
    expect(await read()).toHaveLength(sale);
  }
});

test('a callback that is taken back is not called any more', async () => {
  const context = await setUp();
  await startRunner(context, [sales]);
  const signals = await startSignals(context.database);
  const calls = vi.fn();
  signals.onChange(calls)();
  await signals.waitFor(['sales'], await appendSales(context.store, 1, 1));
  expect(calls).not.toHaveBeenCalled();
});

test('a parked projection is not waited for, until it runs again', async () => {
  const context = await setUp();
  const { store } = context;
  const poisoned = withHandler(sales, 'Refunded', () => {
    throw new Error('no such sale');
  });
  const runner = await startRunner(context, [poisoned, refunds]);
  const signals = await startSignals(context.database);
  const { position } = await store.append('sales-r', 'any', [event('Refunded', { sale: 1 })]);
  expect(await signals.waitFor(['sales', 'refunds'], position, 10_000)).toBe(true); // let go by the parking
  const later = await startSignals(context.database);
  expect(await later.waitFor(['sales'], position, 0)).toBe(true);
  await runner.stop();
  await startRunner(context, [sales, refunds]);
  await eventually(() => expect(later.position('sales')).toBe(position));
  expect(await later.waitFor(['sales'], position + 1, 50)).toBe(false);
});

test('after a lost connection all caches are dropped and the positions are right again', async () => {
  const context = await setUp();
  const { store, database } = context;
  await startRunner(context, [sales, refunds]);
  const signals = await startSignals(database);
  await signals.waitFor(['sales', 'refunds'], await appendSales(store, 1, 1));
  const changes: ProjectionChange[] = [];
  signals.changes.subscribe((change) => changes.push(change));
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tillstream-listen' and query like '%projections%'`,
  );
  const position = await appendSales(store, 2, 1);
  expect(await signals.waitFor(['sales', 'refunds'], position, 5_000)).toBe(true);
  await eventually(() => {
    const dropped = changes.filter((change) => change.brands === null).map((change) => change.projection);
    expect(dropped.sort()).toEqual(['refunds', 'sales']);
  });
});

test('reads everything anew after a notification that is malformed or names nothing known', async () => {
  const context = await setUp();
  const { store, database } = context;
  await startRunner(context, [sales, refunds]);
  let looking = 0;
  let most = 0;
  const query = async (text: string) => {
    most = Math.max(most, ++looking);
    return database.pool.query(text).finally(() => looking--);
  };
  const signals = await startSignals({ ...database, pool: Object.assign(Object.create(database.pool), { query }) });
  const position = await appendSales(store, 1, 1);
  await signals.waitFor(['sales', 'refunds'], position);
  const changes: ProjectionChange[] = [];
  signals.changes.subscribe((change) => changes.push(change));
  const notify = 'select pg_notify($1, concat($2::text, nullif(i, 1))) from generate_series(1, $3::int) as i';
  const lie = JSON.stringify({ projections: ['constructor'], position: 9_000, brands: null });
  for (const [payload, times] of [
    ...['', '{bad', 'null', '{"projections":["sales"]}', lie].map((it) => [it, 1]),
    ['x', 99],
  ]) {
    changes.splice(0);
    await database.pool.query(notify, ['projections', payload, times]);
    await eventually(() => {
      const told = changes.slice(0, 2).sort((a, b) => (a.projection < b.projection ? -1 : 1));
      const anew = (projection: string) => ({ projection, position, brands: null, parked: false });
      expect(told, String(payload)).toEqual([anew('refunds'), anew('sales')]);
    });
  }
  // A login that notifies without a pause does not take every connection there is.
  expect(most).toBe(1);
  expect(signals.position('constructor')).toBe(0);
  expect(await signals.waitFor(['sales'], await appendSales(store, 2, 1))).toBe(true);
});

/** Signals that read the positions through what a test makes of the pool. */
const startReading = (database: TestDatabase, read: (text: string) => Promise<unknown>) =>
  startSignals({ ...database, pool: Object.assign(Object.create(database.pool), { query: read }) });
const notifyForNothing = ({ pool }: TestDatabase) => pool.query(`select pg_notify('projections', 'x')`);

test('the positions are read again until that succeeds: the server may just be starting', async () => {
  const context = await setUp();
  const { store, database } = context;
  await startRunner(context, [sales]);
  let failures = 0;
  const signals = await startReading(database, async (text) => {
    if (failures-- > 0) throw new Error('the server is away');
    return database.pool.query(text);
  });
  const position = await appendSales(store, 1, 1);
  await signals.waitFor(['sales'], position);
  const changes: ProjectionChange[] = [];
  signals.changes.subscribe((change) => changes.push(change));
  failures = 2;
  await notifyForNothing(database);
  await eventually(() => expect(changes).toEqual([{ projection: 'sales', position, brands: null, parked: false }]));
});

test('a change that is heard while everything is read anew is not undone by rows that were read before it', async () => {
  const context = await setUp();
  const { store, database } = context;
  await startRunner(context, [sales]);
  let reads = 0;
  let gate = Promise.resolve();
  const signals = await startReading(database, async (text) => {
    const answer = await database.pool.query(text);
    reads++;
    await gate;
    return answer;
  });
  await signals.waitFor(['sales'], await appendSales(store, 1, 1));
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const before = reads;
  await notifyForNothing(database);
  await eventually(() => expect(reads).toBe(before + 1));
  const position = await appendSales(store, 2, 1);
  expect(await signals.waitFor(['sales'], position)).toBe(true);
  const changes: ProjectionChange[] = [];
  signals.changes.subscribe((change) => changes.push(change));
  resolve();
  await eventually(() => expect(changes).toHaveLength(1));
  expect(changes).toEqual([{ projection: 'sales', position, brands: null, parked: false }]);
  expect(signals.position('sales')).toBe(position);
});

test('closing the signals ends all waits', async () => {
  const context = await setUp();
  const signals = await startSignals(context.database);
  const waiting = signals.waitFor(['sales'], 1, 60_000);
  signals.close();
  expect(await waiting).toBe(false);
});
