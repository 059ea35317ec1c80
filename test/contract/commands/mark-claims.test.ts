// A database of its own: it keeps claims without results, as a crash leaves them.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createMarkClaims, MARK_IDENTITY } from '../../../src/commands/attendance/mark-claims.ts';
import { createIdentities } from '../../../src/commands/claims/identities.ts';
import { createTestDatabase } from '../../support/database.ts';

const mark = {
  employee_id: 1,
  type: 'check_in' as const,
  time: '2026-03-02T09:00:00.000Z',
  point_id: randomUUID(),
  timezone: 'Asia/Tashkent',
  business_day_cutoff: '00:00',
};

test('an event_id that was claimed with nothing kept is answered with the mark that comes with it', async () => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  const [keyId, event_id] = [randomUUID(), randomUUID()];
  const { id } = await createIdentities(pool).claim({ kind: MARK_IDENTITY, scope: keyId, key: event_id });
  const claims = await createMarkClaims(pool).claim(keyId, [{ event_id, mark }]);
  expect([...claims]).toEqual([[event_id, { mark, id, claimed: false }]]);
});
