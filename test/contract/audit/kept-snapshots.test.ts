// A database of its own: it removes kept snapshots, and raises the generation of keys.

import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Moment, parseAt } from '../../../src/api/audit/at.ts';
import { createPool } from '../../../src/database/connection.ts';
import { FOREIGN_TYPE, type RecordedEvent } from '../../../src/event-store/event-store.ts';
import { holdSnapshots } from '../../../src/processes/erasure/tables.ts';
import { foldStream, type StreamFolding } from '../../../src/projections/as-of/fold-stream.ts';
import { createKeptSnapshots } from '../../../src/projections/as-of/kept-snapshots.ts';
import { createAppDatabase, type TestDatabase } from '../../support/database.ts';
import { effort } from '../../support/effort.ts';

const BRAND = '00000000-0000-4000-8000-000000000001';
const START = Date.parse('2026-03-02T09:00:00Z');

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createAppDatabase();
  pool = createPool(database.url, { max: 2, name: 'kept snapshots' });
});
beforeEach(() => pool.query('truncate app.kept_snapshots'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A state that says exactly which events it holds. */
const folding: StreamFolding<readonly number[]> = {
  category: 'thing',
  stateVersion: 1,
  every: 4,
  initial: [],
  evolve: (state, { revision }) => [...state, revision],
};

const idOf = (revision: number, log = 0): string =>
  `00000000-0000-4000-8000-${String(log * 100_000 + revision).padStart(12, '0')}`;

/** Events whose times are these, in minutes; null: another program's event. */
const streamOf = (minutes: readonly (number | null)[], log = 0): RecordedEvent[] =>
  minutes.map((minute, revision) => {
    const place = {
      position: 10 + 3 * revision,
      stream: 'thing-1',
      revision,
      recorded_at: '',
      id: idOf(revision, log),
    };
    if (minute === null) return { ...place, type: FOREIGN_TYPE } as RecordedEvent;
    const occurred_at = new Date(START + minute * 60_000).toISOString();
    return { ...place, type: 'Happened', data: {}, metadata: { brand_id: BRAND, occurred_at } } as RecordedEvent;
  });

/** A store that counts the events that are read. */
const storeOf = (events: readonly RecordedEvent[], onRead = (): void => {}) => {
  const store = {
    count: 0,
    read: async (_stream: string, from = 0, limit = events.length) => {
      const page = events.slice(from, from + limit);
      store.count += page.length;
      onRead();
      return page;
    },
  };
  return store;
};

const { signal } = new AbortController();
const snapshotsOf = () => createKeptSnapshots(pool);
const fold = (events: readonly RecordedEvent[], moment: Moment, store = storeOf(events)) =>
  foldStream({ store, snapshots: snapshotsOf() }, folding, '1', moment, signal);

const atMinute = (minute: number): Moment => parseAt(new Date(START + minute * 60_000).toISOString());

test('a state is the same with kept snapshots and without, whatever order the events happened in', async () => {
  const minutes = fc.array(fc.oneof({ weight: 12, arbitrary: fc.integer({ min: 0, max: 30 }) }, fc.constant(null)), {
    maxLength: 40,
  });
  const moments = fc.array(
    fc.oneof(
      fc.integer({ min: -1, max: 31 }).map(atMinute),
      fc.integer({ min: 0, max: 140 }).map((position) => parseAt(String(position))),
      fc.constant(parseAt(undefined)),
    ),
    { minLength: 1, maxLength: 8 },
  );
  const property = fc.asyncProperty(minutes, moments, async (times, asked) => {
    await pool.query('truncate app.kept_snapshots');
    const events = streamOf(times.toSorted((one, other) => (one ?? 0) - (other ?? 0) + (Math.abs(one ?? 3) % 7) - 3));
    for (const moment of asked) {
      const expected = moment.upTo(events);
      const found = await fold(events, moment);
      expect(found?.state ?? []).toEqual(expected.map(({ revision }) => revision));
      expect(found?.position).toBe(expected.at(-1)?.position);
    }
  });
  await fc.assert(property, { numRuns: effort({ short: 150, long: 3_000 }) });
});

test('after one long way an audit reads little more than one stretch, wherever its moment is', async () => {
  const events = streamOf(Array.from({ length: 400 }, (_, minute) => minute));
  const whole = storeOf(events);
  await fold(events, parseAt(undefined), whole);
  expect(whole.count).toBe(400);
  for (const minute of [3, 57, 200, 333, 399]) {
    const store = storeOf(events);
    expect((await fold(events, atMinute(minute), store))?.state).toHaveLength(minute + 1);
    expect(store.count).toBeLessThanOrEqual(2 * 4 + 1);
  }
});

test('an event that a till sent late keeps the snapshots before it from being used too early', async () => {
  // The third event happened at minute 90, all others at their own.
  const events = streamOf(Array.from({ length: 60 }, (_, index) => (index === 2 ? 90 : index)));
  await fold(events, parseAt(undefined));
  expect((await fold(events, atMinute(50)))?.state).toEqual([0, 1]);
  expect((await fold(events, atMinute(90)))?.state).toHaveLength(60);
});

test('a large state is kept less often, so that snapshots stay in proportion to the events', async () => {
  const large: StreamFolding<{ readonly text: string }> = {
    category: 'thing',
    stateVersion: 1,
    every: 4,
    initial: { text: '' },
    evolve: () => ({ text: 'x'.repeat(40_000) }),
  };
  const events = streamOf(Array.from({ length: 400 }, (_, minute) => minute));
  const reader = { store: storeOf(events), snapshots: snapshotsOf() };
  await foldStream(reader, large, '1', parseAt(undefined), signal);
  const { rows } = await pool.query<{ count: string; bytes: string }>(
    'select count(*) as count, sum(octet_length(state::text)) as bytes from app.kept_snapshots',
  );
  expect(Number(rows[0]!.count)).toBeGreaterThan(2);
  expect(Number(rows[0]!.bytes)).toBeLessThanOrEqual(400 * 1_000);
});

test('snapshots of a log that was set back, and of an earlier version, are not used', async () => {
  const before = streamOf(Array.from({ length: 60 }, (_, minute) => minute));
  await fold(before, parseAt(undefined));
  const after = streamOf(
    Array.from({ length: 30 }, (_, minute) => minute),
    1,
  );
  expect((await fold(after, parseAt(undefined)))?.state).toHaveLength(30);
  const { rows } = await pool.query<{ event_id: string }>('select event_id from app.kept_snapshots order by revision');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ event_id }) => after.some(({ id }) => id === event_id))).toBe(true);
  const next: StreamFolding<number> = { ...folding, stateVersion: 2, initial: 0, evolve: (count) => count + 1 };
  const reader = { store: storeOf(after), snapshots: snapshotsOf() };
  expect((await foldStream(reader, next, '1', parseAt(undefined), signal))?.state).toBe(30);
});

