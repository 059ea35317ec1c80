import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { HeartbeatTiming } from '../../../src/database/ownership/heartbeat.ts';
import { CheckpointMoved } from '../../../src/projections/engine/failures.ts';
import { createFeeder } from '../../../src/projections/engine/feeder.ts';
import { ensureReadModel } from '../../../src/projections/engine/read-model.ts';
import { bundled } from '../../support/bundle.ts';
import type { TestDatabase } from '../../support/database.ts';
import { logEnv } from '../../support/log.ts';
import { appendSales, event, refunds, sales } from './fixtures.ts';
import { closeGate, expectExactlyOnce, heldUp, keepJournal } from './journal.ts';
import { countOf, eventually, reached, setUp, startRunner, statusOf } from './support.ts';

const startProcess = async (database: TestDatabase, heartbeat?: HeartbeatTiming): Promise<ChildProcess> => {
  const script = await bundled('test/contract/projections/run-projections.ts');
  const timing = heartbeat ? [JSON.stringify(heartbeat)] : [];
  const child = spawn(process.execPath, [script, database.url, ...timing], {
    env: logEnv(database),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
};

const killProcess = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};

const killConnections = ({ pool }: TestDatabase, name: string) =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like $1`,
    [name],
  );

/** Locks of this database; the run's other tests are on the same server. */
const OWNERSHIP = `pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and locktype = 'advisory' and objid = 8451002`;

/** The connection that owns the projections. */
const ownerPid = async ({ pool }: TestDatabase): Promise<number | undefined> => {
  const { rows } = await pool.query<{ pid: number }>(`select pid from ${OWNERSHIP} and granted`);
  return rows[0]?.pid;
};

const waitingOwners = async ({ pool }: TestDatabase): Promise<number> => {
  const { rowCount } = await pool.query(`select from ${OWNERSHIP} and not granted`);
  return rowCount ?? 0;
};

test('a connection that dies in the middle of a batch leaves nothing of it, and the batch is applied again', async () => {
  const context = await setUp();
  const { store, database } = context;
  const runner = await startRunner(context, [sales, refunds]);
  await keepJournal(database);
  const openGate = await closeGate(database);
  const position = await appendSales(store, 1, 50);
  await database.pool.query('select pg_terminate_backend($1)', [await heldUp(database)]);
  expect(await countOf(database, 'sales')).toBe(0);
  openGate();
  await reached(runner, 'sales', position);
  await expectExactlyOnce(context, 50);
  expect((await statusOf(runner, 'sales')).failure).toBeNull();
});

test('each event is applied once, however often connections are lost', { timeout: 40_000 }, async () => {
  const context = await setUp();
  const { store, database } = context;
  const runner = await startRunner(context, [sales, refunds]);
  const second = await startRunner(context, [sales, refunds]);
  await keepJournal(database);
  let position = 0;
  for (let round = 0; round < 12; round++) {
    position = await appendSales(store, round * 200 + 1, 200);
    // All of them, or only the one that holds the ownership, or only those that apply.
    await killConnections(database, ['tillstream-proj%', '%owner', 'tillstream-projections'][round % 3]!);
    await reached(runner, 'sales', position);
  }
  await expectExactlyOnce(context, 2_400);
  await reached(second, 'refunds', position);
  expect(await statusOf(second, 'refunds')).toMatchObject({ failure: null });
});

test('a process that is killed while it applies is followed at once by the next one that waits', async () => {
  const context = await setUp();
  const { store, database } = context;
  let child = await startProcess(database);
  await eventually(async () => expect(await ownerPid(database)).toBeDefined());
  await keepJournal(database);
  let position = 0;
  for (let round = 0; round < 4; round++) {
    const next = await startProcess(database);
    await eventually(async () => expect(await waitingOwners(database)).toBe(1));
    const before = await ownerPid(database);
    position = await appendSales(store, round * 2_000 + 1, 2_000);
    await eventually(async () => expect(await countOf(database, 'sales')).toBeGreaterThan(round * 2_000));
    await killProcess(child);
    const killedAt = performance.now();
    await eventually(async () => expect(await ownerPid(database)).not.toBe(before));
    expect(performance.now() - killedAt).toBeLessThan(3_000);
    child = next;
  }
  const runner = await startRunner(context, [sales, refunds]);
  await reached(runner, 'sales', position);
  await expectExactlyOnce(context, 8_000);
});

test('a process that is frozen while it applies is replaced, and writes nothing when it wakes', async () => {
  const context = await setUp();
  const { store, database } = context;
  const heartbeat = { beatMs: 60, staleMs: 600 };
  const child = await startProcess(database, heartbeat);
  await eventually(async () => expect(await ownerPid(database)).toBeDefined());
  const runner = await startRunner(context, [sales, refunds], { heartbeat });
  await keepJournal(database);
  const openGate = await closeGate(database);
  await appendSales(store, 1, 100);
  await heldUp(database);
  child.kill('SIGSTOP');
  openGate();
  await reached(runner, 'sales', await appendSales(store, 101, 100));
  child.kill('SIGCONT');
  await eventually(async () => expect(await waitingOwners(database)).toBe(1));
  await reached(runner, 'sales', await appendSales(store, 201, 100));
  await expectExactlyOnce(context, 300);
});

test('an owner that was cut off without noticing writes nothing more', async () => {
  const { store, database } = await setUp();
  const checkpoint = await ensureReadModel(database.pool, sales);
  const zombie = createFeeder(database.pool, sales, checkpoint);
  const owner = createFeeder(database.pool, sales, checkpoint);
  await appendSales(store, 1, 2);
  const removal = await store.append('sales-f', 'any', [event('Forgotten', { sale: 1 })]);
  const events = await store.readAll(0, 10);
  await owner.apply(events, removal.position);
  await expect(zombie.apply(events.slice(0, 1), 1)).rejects.toThrow(CheckpointMoved);
  expect(await countOf(database, 'sales')).toBe(1); // sale 1 has not come back
  expect(zombie.position).toBe(0);
});

test('a process with older code writes nothing into tables that a newer one has rebuilt', async () => {
  const { store, database } = await setUp();
  const outdated = createFeeder(database.pool, sales, await ensureReadModel(database.pool, sales));
  const { position } = await store.append('sales-s', 'any', [event('Sold', { sale: 1, amount: 10 })]);
  await database.pool.query(`update app.checkpoints set version = 2 where projection = 'sales'`);
  await expect(outdated.apply(await store.readAll(0, 10), position)).rejects.toThrow(CheckpointMoved);
  expect(await countOf(database, 'sales')).toBe(0);
});

test('a runner whose checkpoint another process has moved gives up the ownership', async () => {
  const context = await setUp();
  const { store, database } = context;
  const first = await startRunner(context, [sales, refunds]);
  await reached(first, 'sales', await appendSales(store, 1, 3));
  const owner = await ownerPid(database);
  await startRunner(context, [sales, refunds]);
  await eventually(async () => expect(await waitingOwners(database)).toBe(1));
  await database.pool.query(`update app.checkpoints set position = 0 where projection = 'sales'`);
  await database.pool.query('delete from read.sales');
  await reached(first, 'sales', await appendSales(store, 4, 1));
  expect(await countOf(database, 'sales')).toBe(4);
  expect(await ownerPid(database)).not.toBe(owner);
});
