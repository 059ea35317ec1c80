// A database of its own: it looks at the whole queue of calls.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { enqueue, stopAll } from '../../../src/processes/webhooks/queue.ts';
import { command } from '../../support/app.ts';
import { startVenueApp } from '../../support/ready-venues.ts';
import { createVenue } from '../../support/venue.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import { createDeliveries } from '../../support/webhook-sender.ts';
import { setUp } from './support.ts';

test('a call whose change GET does not show yet is not due', async () => {
  const { pool, fill, clock } = await setUp();
  const key_id = randomUUID();
  await fill(key_id, 0);
  const now = new Date(clock.now);
  const created_at = now.toISOString();
  const delivery = { brand_id: randomUUID(), key_id, event: 'reservation.created', url: '-', body: '{}', created_at };
  await enqueue(pool, [
    { ...delivery, event_id: randomUUID(), position: 10 },
    { ...delivery, event_id: randomUUID(), position: 12 },
  ]);
  const deliveries = createDeliveries(pool, (keyId, reason) => stopAll(pool, keyId, reason));
  const dueWhen = async (shown: Record<string, number>) => (await deliveries.due(now, shown, 100, [])).length;
  const dueAt = (position: number) => dueWhen({ 'reservation.created': position, 'occupancy.changed': 0 });
  expect(await Promise.all([9, 10, 11, 12].map(dueAt))).toEqual([0, 1, 1, 2]);
  // What another read model shows is nothing to it; a kind that waits for none is due at once.
  expect(await dueWhen({ 'occupancy.changed': 0 })).toBe(2);
});

test('a partner that asks the moment it is called finds the told state, and nothing older', async () => {
  const app = await startVenueApp({ outboundAllowPrivate: true });
  const receiver = await startReceiver();
  onTestFinished(async () => {
    await app.stop();
    await receiver.close();
  });
  const { till, point_id, hall_id } = await createVenue(app);
  const terms = { audience: 'partner', name: 'app', permissions: ['table_booking'] };
  const { key_id, api_key } = await command(till, 'IssueKey', terms);
  const partner = await app.client(api_key);
  await command(till, 'ConfigureWebhook', { key_id, url: receiver.url });
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

  const ORDER = ['created', 'cancelled'];
  const behind: string[] = [];
  let answered = 0;
  receiver.answer = async (response, { body: { data } }) => {
    const one = await partner.get(`/v1/reservations/${data.id}`);
    const list = await partner.get(`/v1/reservations?point_id=${point_id}&date_from=${date}&date_to=${date}`);
    const listed = list.body.reservations?.find(({ id }: { id: string }) => id === data.id);
    for (const shown of [one.body, listed]) {
      if (ORDER.indexOf(shown?.status) < ORDER.indexOf(data.status)) behind.push(`${shown?.status} for ${data.status}`);
    }
    answered += 1;
    response.writeHead(204).end();
  };
  const bookAndCancel = async (name: string): Promise<void> => {
    const { id: table_id } = await command(till, 'DefineTable', { hall_id, name, capacity: 4 });
    const answer = await partner.post('/v1/reservations', {
      point_id,
      external_id: name,
      date,
      start_time: '19:00',
      guests: 2,
      table_id,
      guest: { phone: '+998901234567' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect((await partner.post(`/v1/reservations/${answer.body.id}/cancel`, {})).status).toBe(200);
  };
  const COUNT = 40;
  for (let n = 0; n < COUNT; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, index) => bookAndCancel(`T${n + index}`)));
  }
  await vi.waitFor(() => expect(answered).toBe(2 * COUNT), { timeout: 20_000, interval: 50 });
  expect(behind).toEqual([]);
});
