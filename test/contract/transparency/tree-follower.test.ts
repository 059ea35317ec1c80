// A database of its own: tables of its tree are gone for a while.

import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import { openStoredEvents } from '../../../src/event-store/open-event-store.ts';
import { createTreeFollower } from '../../../src/processes/transparency/tree-follower.ts';
import { leafOf } from '../../../src/transparency/leaf.ts';
import { inclusionRanges } from '../../../src/transparency/ranges.ts';
import { hashesOf } from '../../../src/transparency/tiles.ts';
import { indexesOf, positionAt, readTreeHead, tilesIn } from '../../../src/transparency/tree-tables.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startEventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { rootOfPath, treeHash } from '../../support/merkle-by-definition.ts';
import { event } from '../projections/fixtures.ts';

/** EventStoreDB: the stand-in of the tests, where a run is not for a real one anyway. */
const engines = ['postgres', 'eventstoredb'] as const;

const setUpOn = async (engine: (typeof engines)[number]) => {
  const database = await createTestDatabase();
  const { pool } = database;
  const server = engine === 'eventstoredb' ? await startEventStoreDbServer() : undefined;
  const eventStoreUrl = server?.url ?? database.eventStoreUrl;
  const stored = await openStoredEvents({ pool, databaseUrl: database.url, eventStoreUrl, categories: ['sales'] });
  onTestFinished(async () => {
    await stored.close();
    await server?.stop();
    await database.drop();
  });
  const warned: unknown[] = [];
  const log = { ...pino({ level: 'silent' }), info: () => {}, warn: (details: unknown) => void warned.push(details) };
  const follow = (store: EventStore = stored) => {
    const follower = createTreeFollower({ stored: store, pool, log });
    onTestFinished(follower.stop);
    follower.start();
    return follower;
  };
  const sell = async (count: number): Promise<number> => {
    const sales = Array.from({ length: count }, (_, sale) => event('Sold', { sale, guest: 'Азиз 🍲' }));
    return (await stored.append('sales-1', 'any', sales)).position;
  };
  const reached = (position: number) =>
    vi.waitFor(async () => expect((await readTreeHead(pool)).position).toBe(position), { timeout: 20_000 });
  const leaves = async () => (await stored.readAll(0, 10_000)).map(leafOf);
  return { pool, stored, follow, sell, reached, leaves, warned };
};

describe.each(engines)('the follower of the tree, on %s', (engine) => {
  const setUp = () => setUpOn(engine);

  test('the stored tree is that of the definition, over the events as they are read back', async () => {
    const { pool, follow, sell, reached, leaves, stored } = await setUp();
    // Some before it follows, some that come while it does.
    await sell(300);
    follow();
    await reached(await sell(1));
    await reached(await sell(2));
    const last = await sell(700);
    await reached(last);

    const all = await leaves();
    const head = await readTreeHead(pool);
    expect(head).toMatchObject({ size: 1_003, position: last });
    expect(head.root).toEqual(treeHash(all));
    const positions = (await stored.readAll(0, 10_000)).map(({ position }) => position);
    expect(await indexesOf(pool, positions)).toEqual(positions.map((_, index) => index));
    expect(await indexesOf(pool, [last + 1, positions[0]! - 1])).toEqual([undefined, undefined]);
    for (const index of [0, 255, 256, 1_002]) {
      expect(await positionAt(pool, index)).toBe(positions[index]);
      const path = await hashesOf(tilesIn(pool), inclusionRanges(index, 1_003));
      expect(rootOfPath(all[index]!, index, 1_003, path)).toEqual(head.root);
    }
    expect(await positionAt(pool, 1_003)).toBeUndefined();
  });

  test('another one goes on where the first has stopped, and nothing is added twice', async () => {
    const { pool, follow, sell, reached, leaves } = await setUp();
    const first = follow();
    await reached(await sell(255));
    await first.stop();
    const last = await sell(2);
    follow();
    await reached(last);
    expect(await readTreeHead(pool)).toMatchObject({ size: 257, root: treeHash(await leaves()) });
  });

  test('two at once add every event once', async () => {
    const { pool, follow, sell, reached, leaves } = await setUp();
    follow();
    follow();
    for (let round = 0; round < 5; round++) await reached(await sell(90));
    expect(await readTreeHead(pool)).toMatchObject({ size: 450, root: treeHash(await leaves()) });
  });

  test('after a failure it goes on, and tells of it once', async () => {
    const { pool, follow, sell, reached, leaves, warned } = await setUp();
    await pool.query('alter table app.tree_tiles rename to mislaid');
    const follower = follow();
    const last = await sell(3);
    await vi.waitFor(() => expect(follower.failure).toContain('tree_tiles'));
    await pool.query('alter table app.mislaid rename to tree_tiles');
    await reached(last);
    await vi.waitFor(() => expect(follower.failure).toBeNull());
    expect(warned).toHaveLength(1);
    expect((await readTreeHead(pool)).root).toEqual(treeHash(await leaves()));
  });

  test('while the log ends before the tree, nothing is added', async () => {
    const { pool, stored, follow, sell, reached } = await setUp();
    const first = follow();
    await reached(await sell(3));
    await first.stop();
    const before = await readTreeHead(pool);
    const follower = follow({ ...stored, head: async () => before.position - 1 });
    await vi.waitFor(() => expect(follower.failure).toContain('before its tree'));
    expect(await readTreeHead(pool)).toEqual(before);
  });
});
