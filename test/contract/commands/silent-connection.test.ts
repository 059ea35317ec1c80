// A database of its own: connections to it fall silent.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toHttpError } from '../../../src/api/http/errors.ts';
import { createIdentities } from '../../../src/commands/claims/identities.ts';
import { createCommandHandler } from '../../../src/commands/loop/handle.ts';
import { createPool } from '../../../src/database/connection.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { envelope, tallyDecider } from '../../support/tally.ts';
import { startWire, type Wire } from '../event-store/wire.ts';

let database: TestDatabase;
let wire: Wire;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  wire = await startWire(database.url);
  pool = createPool(wire.url, { timeoutMs: 300 });
});
afterEach(async () => {
  await wire.close();
  await pool.end();
  await database.drop();
});

const statusesOf = async (work: readonly Promise<unknown>[]): Promise<number[]> =>
  (await Promise.allSettled(work)).map((done) => (done.status === 'rejected' ? toHttpError(done.reason).status : 200));

test('a silent connection fails the calls on it, and no later call waits for ever', async () => {
  const identities = createIdentities(pool);
  const keyOf = (key: string) => ({ kind: 'order', scope: 'here', key });
  await identities.claim(keyOf('warm'));
  wire.silence();
  expect(await statusesOf([identities.claim(keyOf('a')), identities.claim(keyOf('b'))])).toEqual([503, 503]);
  expect((await identities.claim(keyOf('a'))).claimed).toBe(true);

  wire.silence();
  expect(await statusesOf([identities.mint()])).toEqual([503]);
  expect(await identities.mint()).toBeGreaterThan(0);

  wire.silence();
  expect(await statusesOf([identities.storeResult(keyOf('a'), { order_id: 1 })])).toEqual([503]);
  await identities.storeResult(keyOf('a'), { order_id: 1 });
  expect((await identities.claim(keyOf('a'))).result).toEqual({ order_id: 1 });
});

test('a command whose append and the read after it are left unanswered comes to its end, once', async () => {
  const store = createPostgresEventStore({ pool, url: wire.url, answerWithinMs: 300 });
  const handler = createCommandHandler(store, pool);
  const id = randomUUID();
  await handler.handle(tallyDecider, id, { type: 'Fill', units: 5 }, envelope());
  const once = envelope();
  const take = () => handler.handle(tallyDecider, id, { type: 'Take' }, once);
  wire.silence();
  const [status] = await statusesOf([take()]);
  expect([200, 503]).toContain(status);
  await take();
  expect((await handler.load(tallyDecider, id)).state).toEqual({ left: 4, taken: 1 });
  await wire.down();
  await store.close();
});
