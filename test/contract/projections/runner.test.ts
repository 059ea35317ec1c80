import { expect, onTestFinished, test, vi } from 'vitest';
import { takeOwnership } from '../../../src/database/ownership/take-ownership.ts';
import { ownedProjections } from '../../../src/projections/engine/ownership.ts';
import type { ProjectionChange } from '../../../src/projections/reading/signals.ts';
import { positionsIn } from '../../support/log.ts';
import { appendSales, event, OTHER_BRAND, refunds, sales, withHandler } from './fixtures.ts';
import { countOf, eventually, reached, rowsOf, setUp, startRunner, startSignals, statusOf } from './support.ts';

test('the runner applies what is in the log and what comes, to every projection', async () => {
  const context = await setUp();
  const { store, database } = context;
  await appendSales(store, 1, 3);
  const runner = await startRunner(context, [sales, refunds]);
  await store.append('sales-refund', 'any', [event('Refunded', { sale: 2 }), event('Forgotten', { sale: 3 })]);
  const { position } = await store.append('sales-noise', 'any', [event('Noise', {})]);
  await reached(runner, 'sales', position);
  await reached(runner, 'refunds', position);

  const positions = await positionsIn(store);
  expect(await rowsOf(database, 'sales')).toEqual([
    { sale: 1, position: positions[0], amount: 10, refunded_at: null, tags: ['a "b"', 'c'] },
    {
      sale: 2,
      position: positions[1],
      amount: 20,
      refunded_at: new Date('2026-03-01T10:00:00Z'),
      tags: ['a "b"', 'c'],
    },
  ]);
  expect(await rowsOf(database, 'refunds')).toEqual([{ position: positions[3], payload: { sale: 2 } }]);
  expect(await runner.status()).toEqual({
    head: position,
    projections: [
      { name: 'sales', version: 1, isCurrent: true, position, lag: 0, failure: null },
      { name: 'refunds', version: 1, isCurrent: true, position, lag: 0, failure: null },
    ],
  });
});

test('the runner goes through a long log in batches, and on from the checkpoint after a restart', async () => {
  const context = await setUp();
  const { store, database } = context;
  const first = await appendSales(store, 1, 2_500);
  const runner = await startRunner(context, [sales]);
  await reached(runner, 'sales', first);
  await runner.stop();
  await database.pool.query('delete from read.sales'); // applied before: nobody must apply it again
  const second = await appendSales(store, 2_501, 10);
  const next = await startRunner(context, [sales]);
  await reached(next, 'sales', second);
  expect(await countOf(database, 'sales')).toBe(10);
});

test('the runner tells every process which brands a commit has touched, also of projections it does not concern', async () => {
  const context = await setUp();
  const { store, database } = context;
  const runner = await startRunner(context, [sales, refunds]);
  const signals = await startSignals(database);
  const changes: ProjectionChange[] = [];
  signals.changes.subscribe((change) => changes.push(change));
  const { position } = await store.append('sales-s', 'any', [
    event('Sold', { sale: 1, amount: 1 }),
    event('Sold', { sale: 2, amount: 1 }, OTHER_BRAND),
  ]);
  await reached(runner, 'sales', position);
  await eventually(() => expect(changes).toHaveLength(2));
  expect(changes).toContainEqual({ projection: 'refunds', position, brands: [] });
  expect(changes).toContainEqual({ projection: 'sales', position, brands: [expect.any(String), OTHER_BRAND] });
});

test('the owner reloads after a notified rebuild, but not once for each of a flood of notifications', async () => {
  const { database } = await setUp();
  const giveUp = new AbortController();
  const onRebuilt = vi.fn();
  const ownership = await takeOwnership(database.url, ownedProjections(onRebuilt), giveUp.signal);
  onTestFinished(() => ownership.release());
  await database.pool.query(`select pg_notify('projection_rebuilt', i::text) from generate_series(1, 1000) as i`);
  await eventually(() => expect(onRebuilt.mock.calls.length).toBeGreaterThan(1));
  expect(onRebuilt.mock.calls.length).toBeLessThan(20);
});

