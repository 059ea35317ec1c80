import { expect, onTestFinished, test } from 'vitest';
import type { KeyChanges } from '../../../../src/commands/keys/key-changes.ts';
import { createKeyLease } from '../../../../src/commands/keys/key-lease.ts';
import { Unavailable } from '../../../../src/commands/loop/unavailable.ts';

const LEASE_MS = 2_000;

/** One process, with time and database in the test's hands. */
const open = () => {
  const time = { monotonic: 5_000, clock: 1_000_000 };
  const database = { version: 0, forgotten: 0, keyIds: [] as string[], isAway: false, isDismissed: false, checks: 0 };
  const registered: string[] = [];
  const acknowledged: number[] = [];
  const dropped: (string | null)[] = [];
  /** Runs while a check is under way, after its query has been answered. */
  const hooks = { afterLook: () => {} };
  const changes: KeyChanges = {
    record: async () => ++database.version,
    check: async () => {
      if (database.isAway) throw new Error('away');
      database.checks++;
      const { version, forgotten, keyIds } = database;
      const isRegistered = !database.isDismissed;
      database.isDismissed = false;
      hooks.afterLook();
      return { version, forgotten, keyIds, isRegistered };
    },
    register: async (id) => void registered.push(id),
    acknowledge: async (_, version) => void acknowledged.push(version),
    unregister: async () => {},
    behind: async () => [],
    dismiss: async () => {},
  };
  const lease = createKeyLease({
    changes,
    leaseMs: LEASE_MS,
    patienceMs: 30,
    clock: () => time.clock,
    monotonic: () => {
      // While the database is away only the time that is waited goes by.
      if (database.isAway) time.monotonic += 5;
      return time.monotonic;
    },
  });
  lease.onChange((keyId) => dropped.push(keyId));
  onTestFinished(() => lease.close());
  const pass = (ms: number): void => {
    time.monotonic += ms;
    time.clock += ms;
  };
  return { time, database, registered, acknowledged, dropped, hooks, lease, pass };
};

test('a lease is held from a check on, and no longer than its length', async () => {
  const { lease, pass } = open();
  expect(lease.isHeld()).toBe(false);
  await lease.take();
  pass(LEASE_MS - 1);
  expect(lease.isHeld()).toBe(true);
  pass(1);
  expect(lease.isHeld()).toBe(false);
});

test('a lease begins when its check is sent, not when it is answered', async () => {
  const { lease, hooks, pass } = open();
  hooks.afterLook = () => pass(LEASE_MS - 100);
  await lease.take();
  hooks.afterLook = () => {};
  expect(lease.isHeld()).toBe(true);
  pass(100);
  expect(lease.isHeld()).toBe(false);
});

test('an answer that comes too late counts for nothing, and is asked for again', async () => {
  const { lease, hooks, database, pass } = open();
  hooks.afterLook = () => {
    pass(LEASE_MS);
    hooks.afterLook = () => {};
  };
  await lease.take();
  expect(database.checks).toBe(2);
});

test('a machine that was suspended, with its monotonic clock, holds no lease', async () => {
  const { lease, time } = open();
  await lease.take();
  time.clock += LEASE_MS;
  expect(lease.isHeld()).toBe(false);
});

test('without the database a lease that has run out is refused, and held again when the database is back', async () => {
  const { lease, database, pass } = open();
  await lease.take();
  database.isAway = true;
  await lease.take();
  pass(LEASE_MS);
  await expect(lease.take()).rejects.toBeInstanceOf(Unavailable);
  database.isAway = false;
  await lease.take();
  expect(lease.isHeld()).toBe(true);
});

test('requests that wait share one check', async () => {
  const { lease, database } = open();
  await Promise.all(Array.from({ length: 50 }, () => lease.take()));
  expect(database.checks).toBe(1);
});

test('changed keys are dropped before the lease counts anew, and then acknowledged', async () => {
  const { lease, database, dropped, acknowledged, pass } = open();
  await lease.take();
  expect(dropped).toEqual([null]);
  database.version = 7;
  database.keyIds = ['a', 'b'];
  pass(LEASE_MS);
  await lease.take();
  expect(dropped).toEqual([null, 'a', 'b']);
  expect(acknowledged).toEqual([0, 7]);
});

test('a process that has not heard of changes before they were forgotten drops everything', async () => {
  const { lease, database, dropped, pass } = open();
  database.version = 7;
  await lease.take();
  Object.assign(database, { version: 9, forgotten: 7, keyIds: ['a'] });
  pass(LEASE_MS);
  await lease.take();
  Object.assign(database, { version: 20, forgotten: 10, keyIds: ['b'] });
  pass(LEASE_MS);
  await lease.take();
  expect(dropped).toEqual([null, 'a', null]);
});

test('a database that was set back has all keys dropped', async () => {
  const { lease, database, dropped, pass } = open();
  database.version = 7;
  await lease.take();
  database.version = 3;
  pass(LEASE_MS);
  await lease.take();
  expect(dropped).toEqual([null, null]);
});

test('a process that was dismissed registers under another id before it holds a lease', async () => {
  const { lease, database, registered, pass } = open();
  await lease.take();
  database.isDismissed = true;
  pass(LEASE_MS);
  await lease.take();
  expect(new Set(registered).size).toBe(2);
  expect(database.checks).toBe(3);
});

test('the process that changed a key drops it before anybody else is told', async () => {
  const { lease, database, dropped } = open();
  database.isAway = true;
  await lease.changed('mine');
  expect(dropped).toEqual(['mine']);
});

test('after it is closed a lease is not held', async () => {
  const { lease } = open();
  await lease.take();
  await lease.close();
  expect(lease.isHeld()).toBe(false);
  await expect(lease.take()).rejects.toBeInstanceOf(Unavailable);
});
