// A database of its own: it looks at the queue of calls, and needs no app.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../../src/database/connection.ts';
import { DUE } from '../../../src/processes/webhooks/channel.ts';
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

test('puts a ping in the queue once, even when its command and the repairing process do it at the same moment', async () => {
  const database = await createAppDatabase();
  onTestFinished(() => database.drop());
  const pool = createPool(database.url, { max: AT_ONCE, name: 'enqueue' });
  onTestFinished(() => pool.end());
  const pings = Array.from({ length: PINGS }, (_, index) => pingOf(1_000_000 + index));
  for (const ping of pings) await Promise.all(Array.from({ length: AT_ONCE }, () => enqueue(pool, [ping])));
  const { rows } = await pool.query<{ id: number }>('select id from app.deliveries order by id');
  expect(rows.map(({ id }) => id)).toEqual(pings.map(({ id }) => id));
});

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Shared Hit Blocks': number } }[];
}

test('what is due is found as fast in a backlog that the statistics do not know yet', async () => {
  const { pool, drop } = await createAppDatabase();
  onTestFinished(drop);
  await pool.query('alter table app.deliveries set (autovacuum_enabled = off)');
  const { brand_id, key_id } = pingOf(1);
  const target = `insert into app.webhook_targets (key_id, brand_id, permissions, url) values ($1, $2, '{}', '-')`;
  await pool.query(target, [key_id, brand_id]);
  const waiting = Array.from({ length: 3_000 }, (_, index) => ({
    ...pingOf(index + 1),
    brand_id,
    key_id,
    lane: index,
  }));
  const blocksOfDue = async (enough: readonly string[] = []): Promise<number> => {
    const explain = `explain (analyze, buffers, format json) ${DUE}`;
    const { rows } = await pool.query<Explained>(explain, ['2026-03-02T10:00:00.000Z', '{}', 512, enough]);
    return rows[0]!['QUERY PLAN'][0]!.Plan['Shared Hit Blocks'];
  };
  await enqueue(pool, waiting);
  const unknown = await blocksOfDue();
  await pool.query('analyze app.deliveries');
  // For each of the 512 calls its row, and whether another one of its lane is before it.
  expect(Math.max(unknown, await blocksOfDue())).toBeLessThan(512 * 8);
  // A host that takes its calls slowly, or is dead, has enough in memory: what waits behind costs the calls of others nothing.
  expect(await blocksOfDue([key_id])).toBeLessThan(20);
});
