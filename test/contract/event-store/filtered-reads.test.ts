// A database of its own: it writes a long log by hand.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import type { EventFilter, EventStore, RecordedEvent } from '../../../src/event-store/event-store.ts';
import { matches } from '../../../src/event-store/matches.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import { lastBefore } from '../../../src/event-store/postgres/read-filtered.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/**
 * 24 000 events, a minute apart, with holes between their positions. Every thousandth stands where the clock had been set
 * back by 20 hours.
 */
const HISTORY = `
  insert into log.shared_metadata (id, shared)
  select brand::text::uuid, json_build_object(
    'brand_id', 'brand-' || right(brand, 1), 'actor', json_build_object('id', 'key-1', 'name', 'App'))
  from unnest(array['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000001']) as brand;
  insert into log.events (position, stream, revision, id, type, packed, shared_id, recorded_at)
  select n * 2 + n / 100, 'order-' || n, 0, gen_random_uuid(), case when n % 4000 = 0 then 'OrderDeleted' else 'OrderAccepted' end,
    '{}', ('00000000-0000-0000-0000-00000000000' || n % 2)::uuid,
    '2026-01-01T00:00Z'::timestamptz + n * interval '1 minute' - (n % 1000 = 0)::int * interval '20 hours'
  from generate_series(1, 24000) n`;

const positionsOf = (events: readonly RecordedEvent[]): number[] => events.map(({ position }) => position);

describe('reads of a long log with filters', () => {
  let database: TestDatabase;
  let store: EventStore;
  let log: RecordedEvent[];

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(HISTORY);
    store = createPostgresEventStore({ pool: database.pool, url: database.url });
    log = await store.readAll(0, 100_000);
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  test.for<EventFilter>([
    {},
    { types: ['OrderDeleted'] },
    { brandId: 'brand-1' },
    { from: '2026-01-05T04:00:00Z' },
    { to: '2026-01-05T04:00:00Z' },
    { from: '2026-01-05T04:00:00Z', to: '2026-01-05T16:40:30.5Z', brandId: 'brand-0' },
    { from: '2026-01-01T00:00:00Z', types: ['OrderDeleted'] },
    { from: '2026-01-16T00:00:00Z', to: '2026-01-10T00:00:00Z' },
    { from: '2025-12-31T05:00:00Z', to: '2026-01-01T00:01:00.000001Z' },
    { stream: 'order-16000', from: '2026-01-11T00:00:00Z' },
  ])('find what is there, also where the clock was set back: %j', async (filter) => {
    const wanted = positionsOf(log.filter(matches(filter)));
    expect(positionsOf(await store.readAll(0, 100_000, filter))).toEqual(wanted);
    const after = wanted[Math.floor(wanted.length / 2)] ?? 0;
    const rest = wanted.filter((position) => position > after);
    expect(positionsOf(await store.readAll(after, 3, filter))).toEqual(rest.slice(0, 3));
  });

  test('filtered reads of a long log begin and end near the times that are asked for', async () => {
    const first = log.findIndex(({ recorded_at }) => recorded_at >= '2026-01-09T00:00:00.000000Z');
    const { position } = log[first - 1]!;
    expect(await lastBefore(database.pool, '2026-01-09T00:00:00Z', '0')).toBe(position);
    expect(await lastBefore(database.pool, '2026-01-10T00:00:00Z', '-1 day')).toBe(position);
    expect(await lastBefore(database.pool, '2020-01-01T00:00:00Z', '0')).toBe(0);
    expect(await lastBefore(database.pool, '2030-01-01T00:00:00Z', '0')).toBe(log.at(-1)!.position);
  });

  test('filtered reads of a long log walk in short steps, and no further than they must', async () => {
    const query = vi.spyOn(pg.Pool.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    const steps = async (filter: EventFilter, limit: number) => {
      query.mockClear();
      await store.readAll(0, limit, filter);
      return query.mock.calls.filter(([text]) => String(text).includes('order by "position"')).length;
    };
    expect(await steps({ types: ['OrderErased'] }, 10)).toBe(5);
    expect(await steps({ types: ['OrderErased'], from: '2026-01-16T00:00:00Z' }, 10)).toBe(1);
    expect(await steps({ types: ['OrderErased'], to: '2026-01-01T12:00:00Z' }, 10)).toBe(1);
    expect(await steps({ brandId: 'brand-1' }, 10)).toBe(1);
  });

  test('filtered reads of a long log leave the connections of orders alone', async () => {
    const pool = createPool(database.url, { max: 1, timeoutMs: 500 });
    const own = createPostgresEventStore({ pool, url: database.url });
    const order = await pool.connect();
    onTestFinished(async () => {
      order.release();
      await own.close();
      await pool.end();
    });
    expect(await own.readAll(0, 2, { types: ['OrderDeleted'] })).toHaveLength(2);
  });
});
