// A database of its own: it plays several processes, some of which stand still.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createKeyChanges, forgetChanges, type KeyChanges } from '../../../src/commands/keys/key-changes.ts';
import { createKeyLease } from '../../../src/commands/keys/key-lease.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
// On a busy machine a test may leave a reader that was dismissed. The next change would wait a whole lease for it.
beforeEach(async () => {
  await database.pool.query('delete from app.key_readers');
});

const LEASE_MS = 300;

/** The keys' streams: the truth, of which each process keeps a copy. */
const truth = new Map<string, number>();

/** A process that keeps keys. While `isFrozen`, what it asks of the database is not answered. */
const openProcess = (leaseMs = LEASE_MS) => {
  const state = { isFrozen: false };
  const { pool } = database;
  const changes = createKeyChanges({ pool, checkPool: pool });
  const thawed = async (): Promise<void> => {
    while (state.isFrozen) await delay(5);
  };
  const slow: KeyChanges = {
    ...changes,
    check: async (readerId, known) => {
      await thawed();
      const seen = await changes.check(readerId, known);
      await thawed();
      return seen;
    },
  };
  const lease = createKeyLease({ changes: slow, clock: Date.now, leaseMs });
  const kept = new Map<string, number>();
  lease.onChange((keyId) => void (keyId === null ? kept.clear() : kept.delete(keyId)));
  onTestFinished(() => {
    state.isFrozen = false;
    return lease.close();
  });
  return {
    state,
    lease,
    kept,
    /** What a request is decided on. */
    read: async (keyId: string): Promise<number | undefined> => {
      await lease.take();
      if (!kept.has(keyId)) kept.set(keyId, truth.get(keyId)!);
      return kept.get(keyId);
    },
    /** What a request would be decided on at once, if at all. */
    trusted: (keyId: string): number | undefined => (lease.isHeld() ? kept.get(keyId) : undefined),
    change: async (keyId: string): Promise<number> => {
      const value = truth.get(keyId)! + 1;
      truth.set(keyId, value);
      await lease.changed(keyId);
      return value;
    },
  };
};

const newKey = (): string => {
  const keyId = randomUUID();
  truth.set(keyId, 0);
  return keyId;
};

const readers = async (): Promise<number> => (await database.pool.query('select from app.key_readers')).rowCount ?? 0;

test('a change waits for each process that holds a lease, and not for its length', async () => {
  // Long enough that a change which waits for it fails the test.
  const [one, other] = [openProcess(60_000), openProcess(60_000)];
  const keyId = newKey();
  await Promise.all([one.read(keyId), other.read(keyId)]);
  for (const process of [one, other]) {
    const value = await process.change(keyId);
    expect([one.trusted(keyId), other.trusted(keyId)]).toEqual([undefined, undefined]);
    expect([await one.read(keyId), await other.read(keyId)]).toEqual([value, value]);
  }
});

test('a frozen process is waited for once; when it wakes it has no lease, and registers again', async () => {
  const [one, frozen] = [openProcess(), openProcess()];
  const keyId = newKey();
  await Promise.all([one.read(keyId), frozen.read(keyId)]);
  frozen.state.isFrozen = true;
  for (const left of [2, 1, 1]) {
    await one.change(keyId);
    expect(frozen.trusted(keyId)).toBeUndefined();
    expect(await readers()).toBe(left === 2 ? 2 : 1);
  }
  frozen.state.isFrozen = false;
  expect(await frozen.read(keyId)).toBe(truth.get(keyId));
  expect(await readers()).toBe(2);
  expect(await one.change(keyId)).toBe(await frozen.read(keyId));
});

test('no process uses an old key after the change is answered, whichever processes change keys or freeze', async () => {
  const processes = [openProcess(80), openProcess(80), openProcess(80)];
  const keyIds = [newKey(), newKey(), newKey()];
  const over = new AbortController();
  let [answered, stale] = [0, 0];
  const reading = processes.map(async (process) => {
    while (!over.signal.aborted) {
      for (const keyId of keyIds) await process.read(keyId);
      await delay(1);
    }
  });
  const freezing = (async () => {
    for (let i = 0; !over.signal.aborted; i++) {
      const { state } = processes[i % 3]!;
      state.isFrozen = true;
      await delay((i * 37) % 150);
      state.isFrozen = false;
      await delay(5);
    }
  })();
  await Promise.all(
    keyIds.map(async (keyId, i) => {
      for (let round = 0; round < 8; round++) {
        const value = await processes[(i + round) % 3]!.change(keyId);
        answered++;
        stale += processes.filter((process) => (process.trusted(keyId) ?? value) < value).length;
      }
    }),
  );
  over.abort();
  await Promise.all([...reading, freezing]);
  expect({ answered, stale }).toEqual({ answered: 24, stale: 0 });
});

test('a process that closes is not waited for', async () => {
  const [one, other] = [openProcess(60_000), openProcess(60_000)];
  const keyId = newKey();
  await Promise.all([one.read(keyId), other.read(keyId)]);
  await other.lease.close();
  await one.change(keyId);
  expect(await readers()).toBe(1);
});

test('old changes are forgotten, and whoever has not heard of them trusts nothing of before', async () => {
  const behind = openProcess();
  const [early, kept] = [randomUUID(), randomUUID()];
  truth.set(early, 1);
  expect(await behind.read(early)).toBe(1);
  behind.state.isFrozen = true;
  truth.set(early, 2);
  const { lease } = openProcess();
  for (const keyId of [early, randomUUID(), randomUUID(), kept]) await lease.changed(keyId);
  await forgetChanges(database.pool, 1);
  const { rows } = await database.pool.query('select key_id from app.key_changes');
  expect(rows).toEqual([{ key_id: kept }]);
  behind.state.isFrozen = false;
  expect(await behind.read(early)).toBe(2);
});
