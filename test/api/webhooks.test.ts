// A database of its own: deliveries are kept for three days of its clock.

import { randomUUID } from 'node:crypto';
import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadWebhookKinds } from '../../src/api/webhooks/all-kinds.ts';
import { documentWebhook } from '../../src/api/webhooks/documentation.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, definePoint, type TestVenue } from '../support/venue.ts';
import { answerWith, type ReceivedCall, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const HOUR = 60 * MINUTE;
const documentation = (await loadWebhookKinds()).map(documentWebhook);
const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let receiver: WebhookReceiver;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read, outboundAllowPrivate: true, webhookRetention: 3 * DAY });
});
afterAll(() => app.stop());
beforeEach(async () => {
  venue = await createVenue(app);
  receiver = await startReceiver();
});
afterEach(async () => {
  // Each call is what the documentation says of it, and nothing more.
  for (const { body } of receiver.calls) {
    const documented = documentation.find(({ event }) => event === body.event)!;
    expect(documented.body.parse(body)).toEqual(body);
  }
  await receiver.close();
});

interface Partner {
  readonly key_id: string;
  readonly client: HttpClient;
}

const issuePartner = async (terms: object = {}): Promise<Partner> => {
  const fields = { audience: 'partner', name: 'booking app', permissions: ['table_booking'], ...terms };
  const { key_id, api_key } = await command(venue.till, 'IssueKey', fields);
  return { key_id, client: await app.client(api_key) };
};
const configure = async (key_id: string, fields: object = {}): Promise<string> =>
  (await command(venue.till, 'ConfigureWebhook', { key_id, url: receiver.url, ...fields })).secret;

/** Far enough ahead for no timer of the reservation to fire meanwhile. */
const bookingDate = (): string => clock.at(30 * DAY).slice(0, 10);
const bookingBody = (fields: object = {}) => ({
  point_id: venue.point_id,
  external_id: randomUUID(),
  date: bookingDate(),
  start_time: '19:00',
  guests: 2,
  table_id: venue.table_id,
  guest: { phone: '+998901234567', name: 'Aziza' },
  ...fields,
});
// biome-ignore lint/suspicious/noExplicitAny: an answer
const book = async ({ client }: Partner, fields: object = {}): Promise<any> => {
  const answer = await client.post('/v1/reservations', bookingBody(fields));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};

