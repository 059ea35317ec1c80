// A database of its own: it makes a table of the read models by hand.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { warnOfZonesApart, zonesApart } from '../../../src/projections/points/zone-clocks.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the clocks of zones are compared with those of Postgres, through summer and winter', async () => {
  const zones = ['Asia/Tashkent', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
  expect(await zonesApart(database.pool, zones, NOW)).toEqual([]);
});

test('a zone is told that Postgres does not know, or whose hours it changes on another day', async () => {
  const moved = (zone: string) => ({
    query: (text: string, [, ...rest]: unknown[]) => database.pool.query(text, [zone, ...rest]),
  });
  const apart = async (of: string, as: string) => zonesApart(moved(as) as unknown as typeof database.pool, [of], NOW);
  expect(await apart('Asia/Tashkent', 'Asia/Samarkand')).toEqual([]);
  expect(await apart('Asia/Tashkent', 'Asia/Nowhere')).toEqual(['Asia/Tashkent']);
  // The same in winter, an hour apart in summer.
  expect(await apart('Africa/Lagos', 'Europe/Berlin')).toEqual(['Africa/Lagos']);
});

test('a start warns of the zones of points, and says nothing while there are no points', async () => {
  const log = { warn: vi.fn() };
  await warnOfZonesApart(database.pool, NOW, log);
  expect(log.warn).not.toHaveBeenCalled();
  await database.pool.query(`create schema if not exists read; create table read.points (timezone text);
    insert into read.points values ('Asia/Tashkent'), ('Asia/Samarkand')`);
  const without = {
    query: (text: string, values: unknown[] = []) =>
      database.pool.query(
        text,
        values.map((value) => (value === 'Asia/Samarkand' ? 'Asia/Nowhere' : value)),
      ),
  };
  await warnOfZonesApart(without as unknown as typeof database.pool, NOW, log);
  expect(log.warn.mock.calls).toEqual([[{ zones: ['Asia/Samarkand'] }, expect.stringContaining('other hours')]]);
});