test('a projection whose handler throws is parked right before the event, and stops no other', async () => {
  const context = await setUp();
  const { store, database } = context;
  const poisoned = withHandler(sales, 'Refunded', () => {
    throw new Error('no such sale');
  });
  await appendSales(store, 1, 5);
  const bad = await store.append('sales-r', 'any', [event('Refunded', { sale: 3 })]);
  const position = await appendSales(store, 6, 5);
  const before = (await positionsIn(store))[4]!;
  const runner = await startRunner(context, [poisoned, refunds]);
  await reached(runner, 'refunds', position);
  const failure = `Refunded at position ${bad.position}: Error: no such sale`;
  const parked = { position: before, lag: position - before, failure };
  await eventually(async () => expect(await statusOf(runner, 'sales')).toMatchObject(parked));
  expect(await countOf(database, 'sales')).toBe(5);

  const later = await appendSales(store, 11, 1);
  await reached(runner, 'refunds', later);
  expect(await statusOf(runner, 'sales')).toMatchObject({ position: before, failure });

  await runner.stop();
  const repaired = await startRunner(context, [sales, refunds]);
  await reached(repaired, 'sales', later);
  expect(await statusOf(repaired, 'sales')).toMatchObject({ lag: 0, failure: null });
  expect(await countOf(database, 'sales')).toBe(11);
});

test.each([
  ['a value its column refuses', { amount: 'a phone' }, 'SQLSTATE 22P02'],
  ['a column there is none of', { colour: 1 }, 'Error: table sales has no column colour'],
  ['no key', { sale: null }, 'Error: table sales: key column sale is missing'],
  ['what is not a JSON value', { amount: 1n }, 'Error: a column of one value was given a bigint'],
])('a projection is parked on %s, and its failure contains nothing of the payload', async (_, row, failure) => {
  const context = await setUp();
  const poisoned = withHandler(sales, 'Sold', ({ data, position }, write) => {
    write.put('sales', { ...(data as object), position, ...((data as { sale: number }).sale === 2 ? row : {}) });
  });
  await appendSales(context.store, 1, 3);
  const runner = await startRunner(context, [poisoned]);
  await eventually(async () => expect((await statusOf(runner, 'sales')).failure).not.toBeNull());
  const [first, second] = await positionsIn(context.store);
  expect(await statusOf(runner, 'sales')).toMatchObject({
    position: first,
    failure: `Sold at position ${second}: ${failure}`,
  });
});

test('tables of a read model dropped by hand are made again, and filled from the beginning', async () => {
  const context = await setUp();
  const { store, database } = context;
  const position = await appendSales(store, 1, 3);
  const runner = await startRunner(context, [sales, refunds]);
  await reached(runner, 'sales', position);
  await runner.stop();
  await database.pool.query('drop table read.sales');
  const again = await startRunner(context, [sales, refunds]);
  expect(await countOf(database, 'sales')).toBeLessThanOrEqual(3); // there as soon as start() has resolved
  await reached(again, 'sales', position);
  expect(await countOf(database, 'sales')).toBe(3);
});

test('a read model of another version is rebuilt while the old tables serve, and loses tables it no longer has', async () => {
  const context = await setUp();
  const { store, database } = context;
  const gone = { name: 'gone', columns: { id: 'bigint' }, key: ['id'] } as const;
  const old = await startRunner(context, [{ ...sales, tables: [...sales.tables, gone] }, refunds]);
  const position = await appendSales(store, 1, 3);
  await reached(old, 'sales', position);
  await old.stop();

  const renamed = { ...sales, version: 2, tables: [{ ...sales.tables[0]!, name: 'sold' }] };
  const next = withHandler(renamed, 'Sold', ({ data, position }, write) => {
    write.put('sold', { ...(data as object), position });
  });
  const turn = await database.pool.connect(); // it is this test's turn to rebuild: the runner has to wait
  await turn.query(`select pg_advisory_lock(8451003, hashtext('sales'))`);
  const runner = await startRunner(context, [next, refunds]);
  const later = await appendSales(store, 4, 2);
  await reached(runner, 'refunds', later);
  expect(await countOf(database, 'sales')).toBe(3);
  expect(await statusOf(runner, 'sales')).toMatchObject({ version: 1, position, lag: later - position, failure: null });
  turn.release(true);

  await eventually(async () => expect(await statusOf(runner, 'sales')).toMatchObject({ version: 2, lag: 0 }));
  expect(await countOf(database, 'sold')).toBe(5);
  const { rows } = await database.pool.query(`select to_regclass('read.sales') as a, to_regclass('read.gone') as b`);
  expect(rows).toEqual([{ a: null, b: null }]);
  await reached(runner, 'sales', await appendSales(store, 6, 1));
  expect(await countOf(database, 'sold')).toBe(6);
});