const patch = async ({ client }: Partner, id: string, changes: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await client.send('PATCH', `/v1/reservations/${id}`, { headers, body: JSON.stringify(changes) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

/** Everything that happened so far is in the queue, and what is due was sent. */
const sendDue = async (): Promise<void> => {
  const { tillstream } = app;
  const head = await tillstream.store.head();
  await tillstream.shown(head);
  await vi.waitFor(
    async () => {
      const { rows } = await tillstream.pool.query<{ position: number }>(
        `select position from app.process_checkpoints where process = 'webhooks'`,
      );
      const events = await tillstream.store.readAll(rows[0]?.position ?? head, 10_000);
      expect(events.filter(({ type }) => tillstream.webhooks.follower.types.includes(type))).toEqual([]);
    },
    { timeout: 10_000, interval: 20 },
  );
  await tillstream.processes.tick();
  await tillstream.outbound.idle();
};
const pass = async (ms: number): Promise<void> => {
  clock.move(ms);
  await sendDue();
};
// biome-ignore lint/suspicious/noExplicitAny: answers
const deliveries = async (query = ''): Promise<any[]> => {
  const answer = await venue.till.get(`/venue/v1/deliveries${query}`);
  expect(answer.status).toBe(200);
  return answer.body.deliveries;
};
const events = (): string[] => receiver.calls.map(({ body }) => body.event);
const isSigned = ({ raw, headers }: ReceivedCall, secret: string): Promise<boolean> =>
  verify(secret, raw, String(headers['x-service-signature']));

describe('a webhook', () => {
  test('a webhook is sent within a tenth of a second, however long its sender has had nothing to do', async () => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    await sendDue();
    await vi.waitFor(async () => {
      await sendDue();
      expect(app.tillstream.outbound.tickers.map((ticker) => ticker.rests?.())).toContain(true);
    });
    await book(partner);
    await app.tillstream.shown(await app.tillstream.store.head());
    clock.move(100);
    await vi.waitFor(() => expect(events()).toEqual(['reservation.created']));
  });

  test('a webhook tells the partner of its reservation, signed, as GET shows it', async () => {
    const partner = await issuePartner();
    const secret = await configure(partner.key_id);
    const { id } = await book(partner);
    await sendDue();
    expect(events()).toEqual(['reservation.created']);
    const [call] = receiver.calls as [ReceivedCall];
    expect(call.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'reservation.created',
      'x-service-event-id': call.body.event_id,
    });
    expect(Object.keys(call.body)).toEqual(['event_id', 'event', 'occurred_at', 'data']);
    expect(call.body.occurred_at).toMatch(/^2026-03-0\dT\d\d:\d\d:\d\d\.\d{3}\+05:00$/);
    expect(await isSigned(call, secret)).toBe(true);
    expect(await isSigned(call, 'another secret')).toBe(false);
    const { 'webhook-id': id_of_call, 'webhook-timestamp': timestamp } = call.headers as Record<string, string>;
    expect(id_of_call).toBe(call.body.event_id);
    expect(timestamp).toBe(String(Math.floor(clock.read() / 1_000)));
    const right = new Webhook(secret).sign(id_of_call!, new Date(clock.read()), call.raw);
    expect(call.headers['webhook-signature']).toBe(right);
    expect(call.body.data).toEqual((await partner.client.get(`/v1/reservations/${id}`)).body);
  });

  test('a webhook tells of moves and cancellations too, and each event once', async () => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    const { id } = await book(partner);
    await patch(partner, id, { start_time: '20:00' });
    await patch(partner, id, { comment: 'Window' });
    await partner.client.post(`/v1/reservations/${id}/cancel`, { reason: 'Ill' });
    await sendDue();
    await sendDue();
    expect(events().sort()).toEqual([
      ...['reservation.created', 'reservation.status_changed', 'reservation.updated', 'reservation.updated'],
    ]);
  });

  test('a webhook tells other partners which places are held, and nothing of the guest', async () => {
    const [owner, other] = [await issuePartner(), await issuePartner()];
    await configure(other.key_id);
    const { id } = await book(owner);
    await sendDue();
    const { body } = receiver.calls[0]!;
    expect(body).toMatchObject({ event: 'occupancy.changed' });
    expect(body.data).toEqual({
      point_id: venue.point_id,
      table_id: venue.table_id,
      date: bookingDate(),
      start_time: '19:00',
      end_time: '20:30',
      guests: 2,
      is_holding: true,
    });
    await patch(owner, id, { start_time: '20:00' });
    await sendDue();
    const moved = receiver.calls.slice(1).map(({ body: { data } }) => `${data.start_time} ${data.is_holding}`);
    expect(moved.sort()).toEqual(['19:00 false', '20:00 true']);
  });

  test('a webhook tells partners of the venue’s own guests', async () => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    await command(venue.till, 'SeatWalkIn', { table_id: venue.table_id, guests: 3 });
    await command(venue.till, 'FreeTable', { table_id: venue.table_id });
    await sendDue();
    expect(receiver.calls.map(({ body }) => body.data.is_holding).sort()).toEqual([false, true]);
  });

  test('a webhook tells, by the clock of their point, when the venue’s own guests came', async () => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    await definePoint(venue.till, { id: venue.point_id, timezone: 'Europe/Moscow' });
    await command(venue.till, 'SeatWalkIn', { table_id: venue.table_id, guests: 3 });
    await sendDue();
    const [date, time] = clock.at(3 * HOUR).split(/[T.]/) as [string, string];
    expect(receiver.calls.map(({ body }) => body)).toMatchObject([
      { occurred_at: expect.stringMatching(/\+03:00$/), data: { date, start_time: time.slice(0, 5) } },
    ]);
  });

  test('a webhook tells no key of another brand, of other points, without the permission, or of events it did not choose', async () => {
    const owner = await issuePartner();
    const { id: elsewhere } = await command(venue.till, 'DefinePoint', {
      name: 'Other',
      short_name: 'O',
      phone: '+998712000001',
      latitude: 41,
      longitude: 69,
      delivery_distance: 1,
    });
    await configure((await issuePartner({ permissions: ['reports'] })).key_id);
    await configure((await issuePartner({ point_ids: [elsewhere] })).key_id);
    await configure((await issuePartner()).key_id, { events: ['reservation.created'] });
    const here = venue;
    venue = await createVenue(app);
    await configure((await issuePartner()).key_id);
    venue = here;
    await book(owner);
    await sendDue();
    expect(receiver.calls).toEqual([]);
    expect(await deliveries()).toEqual([]);
  });
});

