// A database of its own: it deletes from the whole queue of calls.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createRetention, PURGE } from '../../../src/processes/outbound/retention.ts';
import { bodyOf, enqueue, resend } from '../../../src/processes/webhooks/queue.ts';
import { createTestDatabase } from '../../support/database.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const at = (ms: number): string => new Date(ms).toISOString();

/** Deliveries whose last attempt was so many days ago. */
const setUp = async (count: number, days: number) => {
  const { pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  const [brand_id, key_id, created_at] = [randomUUID(), randomUUID(), at(NOW - 40 * DAY)];
  const rows = Array.from({ length: count }, (_, index) => {
    const event_id = randomUUID();
    const body = bodyOf({ event_id, event: 'ping', occurred_at: created_at, data: {} });
    return { id: index + 1, brand_id, key_id, event: 'ping', event_id, position: 0, url: '-', body, created_at };
  });
  await enqueue(pool, rows);
  await pool.query("update app.deliveries set status = 'delivered', next_attempt_at = null, attempts = $1", [
    JSON.stringify([{ at: created_at }, { at: at(NOW - days * DAY) }]),
  ]);
  const retention = createRetention({ pool, retentionMs: 30 * DAY });
  const kept = async (): Promise<number> => {
    const { rows } = await pool.query('select 1 from app.deliveries where body is not null');
    return rows.length;
  };
  return { pool, kept, purge: () => retention.tick(new Date(NOW)) };
};

test('bodies of deliveries are deleted in batches, by their last attempt', async () => {
  const old = await setUp(1_200, 30);
  await Promise.all([old.purge(), old.purge()]);
  await old.purge();
  expect(await old.kept()).toBe(0);
  const recent = await setUp(1, 29);
  await recent.purge();
  expect(await recent.kept()).toBe(1);
});

test('a delivery whose row is locked is passed over without a wait', async () => {
  const { pool, kept, purge } = await setUp(3, 31);
  const sender = await pool.connect();
  await sender.query('begin; select 1 from app.deliveries where id = 2 for update');
  await purge();
  expect(await kept()).toBe(1);
  await sender.query('rollback');
  sender.release();
  await purge();
  expect(await kept()).toBe(0);
});

test('nothing is put in the queue again without its body', async () => {
  const { pool, purge } = await setUp(1, 31);
  await purge();
  await resend(pool, 1, at(NOW), 7);
  const { rows } = await pool.query('select status from app.deliveries');
  expect(rows).toEqual([{ status: 'delivered' }]);
});

test('the retention of deliveries does not read years of rows without a body', async () => {
  const { pool, purge } = await setUp(5_000, 31);
  await purge();
  await pool.query('analyze app.deliveries');
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${PURGE}`, [at(NOW), 500]);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('deliveries_with_body');
});
