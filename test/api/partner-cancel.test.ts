import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

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

const place = async (client = partner): Promise<number> =>
  (await client.post('/v1/orders', orderBody(venue))).body.order_id;
const cancel = (orderId: number, body?: object, client = partner) => client.post(`/v1/orders/${orderId}/cancel`, body);
const history = async (orderId: number): Promise<{ type: string; data: Record<string, unknown> }[]> =>
  (await venue.auditor.get(`/audit/v1/orders/${orderId}/history`)).body.events;
const types = async (orderId: number) => (await history(orderId)).map((event) => event.type);

test('a cancelled order is answered as DELETED, with its cause or without', async () => {
  for (const body of [undefined, null, {}, { cancel_cause_id: null, comment: null }, { comment: 'Changed my mind' }]) {
    const order_id = await place();
    const before = (await partner.get(`/v1/orders/${order_id}`)).body;
    const answer = await cancel(order_id, body as object);
    expect(answer.status).toBe(200);
    const status_times = { ...before.status_times, DELETED: expect.any(String) };
    expect(answer.body).toEqual({ ...before, status: 'DELETED', status_name: 'Deleted', status_times });
    expect((await partner.get(`/v1/orders/${order_id}`)).body).toEqual(answer.body);
  }
  const order_id = await place();
  await cancel(order_id, { cancel_cause_id: venue.causes.plain, comment: 'Sorry' });
  const { data } = (await history(order_id)).at(-1)!;
  expect(data).toMatchObject({
    deleted_by: 'partner',
    cancel_cause_id: venue.causes.plain,
    cancel_cause_name: 'Changed mind',
  });
  expect(data).toMatchObject({ personal: { comment: 'Sorry' } });
});

test('a cancellation needs an existing cause, and a comment if the cause asks for one', async () => {
  const other = await createVenue(app);
  const order_id = await place();
  const { needsComment } = venue.causes;
  for (const comment of [undefined, null, '', '   ']) {
    const refused = await cancel(order_id, { cancel_cause_id: needsComment, comment });
    expect(refused).toMatchObject({ status: 400, body: { code: 'cancel_comment_required' } });
  }
  for (const cancel_cause_id of [other.causes.plain, 999_999_999]) {
    const refused = await cancel(order_id, { cancel_cause_id });
    expect(refused).toMatchObject({ status: 400, body: { code: 'cancel_cause_not_found' } });
  }
  expect((await cancel(order_id, { comment: 'x'.repeat(501) })).status).toBe(400);
  expect((await partner.get(`/v1/orders/${order_id}`)).body.status).toBe('CREATED');
  const done = await cancel(order_id, { cancel_cause_id: needsComment, comment: 'Guest is ill' });
  expect(done).toMatchObject({ status: 200, body: { status: 'DELETED' } });
});

test('a repeated cancellation is a 409; of many at once one is carried out', async () => {
  const order_id = await place();
  expect((await cancel(order_id)).status).toBe(200);
  for (const _ of [1, 2])
    expect(await cancel(order_id)).toMatchObject({ status: 409, body: { code: 'order_already_cancelled' } });
  const { needsComment } = venue.causes;
  for (const cancel_cause_id of [999_999_999, needsComment])
    expect((await cancel(order_id, { cancel_cause_id })).status).toBe(409);

  const raced = await place();
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(raced)));
  const statuses = answers.map((answer) => answer.status).sort();
  expect(statuses).toEqual([200, ...Array(19).fill(409)]);
  expect(await types(raced)).toEqual(['OrderPlaced', 'OrderDeleted']);
});

test('a late cancellation is a 409 and changes nothing, at every later status', async () => {
  const { cash, cashier_id, point_id } = venue;
  const order_id = await place();
  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
  const steps: [string, object][] = [
    ['AcceptOrder', {}],
    ['StartCooking', {}],
    ['PackOrder', {}],
    ['HandToCourier', {}],
    ['DeliverOrder', {}],
    ['CloseCheque', { cashier_id, payments: [{ payment_type_id: cash, amount: 98_000 }] }],
  ];
  for (const [type, fields] of steps) {
    const { status } = await command(till, type, { order_id, ...fields });
    for (const _ of [1, 2])
      expect(await cancel(order_id)).toMatchObject({ status: 409, body: { code: 'order_already_accepted' } });
    expect((await partner.get(`/v1/orders/${order_id}`)).body.status).toBe(status);
  }
  await command(till, 'CloseShift', { shift_id });
});