describe('the schedule', () => {
  test('a webhook call has exactly six attempts, each at its time and not a tick before, then it is undelivered and can be resent', async () => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    receiver.answer = answerWith(500);
    await book(partner);
    await sendDue();
    expect(receiver.calls).toHaveLength(1);
    for (const [index, pause] of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR].entries()) {
      const [waiting] = await deliveries('?status=pending');
      expect(waiting.next_attempt_at).toBe(clock.at(pause));
      await pass(pause - 1);
      expect(receiver.calls).toHaveLength(index + 1);
      await pass(1);
      expect(receiver.calls).toHaveLength(index + 2);
    }
    const [given] = await deliveries();
    expect(given).toMatchObject({ status: 'undelivered', reason: 'attempts_exhausted', next_attempt_at: null });
    expect(given.attempts.map((each: { status_code: number }) => each.status_code)).toEqual(Array(6).fill(500));
    await pass(24 * HOUR);
    expect(receiver.calls).toHaveLength(6);
    expect(new Set(receiver.calls.map(({ raw }) => raw)).size).toBe(1);

    await command(venue.till, 'ResendDelivery', { delivery_id: given.id });
    await sendDue();
    expect(receiver.calls).toHaveLength(7);
    receiver.answer = answerWith(200);
    await pass(MINUTE);
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: { length: 8 } }]);
  });

  test('a webhook call is repeated when the receiver asks for it, not before its own pause', async () => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    receiver.answer = answerWith(429, { 'retry-after': '90' });
    await book(partner);
    await sendDue();
    expect((await deliveries())[0].next_attempt_at).toBe(clock.at(90_000));
    receiver.answer = answerWith(503, { 'retry-after': '5' });
    await pass(90_000);
    expect((await deliveries())[0].next_attempt_at).toBe(clock.at(5 * MINUTE));
  });

  test('a resent delivery is in the queue once, however often the command comes', async () => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    const { delivery_id } = await command(venue.till, 'PingWebhook', { key_id: partner.key_id });
    await sendDue();
    const body = { command_id: randomUUID(), delivery_id };
    for (const status of ['accepted', 'duplicate']) {
      const answer = await venue.till.post('/venue/v1/commands/ResendDelivery', body);
      expect(answer.body.status).toBe(status);
    }
    await sendDue();
    await sendDue();
    const sent = { failure: null, status_code: 204 };
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: [sent, sent] }]);
    expect(events()).toEqual(['ping', 'ping']);
  });

  test('a repeat of a resend after a crash succeeds, though that very command has put the delivery in the queue', async () => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    const { delivery_id } = await command(venue.till, 'PingWebhook', { key_id: partner.key_id });
    await sendDue();
    receiver.answer = answerWith(500);
    const body = { command_id: randomUUID(), delivery_id };
    const first = await venue.till.post('/venue/v1/commands/ResendDelivery', body);
    await sendDue();
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: { length: 2 } }]);
    const { pool } = app.tillstream;
    await pool.query(`update app.identities set result = null where kind = 'command' and key = $1`, [body.command_id]);
    const again = await venue.till.post('/venue/v1/commands/ResendDelivery', body);
    expect(again).toMatchObject({ status: 200, body: { ...first.body, status: 'duplicate' } });
    const log = await venue.auditor.get('/audit/v1/events?type=DeliveryResent');
    expect(log.body.events).toHaveLength(1);
  });
});

