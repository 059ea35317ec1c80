// A database of its own: starts fail on it half-way.

import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EventStore } from '../../src/event-store/event-store.ts';
import { openTillstream } from '../../src/tillstream.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { PERSONAL_DATA_KEY } from '../support/events.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const open = (wrapStore = (store: EventStore): EventStore => store) =>
  openTillstream({
    databaseUrl: database.url,
    eventStoreUrl: database.eventStoreUrl,
    jwtSecret: 'secret-of-the-tests-that-is-long-enough',
    personalDataKey: PERSONAL_DATA_KEY,
    platformApiKey: 'platform-key-of-the-tests',
    runProjections: true,
    runProcesses: true,
    log: pino({ level: 'silent' }),
    wrapStore,
  });

const nothingIsOpen = () =>
  vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select application_name from pg_stat_activity
         where datname = current_database() and application_name like 'tillstream%'`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 10_000, interval: 20 },
  );

test('a start that fails at a late step closes what it has opened', async () => {
  const rename = (from: string, to: string) => database.pool.query(`alter table app.${from} rename to ${to}`);
  await rename('process_checkpoints', 'mislaid');
  await expect(open()).rejects.toThrow('process_checkpoints');
  await nothingIsOpen();
  await rename('mislaid', 'process_checkpoints');
});

test('what can not be closed keeps nothing else open', async () => {
  const tillstream = await open((store) => ({
    ...store,
    close: async () => {
      await store.close();
      throw new Error('closed badly');
    },
  }));
  await expect(tillstream.close()).rejects.toThrow('closed badly');
  await nothingIsOpen();
});

test('a caller who waits for a read model flushes the store: another process may write the read model', async () => {
  let flushed = 0;
  const tillstream = await open((store) => ({
    ...store,
    flush: () => {
      flushed += 1;
    },
  }));
  await tillstream.shown(await tillstream.store.head());
  const before = flushed;
  const waiting = tillstream.shown(Number.MAX_SAFE_INTEGER);
  await vi.waitFor(() => expect(flushed).toBe(before + 1));
  await tillstream.close();
  await waiting;
});

test('one connection hears for all parts of a process, also after it was lost', async () => {
  const tillstream = await open();
  const sessions = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'tillstream-listen'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const [first, ...others] = await sessions();
  expect(others).toEqual([]);
  await database.pool.query('select pg_terminate_backend($1)', [first]);
  await vi.waitFor(async () => {
    const [next, ...more] = await sessions();
    expect(next).toBeGreaterThan(0);
    expect(next).not.toBe(first);
    expect(more).toEqual([]);
  });
  await tillstream.close();
  await nothingIsOpen();
});
