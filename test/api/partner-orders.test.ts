import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
let partner: HttpClient;
let till: HttpClient;
let second: string;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  other = await createVenue(app);
  ({ partner, till } = venue);
  second = (await definePoint(till, { name: 'Alay' })).id;
});
afterAll(() => app.stop());

const place = (fields: Record<string, unknown> = {}, client = partner): Promise<HttpAnswer> =>
  client.post('/v1/orders', orderBody(venue, fields));
const get = (orderId: number, client = partner) => client.get(`/v1/orders/${orderId}`);
const atTill = async (orderId: number) => (await till.get(`/venue/v1/orders/${orderId}`)).body;

test.each(['', '  ', '\u200b\n'])(
  'texts of an order that show nothing are null, as if they were left out: %j',
  async (blank) => {
    const { tea } = venue.products;
    const address = { street: 'Navoi 1', apartment: blank, floor: blank, entrance: blank, intercom: blank };
    const { status, body } = await place({
      order_type_id: 3,
      client: { phone: '+998935550001', name: blank },
      items: [{ product_id: tea, quantity: 1, comment: blank }],
      address,
      comment: blank,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ comment: null, client: { name: null }, items: [{ comment: null }] });
    expect(body.address).toMatchObject({ apartment: null, floor: null, entrance: null, intercom: null });
    const cancel = { cancel_cause_id: venue.causes.needsComment, comment: blank };
    expect(await partner.post(`/v1/orders/${body.order_id}/cancel`, cancel)).toMatchObject({
      status: 400,
      body: { code: 'cancel_comment_required' },
    });
  },
);

test('an order is answered as in the contract, to the letter, whatever prices and statuses the request has', async () => {
  const { plov, tea, small, egg } = venue.products;
  const modifiers = [
    { product_id: small, quantity: 1, price: 5, total: 5, status: 'COOKING' },
    { product_id: egg, quantity: 2, price: 5 },
  ];
  const fields = {
    external_id: 'letter',
    comment: 'Ring twice',
    persons: 3,
    items: [
      { product_id: plov, quantity: 2, comment: 'no onion', price: 1, total: 1, status: 'PACKED', modifiers },
      { product_id: tea, quantity: 1, sent_to_kitchen: true },
    ],
    status: 'CLOSED',
    order_status: 'CLOSED',
    sent_to_kitchen: true,
    total_amount: 1,
    delivery_price: 9,
    discount: 99,
    order_id: 1,
    total_amount_service: 5,
    created_at: '2020-01-01 00:00:00',
    client_id: 1,
    cheque_number: 1,
  };
  const line = (product_id: number, name: string, quantity: number, price: number) => ({
    product_id,
    name,
    quantity,
    price,
    total: quantity * price,
    comment: null,
  });
  const expected = {
    order_id: expect.any(Number),
    external_id: 'letter',
    point_id: venue.point_id,
    status: 'CREATED',
    status_name: 'Created',
    order_type_id: 2,
    order_type_sub_id: null,
    payment_type_id: venue.cash,
    client: { name: 'Aziza', phone: '+998901234567' },
    persons: 3,
    comment: 'Ring twice',
    total_amount: 114_000,
    total_amount_service: 0,
    delivery_price: 0,
    discount: 0,
    created_at: '2026-03-02 14:00:00',
    scheduled_at: null,
    items: [
      {
        ...line(plov, 'Plov', 2, 45_000),
        comment: 'no onion',
        modifiers: [line(small, 'Small', 2, 0), line(egg, 'Egg', 4, 4_000)],
      },
      { ...line(tea, 'Tea', 1, 8_000), modifiers: [] },
    ],
    status_times: { CREATED: '2026-03-02 14:00:00' },
    address: null,
    is_paid: false,
    promised_at: null,
  };
  const placed = await place(fields);
  expect(placed.status).toBe(200);
  expect(placed.body).toEqual(expected);
  expect((await get(placed.body.order_id)).body).toEqual(placed.body);
  expect((await place(fields)).body).toEqual(placed.body);
  const kitchen = await atTill(placed.body.order_id);
  expect(kitchen.items.map((item: { is_printed: boolean }) => item.is_printed)).toEqual([false, false]);
});

