// A database of its own: it looks at how far the server's log is on disk.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarkClaims } from '../../../src/commands/attendance/mark-claims.ts';
import { createIdentities } from '../../../src/commands/claims/identities.ts';
import { createExternalIds } from '../../../src/commands/reservations/external-ids.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const mark = {
  employee_id: 1,
  type: 'check_in' as const,
  time: '2026-03-02T09:00:00.000Z',
  point_id: randomUUID(),
  timezone: 'Asia/Tashkent',
  business_day_cutoff: '00:00',
};

/** Whoever claims goes on as soon as he is told, and appends also after Postgres has crashed and come up again. */
test.each([
  ['an outside key', () => createIdentities(database.pool).claim({ kind: 'order', scope: 'here', key: randomUUID() })],
  ['a fresh id', () => createIdentities(database.pool).mint()],
  ['a mark', () => createMarkClaims(database.pool).claim(randomUUID(), [{ event_id: randomUUID(), mark }])],
  [
    'a reservation’s external_id',
    () => {
      const claimed = { key_id: randomUUID(), external_id: 'x', point_id: randomUUID(), reservation_id: randomUUID() };
      return createExternalIds(database.pool).claim(claimed);
    },
  ],
])('%s is on disk before anybody is told', async (_what, claim) => {
  const lsn = async (name: string): Promise<string> =>
    (await database.pool.query<{ at: string }>(`select ${name}()::text as at`)).rows[0]!.at;
  for (let round = 0; round < 20; round++) {
    const before = await lsn('pg_current_wal_insert_lsn');
    await claim();
    const flushed = await lsn('pg_current_wal_flush_lsn');
    const { rows } = await database.pool.query('select $1::pg_lsn > $2::pg_lsn as is_beyond', [flushed, before]);
    expect(rows).toEqual([{ is_beyond: true }]);
  }
});
