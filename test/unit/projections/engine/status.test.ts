import type pg from 'pg';
import { expect, test } from 'vitest';
import type { EventStore } from '../../../../src/event-store/event-store.ts';
import { readProjectionsStatus } from '../../../../src/projections/engine/status.ts';

test('a read model that moved on while the head was read is not behind by less than nothing', async () => {
  const store = { head: async () => 7 } as EventStore;
  const rows = [{ projection: 'sales', version: 2, position: 9, failure: null }];
  const pool = { query: async () => ({ rows }) } as unknown as pg.Pool;
  const named = (name: string) => ({ name, version: 2, tables: [], on: {} });
  expect(await readProjectionsStatus(store, pool, [named('sales'), named('refunds')])).toEqual({
    head: 7,
    projections: [
      { name: 'sales', version: 2, position: 9, lag: 0, failure: null, isCurrent: true },
      { name: 'refunds', version: null, position: 0, lag: 7, failure: null, isCurrent: false },
    ],
  });
});
