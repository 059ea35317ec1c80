import { expect, test } from 'vitest';
import { createReadModelPool } from '../../../../src/projections/engine/pools.ts';

const ADDRESS = 'postgres://localhost/tillstream';

test('a pool of a rebuild waits a minute for a connection', () => {
  expect(createReadModelPool(ADDRESS, 1).options.connectionTimeoutMillis).toBe(60_000);
});

test('a pool of the runner gives up a connection after ten seconds, and sooner if its answers must come sooner', () => {
  expect(createReadModelPool(ADDRESS, 1, 60_000).options.connectionTimeoutMillis).toBe(10_000);
  expect(createReadModelPool(ADDRESS, 1, 500).options.connectionTimeoutMillis).toBe(500);
});
