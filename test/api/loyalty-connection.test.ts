// A database of its own: one of its apps refuses addresses that are not public.

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { connect, send, startPartner, type TestPartner } from '../support/loyalty.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let partner: TestPartner;

beforeAll(async () => {
  app = await startVenueApp({ outboundAllowPrivate: true });
});
afterAll(() => app.stop());
beforeEach(async () => {
  venue = await createVenue(app);
  partner = await startPartner();
});
afterEach(() => partner.close());

test('a service is connected with a secret that is shown once and signs the calls', async () => {
  const command_id = randomUUID();
  const fields = { name: 'Points', base_url: `${partner.url}/` };
  const first = await send(venue, 'ConfigureLoyalty', fields, command_id);
  expect(first.body.result).toEqual({ secret: expect.stringMatching(/^whsec_/) });
  partner.secret = first.body.result.secret;
  expect((await send(venue, 'ConfigureLoyalty', fields, command_id)).body).toMatchObject({
    status: 'duplicate',
    result: { secret: null },
  });
  const ping = await command(venue.till, 'PingLoyalty', {});
  expect(ping).toEqual({ ok: true, status_code: 200, duration_ms: expect.any(Number) });
  expect(partner.told).toMatchObject([{ method: 'ping', call: { message: 'ping' } }]);
  const { events } = (await venue.auditor.get('/audit/v1/events?type=ServiceConnected')).body;
  expect(JSON.stringify(events)).not.toContain(partner.secret);
});

test('a new secret counts from its answer on', async () => {
  await connect(venue, partner);
  const before = partner.secret;
  partner.secret = (await command(venue.till, 'RotateLoyaltySecret', {})).secret;
  expect(partner.secret).not.toBe(before);
  expect((await command(venue.till, 'PingLoyalty', {})).ok).toBe(true);
  partner.secret = before;
  expect(await command(venue.till, 'PingLoyalty', {})).toMatchObject({ ok: false, status_code: 401 });
});

test('a ping tells of a service that is away', async () => {
  await connect(venue, partner);
  partner.send = (response) => void response.destroy();
  expect(await command(venue.till, 'PingLoyalty', {})).toMatchObject({ ok: false, status_code: null });
});

test('without a service, only the first connection is possible', async () => {
  const secrets = async () => (await app.tillstream.pool.query('select from app.webhook_secrets')).rows.length;
  const kept = await secrets();
  for (const type of ['RotateLoyaltySecret', 'PingLoyalty', 'DisconnectLoyalty']) {
    expect(await send(venue, type, {})).toMatchObject({ status: 409, body: { code: 'loyalty_not_connected' } });
  }
  expect(await secrets()).toBe(kept);
  await connect(venue, partner);
  await command(venue.till, 'DisconnectLoyalty', {});
  await command(venue.till, 'DisconnectLoyalty', {});
  expect(await send(venue, 'PingLoyalty', {})).toMatchObject({ status: 409, body: { code: 'loyalty_not_connected' } });
});

test('an address that could never be called is refused, and so is a key for some points', async () => {
  const closed = await startVenueApp();
  try {
    const { till, brand_id, point_id } = await createVenue(closed);
    const configure = async (base_url: string, client = till) =>
      (await client.post('/venue/v1/commands/ConfigureLoyalty', { command_id: randomUUID(), name: 'P', base_url }))
        .body;
    for (const [url, code] of [
      ['http://partner.test/api', 'url_not_https'],
      ['https://a:b@partner.test/api', 'url_with_credentials'],
      ['https://127.0.0.1/api', 'url_not_public'],
      ['https://localhost/api', 'url_not_public'],
    ] as const) {
      expect(await configure(url)).toMatchObject({ code, message: expect.stringContaining('base_url') });
    }
    const terms = { brand_id, audience: 'venue', name: 'till', point_ids: [point_id] };
    const { api_key } = await command(await closed.platform(), 'IssueKey', terms);
    const bound = await closed.client(api_key);
    expect(await configure('https://partner.test', bound)).toMatchObject({ code: 'points_forbidden' });
  } finally {
    await closed.stop();
  }
});

test('while a service is connected, the own points stand still and its balance is shown', async () => {
  const phone = '+998901234567';
  const placed = await venue.partner.post('/v1/orders', {
    point_id: venue.point_id,
    order_type_id: 2,
    payment_type_id: venue.cash,
    client: { phone, name: 'Aziza' },
    items: [{ product_id: venue.products.tea, quantity: 1 }],
  });
  const { client_id } = (await venue.till.get(`/venue/v1/orders/${placed.body.order_id}`)).body.client;
  const balance = async () => (await venue.partner.get(`/v1/clients/${client_id}`)).body.loyalty_balance;
  await command(venue.till, 'AdjustPoints', { client_id, amount: 500, reason: 'Birthday' });
  expect(await balance()).toBe(500);
  await connect(venue, partner);
  expect(await balance()).toBe(0);
  const adjust = await send(venue, 'AdjustPoints', { client_id, amount: 500, reason: 'Birthday' });
  expect(adjust).toMatchObject({ status: 409, body: { code: 'points_kept_by_service' } });
  await command(venue.till, 'DisconnectLoyalty', {});
  expect(await balance()).toBe(500);
});
