// A database of its own: it plays a process that stands still, and others that take over.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readOwners } from '../../../src/database/ownership/heartbeat.ts';
import { takeOwnership } from '../../../src/database/ownership/take-ownership.ts';
import { bundled } from '../../support/bundle.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { logEnv } from '../../support/log.ts';
import { type Context, enqueuer, eventually, queued, sell, setUp, startRunner, upTo } from './support.ts';

/** Short, so that the tests are. */
const heartbeat = { beatMs: 60, staleMs: 600 };

const startProcess = async ({ database }: Context): Promise<ChildProcess> => {
  const script = await bundled('test/contract/processes/run-enqueuer.ts');
  const child = spawn(process.execPath, [script, database.url, 'child', JSON.stringify(heartbeat)], {
    env: logEnv(database),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
};

const owner = async (database: TestDatabase) => (await readOwners(database.pool))[0];

test('an owner that is frozen is replaced, and does nothing when it wakes but stand by', async () => {
  const context = await setUp();
  const { store, database } = context;
  const child = await startProcess(context);
  await eventually(async () => expect((await owner(database))?.process_id).toBe(child.pid));
  await sell(store, 50);
  await eventually(async () => expect(await queued(context)).toEqual(upTo(50)));
  // In the middle of a transaction, whose locks its successor needs.
  const gate = await database.pool.connect();
  await gate.query('begin; lock table app.queue in exclusive mode');
  await sell(store, 50);
  await eventually(async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'tillstream-processes'
       and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  });
  child.kill('SIGSTOP');
  await gate.query('commit');
  gate.release();
  await startRunner(context, { followers: [enqueuer({}, 'second')], heartbeat });
  await startRunner(context, { followers: [enqueuer({}, 'third')], heartbeat });
  await sell(store, 50);
  await eventually(async () => expect(await queued(context)).toEqual(upTo(150)));
  const successor = await owner(database);
  expect(successor).toMatchObject({ process_id: process.pid, present: true });
  child.kill('SIGCONT');
  await eventually(async () => expect(await inLine(database)).toBe(3));
  await sell(store, 50);
  await eventually(async () => expect(await queued(context)).toEqual(upTo(200)));
  // Of two that stood by one came first, and stays.
  expect((await owner(database))?.since).toEqual(successor?.since);
  const { rows } = await database.pool.query(`select run from app.queue order by id offset 50`);
  expect(rows.map(({ run }) => run)).not.toContain('child');
});

const inLine = async ({ pool }: TestDatabase): Promise<number> => {
  const { rows } = await pool.query(
    `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and locktype = 'advisory' and objid = 8451004`,
  );
  return rows.length;
};

const OWNED = { lock: 4_712, name: 'test', sessions: 'test', timing: heartbeat };

test('an owner that was away for long is not sure that it owns until it has been answered again', async () => {
  const database = await createTestDatabase();
  const ownership = await takeOwnership(database.url, OWNED, new AbortController().signal);
  onTestFinished(async () => {
    await ownership.release();
    await database.drop();
  });
  expect(ownership.isSure()).toBe(true);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heartbeat.staleMs);
  expect(ownership.isSure()).toBe(false);
  await eventually(() => expect(ownership.isSure()).toBe(true));
  expect(ownership.lost.aborted).toBe(false);
});

test('an owner stays the owner when the database stood still for longer than an owner may', async () => {
  const database = await createTestDatabase();
  const giveUp = new AbortController();
  const ownership = await takeOwnership(database.url, OWNED, giveUp.signal);
  const standingBy = takeOwnership(database.url, OWNED, giveUp.signal).catch(() => {});
  const pids = async () => {
    const sessions = `select pid from pg_stat_activity where datname = current_database() and application_name = 'test-owner'`;
    return (await database.pool.query<{ pid: number }>(sessions)).rows.map(({ pid }) => pid);
  };
  await eventually(async () => expect(await pids()).toHaveLength(2));
  onTestFinished(async () => {
    giveUp.abort();
    await Promise.all([ownership.release(), standingBy]);
    await database.drop();
  });
  const before = await owner(database);
  const sessions = await pids();
  for (const pid of sessions) process.kill(pid, 'SIGSTOP');
  await delay(2 * heartbeat.staleMs);
  for (const pid of sessions) process.kill(pid, 'SIGCONT');
  await eventually(() => expect(ownership.isSure()).toBe(true));
  expect(ownership.lost.aborted).toBe(false);
  expect((await owner(database))?.since).toEqual(before?.since);
});