test('an order can be read, and is in the till’s list, the moment POST has answered', async () => {
  const placed = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const { body } = await place();
      return { placed: body, got: (await get(body.order_id)).body };
    }),
  );
  for (const { placed: order, got } of placed) expect(got).toEqual(order);
  expect(new Set(placed.map((it) => it.placed.order_id)).size).toBe(40);
});

test('orders may be for the hall, takeaway or delivery', async () => {
  const { table_id } = venue;
  const hall = await place({ order_type_id: 1, table_id });
  expect(hall.body).toMatchObject({ order_type_id: 1, delivery_price: 0, total_amount: 98_000 });
  expect(await atTill(hall.body.order_id)).toMatchObject({ table_id, address: null });
  expect(await atTill((await place({ order_type_id: 1 })).body.order_id)).toMatchObject({ table_id: null });
  expect((await place({ order_type_id: 2 })).body.order_type_id).toBe(2);

  const address = {
    street: 'Navoi 1',
    apartment: '12',
    floor: '3',
    entrance: '1',
    intercom: '12#',
    latitude: 41.3,
    longitude: 69.2,
  };
  const delivery = await place({ order_type_id: 3, address });
  expect(delivery.body).toMatchObject({ order_type_id: 3, delivery_price: 0, total_amount: 98_000 });
  expect((await atTill(delivery.body.order_id)).address).toEqual(address);
  const short = await place({ order_type_id: 3, address: { street: 'Navoi 1' } });
  expect((await atTill(short.body.order_id)).address).toMatchObject({ street: 'Navoi 1', floor: null, latitude: null });

  for (const missing of [{}, { address: null }]) {
    const refused = await place({ order_type_id: 3, ...missing });
    expect(refused).toMatchObject({ status: 400, body: { code: 'field_required' } });
    expect(refused.body.message).toContain('address');
  }
  const noStreet = await place({ order_type_id: 3, address: { latitude: 41.3, longitude: 69.2 } });
  expect(noStreet.body.message).toContain('address.street');
  for (const order_type_id of [0, 4]) expect((await place({ order_type_id })).status).toBe(400);
});

test('an order for a table of another point or brand is refused', async () => {
  const hall = await command(till, 'DefineHall', { point_id: second, name: 'Second' });
  const table = await command(till, 'DefineTable', { hall_id: hall.id, name: '1' });
  for (const table_id of [table.id, other.table_id, 999_999_999]) {
    expect(await place({ order_type_id: 1, table_id })).toMatchObject({
      status: 400,
      body: { code: 'table_not_found' },
    });
  }
});

test('an order takes only payment types of its point', async () => {
  const elsewhere = await command(till, 'DefinePaymentType', { name: 'Cash', category_id: 1, point_ids: [second] });
  expect((await place({ payment_type_id: venue.card })).body.payment_type_id).toBe(venue.card);
  for (const payment_type_id of [elsewhere.id, other.cash, 999_999_999]) {
    const refused = await place({ payment_type_id });
    expect(refused).toMatchObject({ status: 400, body: { code: 'payment_type_not_available' } });
  }
});

test('any notation of a phone in an order is one client; a text that is no phone is refused', async () => {
  const writings = [
    '+998901234567',
    '998901234567',
    '90 123-45-67',
    '(90) 123 45 67',
    '+998 (90) 123-45-67',
    '00998901234567',
    '+998 (0) 90 123 45 67',
    '+９９８ ９０ １２３ ４５ ６７',
    '٩٠١٢٣٤٥٦٧',
  ];
  const ids = new Set<number>();
  for (const phone of writings) {
    const { body } = await place({ client: { phone } });
    expect({ phone, client: body.client }).toEqual({ phone, client: { name: 'Aziza', phone: '+998901234567' } });
    ids.add((await atTill(body.order_id)).client.client_id);
  }
  expect(ids.size).toBe(1);
  const someone = await place({ client: { phone: '+998901234568', name: '  ' } });
  expect(ids.has((await atTill(someone.body.order_id)).client.client_id)).toBe(false);
  expect((await place({ client: { phone: '+49 30 901820' } })).body.client.phone).toBe('+4930901820');
  for (const phone of ['', '12', 'phone', '+998 90 123', '٠']) {
    const refused = await place({ client: { phone } });
    expect({ phone, status: refused.status }).toEqual({ phone, status: 400 });
    expect(refused.body.message).toContain('client.phone');
  }
});

