import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { asListed } from '../support/as-listed.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
beforeAll(async () => {
  app = await sharedApp();
  [venue, other] = await Promise.all([createVenue(app), createVenue(app)]);
});
afterAll(() => app.stop());

const order = async (phone: string, name: string, of = venue): Promise<{ client_id: number; order_id: number }> => {
  const { body } = await of.partner.post('/v1/orders', orderBody(of, { client: { phone, name } }));
  const { client } = (await of.till.get(`/venue/v1/orders/${body.order_id}`)).body;
  return { client_id: client.client_id, order_id: body.order_id };
};
const found = async (query = ''): Promise<{ client_id: number }[]> => {
  const { status, body } = await venue.till.get(`/venue/v1/clients?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.clients;
};
const idsOf = async (query: string): Promise<number[]> => (await found(query)).map(({ client_id }) => client_id);

test('guests are found by a part of the phone or the name, the newest first, page by page, and of one brand alone', async () => {
  const first = await order('+998901112233', 'Aziza O‘ktamova');
  const second = await order('+998935554433', '100% Ёрқин_1');
  await order('+998901112233', 'Aziza', other);
  // Ids are handed out in blocks, so the second guest may have the smaller one.
  const [newer, older] = [first.client_id, second.client_id].toSorted((one, another) => another - one);
  expect(await idsOf('')).toEqual([newer, older]);
  expect(await idsOf('limit=1')).toEqual([newer]);
  expect(await idsOf(`limit=1&before_id=${newer}`)).toEqual([older]);
  for (const search of ['111-22', '+998 90', '1112233']) {
    expect(await idsOf(`search=${encodeURIComponent(search)}`), search).toEqual([first.client_id]);
  }
  // Written in any way that people take for one, and with characters that mean something to LIKE.
  for (const [search, id] of [
    ["o'kt", first.client_id],
    ['ёрқ', second.client_id],
    ['0%', second.client_id],
    ['н_1', second.client_id],
  ] as const) {
    expect(await idsOf(`search=${encodeURIComponent(search)}`), search).toEqual([id]);
  }
  expect(await idsOf('search=%25%25')).toEqual([]);
  // Folded, each of these has eighteen letters: the whole would be more than an entry of an index may take.
  const long = await order('+998901112244', '\ufdfa'.repeat(250));
  expect(await idsOf(`search=${encodeURIComponent('\ufdfa')}`)).toEqual([long.client_id]);
});

test('a guest has points, addresses and the last orders, and once erased is not there', async () => {
  const phone = '+998977776655';
  const { client_id, order_id } = await order(phone, 'Bobur');
  await venue.partner.post(`/v1/clients/${client_id}/addresses`, { name: 'Home', latitude: 41.3, longitude: 69.2 });
  const path = `/venue/v1/clients/${client_id}`;
  await command(venue.till, 'AdjustPoints', { client_id, amount: 700, reason: 'a gift' });
  const { body } = await venue.till.get(path);
  expect(body).toMatchObject({ client_id, phone, name: 'Bobur', points: 700, service_points: null, orders_count: 1 });
  expect(body.addresses).toMatchObject([{ name: 'Home' }]);
  expect(body.orders).toEqual([asListed((await venue.till.get(`/venue/v1/orders/${order_id}`)).body)]);
  await venue.partner.send('DELETE', `/v1/clients/${client_id}/addresses/${body.addresses[0].id}`);
  expect((await venue.till.get(path)).body.addresses).toEqual([]);

  await command(venue.till, 'DeleteCheque', { order_id });
  await command(venue.till, 'EraseClient', { client_id, reason: 'asked' });
  expect(await venue.till.get(path)).toMatchObject({ status: 404, body: { code: 'client_not_found' } });
  expect(await idsOf('search=7776655')).toEqual([]);
  expect((await other.till.get(path)).status).toBe(404);
});

test('calls are listed from the newest on too, of one kind, and one is read with its body', async () => {
  const { key_id } = await command(venue.till, 'IssueKey', { audience: 'partner', name: 'hooked' });
  await command(venue.till, 'ConfigureWebhook', { key_id, url: 'http://127.0.0.1:9/hook' });
  await command(venue.till, 'PingWebhook', { key_id });
  await command(venue.till, 'PingWebhook', { key_id });
  const calls = async (query: string): Promise<number[]> =>
    (await venue.till.get(`/venue/v1/deliveries?key_id=${key_id}&${query}`)).body.deliveries.map(
      ({ id }: { id: number }) => id,
    );
  const all = await calls('');
  expect(all).toHaveLength(2);
  expect(await calls('newest_first=true')).toEqual(all.toReversed());
  expect(await calls(`newest_first=true&before_id=${all.at(-1)}`)).toEqual(all.slice(0, -1).reverse());
  expect(await calls('kind=loyalty')).toEqual([]);
  expect(await calls('kind=webhook,loyalty')).toEqual(all);
  const one = (await venue.till.get(`/venue/v1/deliveries/${all[0]}`)).body;
  expect(JSON.parse(one.body)).toMatchObject({ event: one.event });
  expect((await other.till.get(`/venue/v1/deliveries/${all[0]}`)).status).toBe(404);
});
