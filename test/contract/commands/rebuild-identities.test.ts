// A database of its own: it rebuilds all identities while others are claimed.

import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { rebuildIdentities } from '../../../src/commands/rebuild-identities.ts';
import { createTestDatabase } from '../../support/database.ts';
import { openLog } from '../../support/log.ts';
import { metadata, newEvent } from '../event-store/fixtures.ts';

test('a rebuild of identities and an app that claims the same keys do not deadlock', async () => {
  const database = await createTestDatabase();
  const { pool } = database;
  const store = openLog(database);
  const brand_id = randomUUID();
  const [low, high] = ['+998901110000', '+998902220000'];
  // In the log the higher comes first.
  const registered = [high, low].map((phone, index) => {
    const data = { client_id: 5_000 + index, brand_id, personal: { phone } };
    return newEvent(data, { type: 'ClientRegistered', metadata: metadata({ brand_id }) });
  });
  await store.append('client-1', 'no_stream', registered);

  const app = await pool.connect();
  const claim = (phone: string) => app.query(`select app.claim('{client}', $1, $2)`, [[brand_id], [phone]]);
  await app.query('begin');
  await claim(low);
  const rebuilding = rebuildIdentities(store, pool, (text) => text);
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1), { timeout: 10_000 });
  await claim(high);
  await app.query('commit');
  app.release();
  expect(await rebuilding).toBe(0);
  await store.close();
  await pool.end();
});
