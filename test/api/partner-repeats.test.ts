import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let partner: HttpClient;
let till: HttpClient;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  ({ partner, till } = venue);
});
afterAll(() => app.stop());

const place = (fields: Record<string, unknown> = {}, client = partner) =>
  client.post('/v1/orders', orderBody(venue, fields));
const placedEvents = async (): Promise<number> =>
  (await recorded(app.tillstream.store, { types: ['OrderPlaced'] })).length;

test('a repeat answers the order that was placed, and places none', async () => {
  const external_id = randomUUID();
  const first = await place({ external_id });
  const before = await placedEvents();
  for (let repeat = 0; repeat < 3; repeat++)
    expect(await place({ external_id })).toMatchObject({ status: 200, body: first.body });
  expect(await placedEvents()).toBe(before);
});

test('a repeat of an order answers alike whatever its body says, even what would be refused', async () => {
  const external_id = randomUUID();
  const first = await place({ external_id });
  const tea = { product_id: venue.products.tea, quantity: 7 };
  const others = [
    { items: [tea], comment: 'other', persons: 9, client: { phone: '+998931112233', name: 'Other' } },
    { order_type_id: 3, address: { street: 'Navoi 1' } },
    { order_type_id: 3 },
    { payment_type_id: 999_999_999 },
    { items: [{ product_id: 999_999_999, quantity: 1 }] },
    { items: [{ ...tea, quantity: 0.5 }] },
    { items: [{ product_id: venue.products.plov, quantity: 1 }] },
    { order_type_sub_id: 999_999_999 },
    { client: { phone: '12' } },
  ];
  const before = await placedEvents();
  for (const fields of others) {
    expect(await place({ ...fields, external_id })).toMatchObject({ status: 200, body: first.body });
  }
  expect(await placedEvents()).toBe(before);
  // What is no order at all is still none.
  expect((await place({ external_id, items: 'none' })).status).toBe(400);
});

test('a repeat answers the order after the menu, its prices and the stop-list have changed', async () => {
  const { point_id, products } = venue;
  const external_id = randomUUID();
  const first = await place({ external_id });
  await command(till, 'SetPrices', { point_id, prices: [{ product_id: products.plov, price: 99_000 }] });
  expect((await place({ external_id })).body).toEqual(first.body);
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: products.plov, quantity: 0 }] });
  expect((await place({ external_id })).body).toEqual(first.body);
  await command(till, 'SetOnSale', { point_id, product_ids: [products.tea], on_sale: false });
  expect((await place({ external_id })).body).toEqual(first.body);
  expect((await place({ external_id: randomUUID() })).status).toBe(400);
  await command(till, 'SetOnSale', { point_id, product_ids: [products.tea], on_sale: true });
  await command(till, 'ClearStopList', { point_id });
  await command(till, 'SetPrices', { point_id, prices: [{ product_id: products.plov, price: 45_000 }] });
});

test('a repeat answers the order as it is now: accepted, or cancelled', async () => {
  const accepted = randomUUID();
  const { order_id } = (await place({ external_id: accepted })).body;
  await command(till, 'AcceptOrder', { order_id });
  for (const _ of [1, 2]) {
    const repeat = await place({ external_id: accepted });
    expect(repeat).toMatchObject({ status: 200, body: { order_id, status: 'UNCONFIRMED_ORDER' } });
  }
  const cancelled = randomUUID();
  const gone = (await place({ external_id: cancelled })).body.order_id;
  await partner.post(`/v1/orders/${gone}/cancel`);
  for (const _ of [1, 2]) {
    const repeat = await place({ external_id: cancelled });
    expect(repeat).toMatchObject({ status: 200, body: { order_id: gone, status: 'DELETED' } });
  }
});

test('an external_id is the point’s, whichever key sends it', async () => {
  const external_id = randomUUID();
  const first = (await place({ external_id })).body;
  const key = await command(till, 'IssueKey', { audience: 'partner', name: 'site', showcase_ids: [venue.menu_id] });
  const site = await app.client(key.api_key);
  expect((await place({ external_id }, site)).body).toEqual(first);

  const second = (await definePoint(till)).id;
  const cash = await command(till, 'DefinePaymentType', { name: 'Cash', category_id: 1, point_ids: [second] });
  const elsewhere = { external_id, point_id: second, payment_type_id: cash.id };
  const there = (await place(elsewhere)).body;
  expect(there).toMatchObject({ external_id, point_id: second });
  expect(there.order_id).not.toBe(first.order_id);
  expect((await place(elsewhere, site)).body).toEqual(there);

  const other = await createVenue(app);
  const foreign = await other.partner.post('/v1/orders', orderBody(other, { external_id }));
  expect([first.order_id, there.order_id]).not.toContain(foreign.body.order_id);
  expect((await place({ external_id }, other.partner)).status).toBe(404);
});

test('external ids are compared to the letter', async () => {
  const ids = [
    'a',
    'A',
    ' a',
    'a ',
    'á',
    'a\u0301',
    '1',
    '01',
    '__proto__',
    'null',
    'a/b',
    'a\nb',
    "a'b",
    'x'.repeat(255),
  ];
  const first = await Promise.all(ids.map((external_id) => place({ external_id })));
  expect(new Set(first.map((answer) => answer.body.order_id)).size).toBe(ids.length);
  const again = await Promise.all(ids.map((external_id) => place({ external_id })));
  expect(again.map((answer) => answer.body)).toEqual(first.map((answer) => answer.body));
});

test('two orders without an external_id are two orders', async () => {
  const orders = [await place(), await place(), await place({ external_id: null }), await place({ external_id: null })];
  expect(new Set(orders.map((answer) => answer.body.order_id)).size).toBe(4);
});

test('one external_id from two keys at once, with different bodies, is one order', async () => {
  const key = await command(till, 'IssueKey', { audience: 'partner', name: 'two', showcase_ids: [venue.menu_id] });
  const site = await app.client(key.api_key);
  const before = await placedEvents();
  for (let round = 0; round < 5; round++) {
    const external_id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => place({ external_id, persons: index + 1 }, index % 2 ? site : partner)),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  }
  expect(await placedEvents()).toBe(before + 5);
});