describe('a ping', () => {
  test('a ping can be read the moment it is answered, and goes out whatever the events', async () => {
    const partner = await issuePartner();
    const secret = await configure(partner.key_id, { events: ['occupancy.changed'] });
    const { delivery_id } = await command(venue.till, 'PingWebhook', { key_id: partner.key_id });
    expect(await deliveries(`?key_id=${partner.key_id}`)).toMatchObject([
      { id: delivery_id, kind: 'webhook', event: 'ping', url: receiver.url },
    ]);
    await sendDue();
    expect(events()).toEqual(['ping']);
    expect(receiver.calls[0]!.body.data).toEqual({ message: 'ping' });
    expect(await isSigned(receiver.calls[0]!, secret)).toBe(true);
    expect(await deliveries()).toMatchObject([
      { status: 'delivered', attempts: [{ status_code: 204, failure: null }] },
    ]);
  });
});

describe('the secret', () => {
  test('the secret is shown once, and a new one invalidates the old one at once, also for what was waiting', async () => {
    const partner = await issuePartner();
    const body = { command_id: randomUUID(), key_id: partner.key_id, url: receiver.url };
    const first = await venue.till.post('/venue/v1/commands/ConfigureWebhook', body);
    const again = await venue.till.post('/venue/v1/commands/ConfigureWebhook', body);
    expect(again.body.result.secret).toBeNull();
    receiver.answer = answerWith(503);
    await book(partner);
    await sendDue();
    const rotation = { command_id: randomUUID(), key_id: partner.key_id };
    const { secret } = (await venue.till.post('/venue/v1/commands/RotateWebhookSecret', rotation)).body.result;
    expect((await venue.till.post('/venue/v1/commands/RotateWebhookSecret', rotation)).body.result.secret).toBeNull();
    await pass(MINUTE);
    const [before, after] = receiver.calls as [ReceivedCall, ReceivedCall];
    expect(await isSigned(before, first.body.result.secret)).toBe(true);
    expect(await isSigned(after, secret)).toBe(true);
    expect(await isSigned(after, first.body.result.secret)).toBe(false);
    expect(before.raw).toBe(after.raw);
  });

  test('the secret is in no event and no list, and the old one is kept nowhere', async () => {
    const partner = await issuePartner();
    const old = await configure(partner.key_id);
    const { secret } = await command(venue.till, 'RotateWebhookSecret', { key_id: partner.key_id });
    await sendDue();
    const log = await venue.auditor.get(`/audit/v1/events?entity=access_key&entity_id=${partner.key_id}`);
    expect(JSON.stringify(log.body)).toContain('WebhookSecretRotated');
    for (const known of [old, secret]) expect(JSON.stringify(log.body)).not.toContain(known);
    const ids = [...JSON.stringify(log.body).matchAll(/"secret_id":"([^"]+)"/g)].map(([, id]) => id);
    const { rows } = await app.tillstream.pool.query<{ text: string }>(
      'select s::text as text from app.webhook_secrets s where secret_id = any($1)',
      [ids],
    );
    expect(rows).toHaveLength(1);
    // Sealed, in whatever way its bytes are read.
    const bytes = Buffer.from(/\\\\x([0-9a-f]+)/.exec(rows[0]!.text)?.[1] ?? '', 'hex').toString('latin1');
    expect(bytes.length).toBeGreaterThan(secret.length);
    for (const text of [rows[0]!.text, bytes]) expect(text).not.toContain(secret);
  });
});

