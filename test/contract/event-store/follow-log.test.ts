// A database of its own: queries that read its log fail for a while.

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EventBatch, EventStore } from '../../../src/event-store/event-store.ts';
import { sendBatch } from '../../../src/event-store/postgres/append-batch.ts';
import { createAppendConnection } from '../../../src/event-store/postgres/append-connection.ts';
import { createAppendQueue } from '../../../src/event-store/postgres/append-queue.ts';
import { followLog } from '../../../src/event-store/postgres/follow-log.ts';
import { createLogTail } from '../../../src/event-store/postgres/log-tail.ts';
import { type PendingAppend, renderAppend } from '../../../src/event-store/postgres/pending-append.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { idsOf, newEvent, uniqueStream } from './fixtures.ts';
import { openStore } from './open-store.ts';

let database: TestDatabase;
let store: EventStore;

beforeAll(async () => {
  database = await createTestDatabase();
  store = openStore('postgres', database.url);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

test('an append without a notification is seen all the same, a little later', async () => {
  const abort = new AbortController();
  const reader = openStore('postgres', database.url);
  const batches = reader.subscribe(await reader.head(), { signal: abort.signal })[Symbol.asyncIterator]();
  const next = async (): Promise<EventBatch> => (await batches.next()).value;
  expect(await next()).toEqual({ events: [], caughtUp: true });
  const event = newEvent();
  const seen = next();
  await appendUntold(renderAppend(uniqueStream(), 'no_stream', [event]));
  const nothing = delay(10_000, { events: [] }, { signal: abort.signal }).catch(() => ({ events: [] }));
  expect(idsOf((await Promise.race([seen, nothing])).events)).toEqual([event.id]);
  abort.abort();
  await reader.close();
});

/** As a process that dies before it has told the others. */
const appendUntold = async (append: PendingAppend): Promise<void> => {
  const connection = createAppendConnection(database.url, 20_000);
  await sendBatch(await connection.connected(), [append], () => {});
  await connection.end();
};

test('a log that can not be read is told of once, and once more when it comes to that again', async () => {
  const abort = new AbortController();
  const told: object[] = [];
  let isAway = true;
  let tries = 0;
  const query = async (text: string, values: unknown[]) => {
    tries++;
    if (isAway) throw new Error('permission denied');
    return database.pool.query(text, values);
  };
  const pool = { query } as unknown as TestDatabase['pool'];
  const tail = createLogTail();
  const log = { warn: (details: object) => void told.push(details) };
  const batches = followLog({ pool, tail, underWay: () => false, log }, await store.head(), { signal: abort.signal });
  const reading = batches[Symbol.asyncIterator]();
  for (let row = 1; row <= 2; row++) {
    const next = reading.next();
    // It may have to be read again: somebody rang, and there is no telling why.
    tail.hear('');
    const before = tries;
    await vi.waitFor(() => expect(tries).toBeGreaterThan(before + 2), 5_000);
    expect(told).toEqual(Array(row).fill({ reason: 'Error: permission denied' }));
    isAway = false;
    await store.append(uniqueStream(), 'no_stream', [newEvent()]);
    expect((await next).value).toMatchObject({ caughtUp: true });
    isAway = true;
  }
  abort.abort();
});

test('a subscriber is told when an answer has come, of a batch that landed and of one that did not', async () => {
  const told: string[] = [];
  const queue = createAppendQueue({
    url: database.url,
    onLanded: () => told.push('landed'),
    onAnswered: () => told.push('answered'),
  });
  const stream = uniqueStream();
  await queue.append(renderAppend(stream, 'no_stream', [newEvent()]));
  await queue.append(renderAppend(stream, 'no_stream', [newEvent()])).catch(() => told.push('refused'));
  await queue.close();
  expect(told).toEqual(['landed', 'answered', 'answered', 'refused']);
});

test('closing the store waits for all appends that were handed in', async () => {
  const queue = createAppendQueue({ url: database.url, onLanded: () => {}, onAnswered: () => {} });
  let answered = 0;
  for (let turn = 0; turn < 1_200; turn++) {
    void queue.append(renderAppend(uniqueStream(), 'no_stream', [newEvent()])).then(() => answered++);
  }
  await queue.close();
  expect(answered).toBe(1_200);
});
