// A database of its own: it looks at the queue of calls, and needs no app.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import { enqueue, type NewDelivery } from '../../../src/processes/webhooks/queue.ts';
import { createAppDatabase } from '../../support/database.ts';

const PINGS = 200;
const AT_ONCE = 4;

const pingOf = (id: number): NewDelivery => ({
  id,
  brand_id: randomUUID(),
  key_id: randomUUID(),
  event: 'ping',
  event_id: randomUUID(),
  position: 0,
  url: 'https://partner.test/hook',
  body: '{}',
  created_at: '2026-03-02T09:00:00.000Z',
});

test('a ping is put in the queue once, though its command and the process that repairs do it at the same moment', async () => {
  const database = await createAppDatabase();
  onTestFinished(() => database.drop());
  const pool = createPool(database.url, { max: AT_ONCE, name: 'enqueue' });
  onTestFinished(() => pool.end());
  const pings = Array.from({ length: PINGS }, (_, index) => pingOf(1_000_000 + index));
  for (const ping of pings) await Promise.all(Array.from({ length: AT_ONCE }, () => enqueue(pool, [ping])));
  const { rows } = await pool.query<{ id: number }>('select id from app.deliveries order by id');
  expect(rows.map(({ id }) => id)).toEqual(pings.map(({ id }) => id));
});