describe('what a call told', () => {
  const bodies = async (): Promise<(string | null)[]> => {
    const { rows } = await app.tillstream.pool.query<{ body: string | null }>(
      'select body from app.deliveries where brand_id = $1 order by id',
      [venue.brand_id],
    );
    return rows.map(({ body }) => body);
  };

  test('the body of a call is deleted some days after its last attempt, delivered or not, and then not sent again', async () => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    await book(partner);
    await sendDue();
    receiver.answer = answerWith(500);
    const { delivery_id } = await command(venue.till, 'PingWebhook', { key_id: partner.key_id });
    await sendDue();
    for (const pause of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR]) await pass(pause);
    const before = await deliveries();
    expect(before.map(({ status }) => status)).toEqual(['delivered', 'undelivered']);

    await pass(3 * DAY - 8 * HOUR);
    // The last attempt at the ping was hours after the booking.
    expect(await bodies()).toEqual([null, expect.stringContaining('ping')]);
    const resent = { command_id: randomUUID(), delivery_id };
    expect((await venue.till.post('/venue/v1/commands/ResendDelivery', resent)).status).toBe(200);
    await sendDue();
    await pass(3 * DAY);
    // In line again: it is still to be sent.
    expect(await bodies()).toEqual([null, expect.stringContaining('ping')]);
    for (const pause of [5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 3 * DAY]) await pass(pause);
    expect(await bodies()).toEqual([null, null]);

    const after = await deliveries();
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject({ status: 'undelivered', reason: 'attempts_exhausted', attempts: { length: 12 } });
    for (const { id } of after) {
      const body = { command_id: randomUUID(), delivery_id: id };
      const answer = await venue.till.post('/venue/v1/commands/ResendDelivery', body);
      expect(answer).toMatchObject({ status: 409, body: { code: 'delivery_purged' } });
    }
    await sendDue();
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'undelivered']);
  });
});

