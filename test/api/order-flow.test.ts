import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { auditedOrder } from '../support/audited.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

test('an order goes from the partner to the till, the kitchen, the cheque and the audit', async () => {
  const { partner, till, auditor, cash, cashier_id, point_id } = venue;
  const placed = await partner.post('/v1/orders', orderBody(venue, { external_id: 'main-1', comment: 'no onion' }));
  expect(placed.body).toMatchObject({
    status: 'CREATED',
    status_name: 'Created',
    total_amount: 98_000,
    external_id: 'main-1',
    point_id,
    client: { name: 'Aziza', phone: '+998901234567' },
    items: [{ quantity: 2, total: 90_000, modifiers: [{ name: 'Small', quantity: 2, total: 0 }] }, { total: 8_000 }],
  });
  const { order_id } = placed.body;
  const status = async () => (await partner.get(`/v1/orders/${order_id}`)).body.status;

  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
  await command(till, 'AcceptOrder', { order_id });
  expect(await status()).toBe('UNCONFIRMED_ORDER');
  await command(till, 'StartCooking', { order_id });
  await command(till, 'PackOrder', { order_id });
  expect(await status()).toBe('PACKED');
  await command(till, 'CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount: 98_000 }] });
  expect(await status()).toBe('CLOSED');

  const listed = await till.get(`/venue/v1/orders?point_id=${point_id}&status=CLOSED`);
  expect(listed.body.orders).toHaveLength(1);
  expect(listed.body.orders[0]).toMatchObject({ order_id, cheque_number: 1, payments: [{ amount: 98_000 }] });
  expect(listed.body.orders[0].items.every((item: { is_printed: boolean }) => item.is_printed)).toBe(true);

  const { body: history } = await auditor.get(`/audit/v1/orders/${order_id}/history`);
  expect(history.events.map((event: { type: string }) => event.type)).toEqual([
    ...['OrderPlaced', 'OrderAccepted', 'KitchenTicketPrinted', 'CookingStarted', 'OrderPacked', 'ChequeClosed'],
  ]);
  const { body: then } = await auditor.get(`/audit/v1/orders/${order_id}?at=${history.events[0].position}`);
  expect(then).toMatchObject({ revision: 0, state: auditedOrder(placed.body) });
  await command(till, 'CloseShift', { shift_id });
});

test('fifty orders at once with one external_id are one order', async () => {
  const body = orderBody(venue, { external_id: randomUUID() });
  const answers = await Promise.all(Array.from({ length: 50 }, () => venue.partner.post('/v1/orders', body)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.order_id)).size).toBe(1);
});

test('a price and a stop-list entry are in the very next menu and the very next order', async () => {
  const { partner, till, point_id, menu_id, products } = venue;
  const tea = async () => {
    const { body } = await partner.get(`/v1/menus/${menu_id}?point_id=${point_id}`);
    return body.products.find((product: { product_id: number }) => product.product_id === products.tea);
  };
  const items = [{ product_id: products.tea, quantity: 1 }];
  for (const price of [9_000, 9_500, 8_000]) {
    await command(till, 'SetPrices', { point_id, prices: [{ product_id: products.tea, price }] });
    expect((await tea()).price).toBe(price);
    expect((await partner.post('/v1/orders', orderBody(venue, { items }))).body.total_amount).toBe(price);
  }
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: products.tea, quantity: 0 }] });
  expect((await tea()).is_available).toBe(false);
  const refused = await partner.post('/v1/orders', orderBody(venue, { items }));
  expect(refused).toMatchObject({ status: 400, body: { code: 'product_in_stop_list' } });
  await command(till, 'ClearStopList', { point_id });
  expect((await partner.post('/v1/orders', orderBody(venue, { items }))).status).toBe(200);
});

test('a late or repeated cancel is a conflict, and another brand sees nothing', async () => {
  const { partner, till } = venue;
  const first = (await partner.post('/v1/orders', orderBody(venue))).body.order_id;
  expect((await partner.post(`/v1/orders/${first}/cancel`)).body.status).toBe('DELETED');
  expect((await partner.post(`/v1/orders/${first}/cancel`)).status).toBe(409);
  const second = (await partner.post('/v1/orders', orderBody(venue))).body.order_id;
  await command(till, 'AcceptOrder', { order_id: second });
  expect((await partner.post(`/v1/orders/${second}/cancel`)).status).toBe(409);
  const other = await createVenue(app);
  for (const path of [`/v1/orders/${second}`, `/v1/points/${venue.point_id}/is-alive`]) {
    expect((await other.partner.get(path)).status).toBe(404);
  }
  expect((await other.till.get(`/venue/v1/orders/${second}`)).status).toBe(404);
  expect((await other.auditor.get(`/audit/v1/orders/${second}`)).status).toBe(404);
});

test('a command_id belongs to one command', async () => {
  const { till } = venue;
  const command_id = randomUUID();
  await command(till, 'DefineRegion', { command_id, name: 'Tashkent' });
  const reused = await till.post('/venue/v1/commands/DefineCategory', { command_id, name: 'Soups' });
  expect(reused).toMatchObject({ status: 409, body: { code: 'command_id_reused' } });
});