test('an order is for one person unless it says otherwise', async () => {
  expect((await place()).body.persons).toBe(1);
  expect((await place({ persons: null })).body.persons).toBe(1);
  expect((await place({ persons: 12 })).body.persons).toBe(12);
});

test('an order with several problems is answered with the first in the contract’s order', async () => {
  const nothing = { product_id: 999_999_999, quantity: 1 };
  const bad: [Record<string, unknown>, number, string][] = [
    [{ items: [] }, 400, 'field_empty'],
    [{ point_id: other.point_id }, 404, 'point_not_found'],
    [{ payment_type_id: 999_999_999 }, 400, 'payment_type_not_available'],
    [{ items: [nothing] }, 400, 'product_not_found'],
    [{ order_type_id: 3 }, 400, 'field_required'],
  ];
  while (bad.length > 0) {
    const [, status, code] = bad[0]!;
    const fields = Object.assign({}, ...bad.map(([field]) => field).reverse());
    expect(await place(fields)).toMatchObject({ status, body: { code } });
    bad.shift();
  }
});

test('an order of another brand, or of a point outside the key’s, is a 404', async () => {
  const { order_id } = (await place()).body;
  const key = await command(till, 'IssueKey', { audience: 'partner', name: 'bound', point_ids: [second] });
  const bound = await app.client(key.api_key);
  for (const client of [other.partner, bound]) {
    expect(await get(order_id, client)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
    expect((await client.post(`/v1/orders/${order_id}/cancel`)).status).toBe(404);
    expect(await place({}, client)).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
  }
  expect((await get(999_999_999)).status).toBe(404);
  expect((await get(order_id)).body.status).toBe('CREATED');
});

test('an order has its own sub-type, else the key’s, else the venue’s default', async () => {
  const mine = await createVenue(app);
  const sub = async (name: string, order_type_id: number, is_default: boolean): Promise<number> =>
    (await command(mine.till, 'DefineOrderTypeSub', { name, order_type_id, is_default })).id;
  const ask = async (fields: object, client = mine.partner) =>
    (await client.post('/v1/orders', orderBody(mine, { ...fields }))).body;
  expect(await ask({})).toMatchObject({ order_type_sub_id: null });
  expect(await ask({ order_type_sub_id: 1 })).toMatchObject({ code: 'order_type_sub_not_found' });

  const hall = await sub('Hall', 1, true);
  expect(await ask({})).toMatchObject({ code: 'order_type_sub_not_found' });
  const kiosk = await sub('Kiosk', 2, false);
  const usual = await sub('Takeaway', 2, true);
  expect(await ask({})).toMatchObject({ order_type_sub_id: usual });
  expect(await ask({ order_type_sub_id: kiosk })).toMatchObject({ order_type_sub_id: kiosk });
  expect(await ask({ order_type_id: 1 })).toMatchObject({ order_type_sub_id: hall });
  for (const order_type_sub_id of [hall, 999_999_999]) {
    expect(await ask({ order_type_sub_id })).toMatchObject({ code: 'order_type_sub_not_found' });
  }
  await command(mine.till, 'UpdateKey', { key_id: mine.partnerKeyId, default_order_type_sub_ids: { 2: kiosk } });
  expect(await ask({})).toMatchObject({ order_type_sub_id: kiosk });
  expect(await ask({ order_type_sub_id: usual })).toMatchObject({ order_type_sub_id: usual });
  // The key's own has become another type's: who sent none can't be at fault.
  await command(mine.till, 'DefineOrderTypeSub', { id: kiosk, name: 'Kiosk', order_type_id: 1, is_default: false });
  expect(await ask({})).toMatchObject({ order_type_sub_id: usual });
  expect(await ask({ order_type_sub_id: kiosk })).toMatchObject({ code: 'order_type_sub_not_found' });
});
