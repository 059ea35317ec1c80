import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { STOPPED_AT_ONCE, stopAll } from '../../../src/processes/webhooks/queue.ts';
import { createDeliveries } from '../../support/webhook-sender.ts';
import { setUp } from './support.ts';

test.each([
  ['key_revoked', 'revoked_at'],
  ['key_expired', 'expires_at'],
])(
  'thousands of calls that wait for a key with %s are stopped a part at a time, and none is due',
  async (reason, ended) => {
    const { pool, fill, clock, statuses } = await setUp();
    const [key_id, other] = [randomUUID(), randomUUID()];
    await fill(key_id, 2 * STOPPED_AT_ONCE + 1);
    await fill(other, 1);
    const now = new Date(clock.now);
    await pool.query(`update app.webhook_targets set ${ended} = $2 where key_id = $1`, [key_id, now]);
    const deliveries = createDeliveries(pool, (...stopped) => stopAll(pool, ...stopped));
    await deliveries.stopAll(key_id, reason);
    expect(await statuses()).toEqual({ undelivered: STOPPED_AT_ONCE, pending: STOPPED_AT_ONCE + 2 });
    expect((await deliveries.due(now, {}, 5 * STOPPED_AT_ONCE, [])).map(({ queue }) => queue)).toEqual([other]);
    await deliveries.stopEnded(now);
    expect(await statuses()).toEqual({ undelivered: 2 * STOPPED_AT_ONCE + 1, pending: 1 });
    const { rows } = await pool.query(`select distinct reason from app.deliveries where status = 'undelivered'`);
    expect(rows).toEqual([{ reason }]);
  },
);

test('of the calls that wait, only those that need a lost permission are stopped, a part at a time', async () => {
  const { pool, fill, statuses } = await setUp();
  const key_id = randomUUID();
  await fill(key_id, STOPPED_AT_ONCE + 2);
  await pool.query(
    `update app.deliveries set event = 'order.created' where id in (select min(id) from app.deliveries)`,
  );
  const stop = () => stopAll(pool, key_id, 'permission_missing', ['reservation.created']);
  await stop();
  expect(await statuses()).toEqual({ undelivered: STOPPED_AT_ONCE, pending: 2 });
  await stop();
  await stop();
  expect(await statuses()).toEqual({ undelivered: STOPPED_AT_ONCE + 1, pending: 1 });
});