describe('an erasure while an audit is under way', () => {
  const events = streamOf(Array.from({ length: 60 }, (_, minute) => minute));
  const countKept = async (): Promise<number> =>
    Number((await pool.query('select count(*) from app.kept_snapshots')).rows[0].count);
  const destroyKeys = (db: pg.Pool | pg.PoolClient) =>
    db.query('update app.key_generation set generation = generation + 1');

  test('the audit keeps nothing of what it read before', async () => {
    let erased: Promise<unknown> | undefined;
    const store = storeOf(events, () => {
      erased ??= destroyKeys(pool);
    });
    const waiting = {
      ...store,
      read: async (...asked: Parameters<typeof store.read>) => {
        const page = await store.read(...asked);
        await erased;
        return page;
      },
    };
    expect(
      (await foldStream({ store: waiting, snapshots: snapshotsOf() }, folding, '1', parseAt(undefined), signal))?.state,
    ).toHaveLength(60);
    expect(await countKept()).toBe(0);
    await fold(events, parseAt(undefined));
    expect(await countKept()).toBeGreaterThan(0);
  });

  test('the audit waits for the erasure before it keeps anything, and keeps nothing then', async () => {
    const tx = await pool.connect();
    try {
      await tx.query('begin');
      await holdSnapshots(tx);
      const folded = fold(events, parseAt(undefined));
      await vi.waitFor(async () => {
        // A transaction sees the activity as it was when it looked first.
        await tx.query('select pg_stat_clear_snapshot()');
        const { rowCount } = await tx.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(1);
      });
      await destroyKeys(tx);
      await tx.query('commit');
      expect((await folded)?.state).toHaveLength(60);
      expect(await countKept()).toBe(0);
    } finally {
      tx.release(true);
    }
  });
});

test('a fold ends at the next page when its caller has gone', async () => {
  const control = new AbortController();
  const events = streamOf(Array.from({ length: 60 }, (_, minute) => minute));
  const store = storeOf(events, () => control.abort(new Error('gone')));
  const folded = foldStream({ store, snapshots: snapshotsOf() }, folding, '1', parseAt(undefined), control.signal);
  await expect(folded).rejects.toThrow('gone');
  expect(store.count).toBe(4);
});
