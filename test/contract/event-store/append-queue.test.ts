// A database of its own: its server falls silent, and takes no writes for a while.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { type AppendQueue, createAppendQueue } from '../../../src/event-store/postgres/append-queue.ts';
import { renderAppend } from '../../../src/event-store/postgres/pending-append.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { newEvent, uniqueStream } from './fixtures.ts';
import { startWire, type Wire } from './wire.ts';

let database: TestDatabase;
let wire: Wire;
let queue: AppendQueue;

beforeEach(async () => {
  database = await createTestDatabase();
  wire = await startWire(database.url);
  queue = createAppendQueue({ url: wire.url, answerWithinMs: 300, onLanded: () => {}, onAnswered: () => {} });
});
afterEach(async () => {
  await queue.close();
  await wire.close();
  await database.drop();
});

const append = () => queue.append(renderAppend(uniqueStream(), 'no_stream', [newEvent()]));

test('a server that falls silent delays no later append: the outcome of the first one is unknown, and the next one succeeds', async () => {
  await append();
  wire.silence();
  await expect(append()).rejects.toThrow(StoreUnavailable);
  const { position } = await append();
  expect(position).toBeGreaterThan(0);
});

test('a server that takes no writes is left for one that does', async () => {
  const { name } = (await database.pool.query('select current_database() as name')).rows[0];
  const setReadOnly = (value: string) =>
    database.pool.query(`alter database "${name}" set default_transaction_read_only = ${value}`);
  await setReadOnly('on');
  await expect(append()).rejects.toThrow(StoreUnavailable);
  // In the pool's own sessions it is as it was: what is changed is what new sessions begin with.
  await setReadOnly('off');
  expect((await append()).position).toBeGreaterThan(0);
});