test('a new version of a read model that cannot be built is parked; the old tables stay', async () => {
  const context = await setUp();
  const { store, database } = context;
  const position = await appendSales(store, 1, 3);
  const old = await startRunner(context, [sales, refunds]);
  await reached(old, 'sales', position);
  await old.stop();
  const broken = withHandler({ ...sales, version: 2 }, 'Sold', () => {
    throw new Error('not yet');
  });
  const info = vi.fn();
  const runner = await startRunner(context, [broken, refunds], { log: { info, warn: vi.fn(), error: vi.fn() } });
  await eventually(async () => expect((await statusOf(runner, 'sales')).failure).toBeTruthy());
  expect(await statusOf(runner, 'sales')).toMatchObject({
    version: 1,
    position,
    failure: `rebuild: Sold at position ${(await positionsIn(store))[0]}: Error: not yet`,
  });
  expect(await countOf(database, 'sales')).toBe(3);
  const { rows } = await database.pool.query(`select nspname from pg_namespace where nspname like 'rebuild%'`);
  expect(rows).toEqual([]);
  // Not tried over and over, while the others go on: it would fail over and over.
  for (let sale = 4; sale < 12; sale++) await reached(runner, 'refunds', await appendSales(store, sale, 1));
  expect(info.mock.calls.filter(([, said]) => /rebuilding them/.test(said))).toHaveLength(1);
});

test('a rebuild in the background that is broken off is begun again', async () => {
  const context = await setUp();
  const { store } = context;
  const old = await startRunner(context, [sales, refunds]);
  const position = await appendSales(store, 1, 3);
  await reached(old, 'sales', position);
  await old.stop();
  const readAll = vi.fn(store.readAll).mockRejectedValueOnce(new Error('the store is away'));
  const runner = await startRunner({ ...context, store: { ...store, readAll } }, [{ ...sales, version: 2 }, refunds]);
  await eventually(async () => expect(await statusOf(runner, 'sales')).toMatchObject({ version: 2, position }));
});

test('the runner finds its checkpoints where it left them: nothing is begun again', async () => {
  const context = await setUp();
  const warn = vi.fn();
  const log = { info: vi.fn(), warn, error: vi.fn() };
  const runner = await startRunner(context, [sales, refunds], { log });
  for (let round = 0; round < 5; round++) {
    const position = await appendSales(context.store, round + 1, 1);
    for (const name of ['sales', 'refunds']) await reached(runner, name, position);
  }
  expect(warn).not.toHaveBeenCalled();
});

test('the runner stops soon, also while it waits for its turn to rebuild', async () => {
  const context = await setUp();
  const { database } = context;
  const old = await startRunner(context, [sales, refunds]);
  await reached(old, 'sales', await appendSales(context.store, 1, 1));
  await old.stop();
  const turn = await database.pool.connect();
  await turn.query(`select pg_advisory_lock(8451003, hashtext('sales'))`);
  const runner = await startRunner(context, [{ ...sales, version: 2 }, refunds]);
  await reached(runner, 'refunds', await appendSales(context.store, 2, 1));
  const began = performance.now();
  await runner.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
  turn.release(true);
});

test('the runner refuses definitions that would write over each other', async () => {
  const context = await setUp();
  await expect(startRunner(context, [sales, { ...refunds, name: 'sales' }])).rejects.toThrow('two projections');
  await expect(startRunner(context, [sales, { ...sales, name: 'others' }])).rejects.toThrow('write table sales');
});