describe('a key that ends', () => {
  const waiting = async (): Promise<Partner> => {
    const partner = await issuePartner();
    await configure(partner.key_id);
    receiver.answer = answerWith(503);
    await book(partner);
    await sendDue();
    return partner;
  };
  const stopped = async (reason: string): Promise<void> => {
    await pass(MINUTE);
    expect(receiver.calls).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: 'undelivered', reason, next_attempt_at: null }]);
  };

  test('a revoked key gets no more calls; waiting ones are kept', async () => {
    const { key_id } = await waiting();
    await command(venue.till, 'RevokeKey', { key_id });
    await stopped('key_revoked');
  });

  test('an expired key gets no more calls; waiting ones are kept', async () => {
    const { key_id } = await waiting();
    await command(venue.till, 'UpdateKey', { key_id, expires_at: clock.at(MINUTE) });
    await stopped('key_expired');
  });

  test('a key that loses the permission gets no more calls; with it back, waiting ones can be resent', async () => {
    const { key_id } = await waiting();
    await command(venue.till, 'UpdateKey', { key_id, permissions: [] });
    await stopped('permission_missing');
    await command(venue.till, 'UpdateKey', { key_id, permissions: ['table_booking'] });
    receiver.answer = answerWith(200);
    const [{ id }] = (await deliveries()) as [{ id: number }];
    await command(venue.till, 'ResendDelivery', { delivery_id: id });
    await sendDue();
    expect(await deliveries()).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('refused', () => {
  const refusal = async (type: string, fields: object, client = venue.till): Promise<string> => {
    const answer = await client.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
    return `${answer.status} ${answer.body.code}`;
  };

  test('a webhook is refused for an address that could never be called, an unknown key, and a missing configuration', async () => {
    const { key_id } = await issuePartner();
    expect(await refusal('ConfigureWebhook', { key_id, url: 'ftp://partner.test' })).toBe('400 url_not_https');
    expect(await refusal('ConfigureWebhook', { key_id, url: 'http://169.254.169.254/' })).toBe('400 url_not_public');
    expect(await refusal('ConfigureWebhook', { key_id, url: 'http://a:b@c.test' })).toBe('400 url_with_credentials');
    expect(await refusal('ConfigureWebhook', { key_id: randomUUID(), url: receiver.url })).toBe('404 key_not_found');
    expect(await refusal('PingWebhook', { key_id })).toBe('409 webhook_not_configured');
    const secrets = async () => (await app.tillstream.pool.query('select from app.webhook_secrets')).rows.length;
    const kept = await secrets();
    expect(await refusal('RotateWebhookSecret', { key_id })).toBe('409 webhook_not_configured');
    expect(await secrets()).toBe(kept);
    expect(await refusal('ResendDelivery', { delivery_id: 1 })).toBe('404 delivery_not_found');
    const chosen = { key_id, url: receiver.url, events: ['ping', 'ping', 'order.exploded'] };
    const unknown = await venue.till.post('/venue/v1/commands/ConfigureWebhook', {
      command_id: randomUUID(),
      ...chosen,
    });
    expect(unknown).toMatchObject({
      status: 400,
      body: {
        code: 'field_not_allowed',
        message: expect.stringContaining('events[2]'),
        details: { allowed: expect.arrayContaining(['reservation.created']) },
      },
    });
    expect(unknown.body.message).toContain('reservation.created, ');
    await configure(key_id);
    receiver.answer = answerWith(500);
    const { delivery_id } = await command(venue.till, 'PingWebhook', { key_id });
    await sendDue();
    const inLine = { command_id: randomUUID(), delivery_id };
    for (const _ of [1, 2]) expect(await refusal('ResendDelivery', inLine)).toBe('409 delivery_in_line');
    const other = await createVenue(app);
    expect(await refusal('ResendDelivery', { delivery_id }, other.till)).toBe('404 delivery_not_found');
    expect(await refusal('PingWebhook', { key_id }, other.till)).toBe('404 key_not_found');
    expect(await refusal('RotateWebhookSecret', { key_id }, other.till)).toBe('404 key_not_found');
    expect(await refusal('ConfigureWebhook', { key_id, url: receiver.url }, other.till)).toBe('404 key_not_found');
    const platform = await app.platform();
    const venueKey = await command(platform, 'IssueKey', { brand_id: venue.brand_id, audience: 'venue', name: 'x' });
    const ofVenue = { key_id: venueKey.key_id, url: receiver.url };
    expect(await refusal('ConfigureWebhook', ofVenue)).toBe('404 key_not_found');
    const bound = await command(platform, 'IssueKey', {
      brand_id: venue.brand_id,
      audience: 'venue',
      name: 'one point',
      point_ids: [venue.point_id],
    });
    const till = await app.client(bound.api_key);
    expect(await refusal('PingWebhook', { key_id }, till)).toBe('403 points_forbidden');
    expect(await refusal('ResendDelivery', { delivery_id }, till)).toBe('403 points_forbidden');
    expect((await till.get('/venue/v1/deliveries')).status).toBe(403);
  });
});

describe('the list of deliveries', () => {
  test('the list of deliveries goes by id, in pages, by status and by key, of the brand alone', async () => {
    const [one, two] = [await issuePartner(), await issuePartner()];
    for (const { key_id } of [one, two]) await configure(key_id);
    const ids: number[] = [];
    for (const { key_id } of [one, two, one]) {
      ids.push((await command(venue.till, 'PingWebhook', { key_id })).delivery_id);
    }
    const first = await venue.till.get('/venue/v1/deliveries?limit=2');
    expect(first.body).toMatchObject({ has_more: true, next_after_id: ids[1] });
    const rest = await venue.till.get(`/venue/v1/deliveries?limit=2&after_id=${first.body.next_after_id}`);
    expect(rest.body).toMatchObject({ has_more: false, next_after_id: null });
    expect([...first.body.deliveries, ...rest.body.deliveries].map(({ id }) => id)).toEqual(ids);
    expect(await deliveries(`?key_id=${two.key_id}`)).toMatchObject([{ id: ids[1] }]);
    await sendDue();
    expect(await deliveries('?status=pending,undelivered')).toEqual([]);
    const other = await createVenue(app);
    expect((await other.till.get('/venue/v1/deliveries')).body.deliveries).toEqual([]);
  });
});
