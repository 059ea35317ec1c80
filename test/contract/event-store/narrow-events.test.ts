// A database of its own: it looks at the whole log.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EventStore, RevisionConflict } from '../../../src/event-store/event-store.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { given, metadata, newEvent } from './fixtures.ts';

let database: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  database = await createTestDatabase();
  store = createPostgresEventStore({ pool: database.pool, url: database.url });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const POINT = '5f0f9f5e-0d0c-4a53-9d43-2f4f6c5b7a10';
const lines = [{ line_id: 1, product_id: 2, name: 'Плов, "price":1', price: 3 }];

/** Metadata of which a column would not give back what was given. */
const WIDE = {
  'a command_id in capitals': { command_id: '0D453DD7-F9E5-556B-B2C4-16960ABA66D9' },
  'a command_id that is no UUID': { command_id: 'first' },
  'a causation_id that is no UUID': { causation_id: 'first' },
  'an instant without milliseconds': { occurred_at: '2025-05-01T10:00:00Z' },
  'an instant of another zone': { occurred_at: '2025-05-01T10:00:00.000+05:00' },
  'a correlation_id that JSON escapes': { correlation_id: 'the "first" \\ \n' },
  'a day that its month lacks': { occurred_at: '2025-02-29T10:00:00.000Z' },
  'an instant that is none': { occurred_at: '2025-05-32T10:00:00.000Z' },
  'a year before the first': { occurred_at: '0000-05-01T10:00:00.000Z' },
} as const;

describe('a log with metadata that fit no column', () => {
  const narrow = newEvent(
    { lines },
    { metadata: metadata({ point_id: POINT, causation_id: '0d453dd7-f9e5-556b-b2c4-16960aba66d9' }) },
  );
  const wide = Object.values(WIDE).map((changes) =>
    newEvent({ lines }, { metadata: metadata({ point_id: POINT, ...changes }) }),
  );
  const all = [narrow, ...wide];

  beforeAll(async () => {
    await store.append('order-new', 'no_stream', [narrow, ...wide]);
  });

  test('a log with metadata that fit no column gives back each as it was given', async () => {
    expect((await store.readAll(0, 100)).map(given)).toEqual(all);
    expect((await store.read('order-new', 0, 1)).map(given)).toEqual([narrow]);
    expect((await store.readAt([2, 1])).map(given)).toEqual([wide[0], narrow]);
  });

  test.each([
    { brandId: 'brand-1' },
    { pointId: POINT },
    { actor: 'key-1' },
    { actor: 'Delivery app', brandId: 'brand-1', pointId: POINT },
  ])('a log with metadata that fit no column finds all of them by %j, and none by another', async (filter) => {
    expect((await store.readAll(0, 100, filter)).map(given)).toEqual(all);
    for (const name of Object.keys(filter)) {
      expect(await store.readAll(0, 100, { ...filter, [name]: 'other' })).toEqual([]);
    }
  });

  test('a log with metadata that fit no column keeps what events have in common once, and their data packed', async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int as narrow, count(distinct shared_id)::int as shared, max(octet_length(packed))::int as bytes
       from log.events where command_id is not null`,
    );
    expect(rows).toEqual([{ narrow: 1, shared: 1, bytes: expect.any(Number) }]);
    expect(rows[0].bytes).toBeLessThan(Buffer.byteLength(JSON.stringify({ lines })) - 20);
    const before = (await database.pool.query('select from log.shared_metadata')).rowCount;
    expect(before).toBe(1 + wide.length);
    await store.append('order-more', 'no_stream', [newEvent({}, { metadata: metadata({ point_id: POINT }) })]);
    expect((await database.pool.query('select from log.shared_metadata')).rowCount).toBe(before);
  });

  test('a log with metadata that fit no column takes no change of shared metadata', async () => {
    await expect(database.pool.query(`update log.shared_metadata set shared = '{}'`)).rejects.toThrow(/append-only/);
    await expect(database.pool.query('truncate log.shared_metadata')).rejects.toThrow(/append-only/);
  });
});

test('stores shared metadata with the next append when the append that brought it first failed', async () => {
  const event = () =>
    newEvent({}, { metadata: metadata({ actor: { kind: 'partner', id: 'key-2', name: 'Other app' } }) });
  // Not by the store, which would know them itself.
  const actors = async () => {
    const { rows } = await database.pool.query(
      `select stream, (select shared->'actor'->>'id' from log.shared_metadata s where s.id = e.shared_id) as actor
       from log.events e where stream like 'order-of-others-%' order by position`,
    );
    return rows.map(({ stream, actor }) => `${stream} ${actor}`);
  };
  await expect(store.append('order-new', 7, [event()])).rejects.toThrow(RevisionConflict);
  for (const number of [1, 2]) await store.append(`order-of-others-${number}`, 'no_stream', [event()]);
  const known = ['order-of-others-1 key-2', 'order-of-others-2 key-2'];
  expect(await actors()).toEqual(known);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tillstream-append'`,
  );
  await vi.waitFor(() => store.append('order-of-others-3', 'no_stream', [event()]));
  expect(await actors()).toEqual([...known, 'order-of-others-3 key-2']);
});