test('of a cancellation and an acceptance at once, one wins and the other learns it', async () => {
  for (let round = 0; round < 10; round++) {
    const order_id = await place();
    const body = { command_id: crypto.randomUUID(), order_id };
    const [cancelled, accepted] = await Promise.all([
      cancel(order_id),
      till.post('/venue/v1/commands/AcceptOrder', body),
    ]);
    expect([cancelled.status, accepted.status].sort()).toEqual([200, 409]);
    const { status } = (await partner.get(`/v1/orders/${order_id}`)).body;
    expect(status).toBe(cancelled.status === 200 ? 'DELETED' : 'UNCONFIRMED_ORDER');
  }
});

test('the kitchen gets a cancellation slip only for lines with a ticket', async () => {
  const key = await command(till, 'IssueKey', {
    audience: 'partner',
    name: 'auto',
    auto_confirm: true,
    showcase_ids: [venue.menu_id],
  });
  const auto = await app.client(key.api_key);
  const printed = await place(auto);
  expect(await types(printed)).toEqual(['OrderPlaced', 'KitchenTicketPrinted']);
  expect((await cancel(printed, {}, auto)).status).toBe(200);
  const events = await history(printed);
  expect(events.map((event) => event.type)).toEqual([
    ...['OrderPlaced', 'KitchenTicketPrinted', 'OrderDeleted', 'KitchenCancellationPrinted'],
  ]);
  expect(events[3]!.data.line_ids).toEqual(events[1]!.data.line_ids);

  const unseen = await place();
  await cancel(unseen);
  expect(await types(unseen)).toEqual(['OrderPlaced', 'OrderDeleted']);
});

test('lines that the kitchen got at once are not printed again when the till accepts', async () => {
  const key = await command(till, 'IssueKey', {
    audience: 'partner',
    name: 'auto',
    auto_confirm: true,
    showcase_ids: [venue.menu_id],
  });
  const order_id = await place(await app.client(key.api_key));
  await command(till, 'AcceptOrder', { order_id });
  await command(till, 'SendToKitchen', { order_id });
  await command(till, 'StartCooking', { order_id });
  expect(await types(order_id)).toEqual(['OrderPlaced', 'KitchenTicketPrinted', 'OrderAccepted', 'CookingStarted']);
});

test('statuses of an order follow the till, named in the brand’s language', async () => {
  const names: Record<string, string[]> = {
    ru: ['Создан', 'Ожидается', 'Готовится', 'Закрыт'],
    uz_latn: ['Yaratildi', 'Kutilmoqda', 'Tayyorlanmoqda', 'Yopildi'],
  };
  for (const [language, expected] of Object.entries(names)) {
    const mine = await createVenue(app, { language });
    const { cash, cashier_id, point_id } = mine;
    const { order_id } = (await mine.partner.post('/v1/orders', orderBody(mine))).body;
    const seen: string[] = [];
    const look = async () => seen.push((await mine.partner.get(`/v1/orders/${order_id}`)).body.status_name);
    await look();
    await command(mine.till, 'OpenShift', { point_id, cashier_id });
    await command(mine.till, 'AcceptOrder', { order_id });
    await look();
    await command(mine.till, 'StartCooking', { order_id });
    await look();
    const payments = [{ payment_type_id: cash, amount: 98_000 }];
    await command(mine.till, 'CloseCheque', { order_id, cashier_id, payments });
    await look();
    expect(seen).toEqual(expected);
    const late = { command_id: crypto.randomUUID(), order_id };
    const refused = await mine.till.post('/venue/v1/commands/AcceptOrder', late);
    for (const name of [expected[3], expected[1]]) expect(refused.body.message).toContain(name);
  }
});
