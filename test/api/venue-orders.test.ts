import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { asListed } from '../support/as-listed.ts';
import { openStream } from '../support/event-stream.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let till: HttpClient;
/** A second point of the brand, and a till of its own that sees no other. */
let second: { point_id: string; cash: number; key_id: string; till: HttpClient };

beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

beforeEach(async () => {
  venue = await createVenue(app);
  till = venue.till;
  const { id: point_id } = await definePoint(till, { name: 'Alay' });
  const cash = await command(till, 'DefinePaymentType', { name: 'Cash', category_id: 1, point_ids: [point_id] });
  const key = await command(await app.platform(), 'IssueKey', {
    brand_id: venue.brand_id,
    audience: 'venue',
    name: 'second',
    point_ids: [point_id],
  });
  second = { point_id, cash: cash.id, key_id: key.key_id, till: await app.client(key.api_key) };
});

const place = async (fields: Record<string, unknown> = {}): Promise<number> =>
  (await venue.partner.post('/v1/orders', orderBody(venue, fields))).body.order_id;
const placeAtSecond = () => place({ point_id: second.point_id, payment_type_id: second.cash });
const list = async (query: string, client = till) => (await client.get(`/venue/v1/orders?${query}`)).body;
const ids = async (query: string, client = till): Promise<number[]> =>
  (await list(query, client)).orders.map((order: { order_id: number }) => order.order_id);
/** The list follows the log a moment later; whoever waits for a command's answer waits for the list too. */
const shown = async () => app.tillstream.shown(await app.tillstream.store.head());

test('the venue lists orders of the brand, by point and status, only of the key’s points', async () => {
  const [first, accepted, there] = [await place(), await place(), await placeAtSecond()];
  await command(till, 'AcceptOrder', { order_id: accepted });
  expect(await ids('')).toEqual([first, accepted, there]);
  expect(await ids(`point_id=${venue.point_id}`)).toEqual([first, accepted]);
  expect(await ids('status=CREATED')).toEqual([first, there]);
  expect(await ids('status=UNCONFIRMED_ORDER,%20CREATED')).toEqual([first, accepted, there]);
  expect(await ids(`status=CREATED&point_id=${second.point_id}`)).toEqual([there]);
  expect(await ids('status=CLOSED')).toEqual([]);
  expect(await ids('', second.till)).toEqual([there]);
  expect((await second.till.get(`/venue/v1/orders?point_id=${venue.point_id}`)).status).toBe(404);
  const other = await createVenue(app);
  expect(await ids('', other.till)).toEqual([]);
  const seen = async (client: HttpClient, order_id: number) =>
    (await client.get(`/venue/v1/orders/${order_id}`)).status;
  expect([await seen(second.till, there), await seen(second.till, first), await seen(other.till, first)]).toEqual([
    200, 404, 404,
  ]);
  expect((await till.get(`/venue/v1/orders?point_id=${other.point_id}`)).status).toBe(404);
});

test('pages of the venue’s orders go on where the last one ended, until there are no more', async () => {
  const placed: number[] = [];
  for (let index = 0; index < 7; index++) placed.push(await place());
  await shown();
  const seen: number[] = [];
  let after: number | null = 0;
  const sizes: number[] = [];
  while (after !== null) {
    const page = await list(`limit=3&after_id=${after}`);
    seen.push(...page.orders.map((order: { order_id: number }) => order.order_id));
    sizes.push(page.orders.length);
    expect(page.has_more).toBe(page.next_after_id !== null);
    after = page.next_after_id;
  }
  expect(seen).toEqual(placed);
  expect(sizes).toEqual([3, 3, 1]);
  expect(await list('limit=7')).toMatchObject({ has_more: false, next_after_id: null });
});

test('a listed order is the order itself, with lines, kitchen and payments', async () => {
  const { point_id, cashier_id, cash } = venue;
  const order_id = await place({ comment: 'Ring', external_id: 'listed' });
  await command(till, 'OpenShift', { point_id, cashier_id });
  const read = async () => asListed((await till.get(`/venue/v1/orders/${order_id}`)).body);
  const steps: [string, object][] = [
    ['SendToKitchen', { line_ids: [(await read()).items[1].line_id] }],
    ['AcceptOrder', {}],
    ['HandToCourier', { courier_id: cashier_id }],
    ['CloseCheque', { cashier_id, payments: [{ payment_type_id: cash, amount: 98_000 }] }],
  ];
  const { body: partners } = await venue.partner.get(`/v1/orders/${order_id}`);
  for (const [type, fields] of steps) {
    await command(till, type, { order_id, ...fields });
    const order = await read();
    expect((await list('')).orders).toEqual([order]);
  }
  const { items: _, status_times: __, is_paid: ___, client, status, status_name, ...rest } = partners;
  expect(await read()).toMatchObject({ ...rest, client, courier_id: cashier_id, brand_id: venue.brand_id });
});

test('payments of a provider are listed as they came in', async () => {
  const online = { name: 'Click', category_id: 5, point_ids: [venue.point_id] };
  const { id: payment_type_id } = await command(till, 'DefinePaymentType', online);
  const order_id = await place({ payment_type_id });
  await command(till, 'FailPayment', { order_id, reason: 'card declined' });
  const came = ['Z-1', 'A-2', 'B-3'];
  for (const provider_payment_id of came) {
    await command(till, 'RegisterPayment', { order_id, provider_payment_id, amount: 98_000 });
  }
  const [{ provider_payments }] = (await list('')).orders;
  expect(provider_payments.map((it: { provider_payment_id: string }) => it.provider_payment_id)).toEqual(came);
});

test('every command is in the very next list, for many at once', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => place()));
  await Promise.all(
    orders.map(async (order_id) => {
      for (const [type, status] of [
        ['AcceptOrder', 'UNCONFIRMED_ORDER'],
        ['StartCooking', 'COOKING'],
        ['PackOrder', 'PACKED'],
      ] as const) {
        await command(till, type, { order_id });
        expect(await ids(`status=${status}`)).toContain(order_id);
      }
    }),
  );
  const commands = orders.map((order_id) => ({ type: 'DeliverOrder', command_id: randomUUID(), order_id }));
  expect((await till.post('/venue/v1/commands', { commands })).status).toBe(200);
  expect(await ids('status=DELIVERED')).toEqual(orders.toSorted((first, other) => first - other));
});

test('the live feed tells what happens, in log order, with the order as it is now', async () => {
  const stream = await openStream(app, till);
  const order_id = await place();
  await command(till, 'AcceptOrder', { order_id });
  await stream.heard(3);
  expect(stream.events.map((event) => event.type)).toEqual(['OrderPlaced', 'OrderAccepted', 'KitchenTicketPrinted']);
  const [placed, accepted] = stream.events;
  expect(placed!.data).toMatchObject({ type: 'OrderPlaced', order_id, point_id: venue.point_id, position: placed!.id });
  expect(accepted!.id).toBeGreaterThan(placed!.id);
  expect(stream.events[2]!.data.order).toEqual(asListed((await till.get(`/venue/v1/orders/${order_id}`)).body));
  await stream.close();
});

test('the live feed tells of its points alone, and of no other brand', async () => {
  const other = await createVenue(app);
  const all = await openStream(app, till);
  const one = await openStream(app, till, { query: `?point_id=${second.point_id}` });
  const bound = await openStream(app, second.till);
  const here = await place();
  await other.partner.post('/v1/orders', orderBody(other));
  const there = await placeAtSecond();
  await Promise.all([all.heard(2), one.heard(1), bound.heard(1)]);
  const heard = (stream: typeof all) => stream.events.map((event) => event.data.order_id);
  expect([heard(all), heard(one), heard(bound)]).toEqual([[here, there], [there], [there]]);
  expect((await second.till.get(`/venue/v1/orders/stream?point_id=${venue.point_id}`)).status).toBe(404);
  expect((await till.get(`/venue/v1/orders/stream?point_id=${other.point_id}`)).status).toBe(404);
  expect((await venue.partner.get('/venue/v1/orders/stream')).status).toBe(403);
  await Promise.all([all.close(), one.close(), bound.close()]);
});

test('a till that reconnects with Last-Event-ID misses nothing and gets nothing twice, while orders keep coming', async () => {
  const total = 60;
  const first = await openStream(app, till);
  await place();
  await first.heard(1);
  let last = first.events[0]!.id;
  await first.close();

  const heard: number[] = [];
  const placing = (async () => {
    const placed: number[] = [];
    for (let count = 0; count < total; count += 6)
      placed.push(...(await Promise.all(Array.from({ length: 6 }, () => place()))));
    return placed;
  })();
  while (heard.length < total) {
    const stream = await openStream(app, till, { lastEventId: last });
    await stream.heard(Math.min(5, total - heard.length));
    await stream.close();
    heard.push(...stream.events.map((event) => event.data.order_id));
    last = stream.events.at(-1)!.id;
  }
  expect(heard.toSorted()).toEqual((await placing).toSorted());
  expect(new Set(heard).size).toBe(total);
});

test('a till that was cut off before its first event misses nothing either', async () => {
  const first = await openStream(app, till);
  await vi.waitFor(() => expect(first.lastEventId()).toBeDefined());
  await first.close();
  expect(first.events).toEqual([]);
  const order_id = await place();
  const again = await openStream(app, till, { lastEventId: first.lastEventId()! });
  await again.heard(1);
  expect(again.events[0]!.data.order_id).toBe(order_id);
  await again.close();
});

test.each(['abc', '-1', '1.5', '1 2', '9'.repeat(16)])('a Last-Event-ID of %s is refused', async (id) => {
  const { status, body } = await till.get('/venue/v1/orders/stream', { 'Last-Event-ID': id });
  expect([status, body.message]).toEqual([400, expect.stringContaining('Last-Event-ID')]);
});

test('a Last-Event-ID beyond the end of the log counts as its end', async () => {
  const stream = await openStream(app, till, { lastEventId: 999_999_999 });
  const order_id = await place();
  await stream.heard(1);
  expect(stream.events[0]!.data.order_id).toBe(order_id);
  await stream.close();
});

test('the live feed shows what the key may see by now, and ends with the key', async () => {
  const platform = await app.platform();
  const witness = await openStream(app, till);
  const bound = await openStream(app, second.till);
  const asked = await openStream(app, second.till, { query: `?point_id=${second.point_id}` });
  const shown = await placeAtSecond();
  await bound.heard(1);
  await command(platform, 'UpdateKey', { key_id: second.key_id, point_ids: [venue.point_id] });
  await placeAtSecond();
  await asked.ended;
  expect(asked.events.map((event) => event.data.order_id)).toEqual([shown]);
  const moved = await place();
  await bound.heard(2);
  expect(bound.events.map((event) => event.data.order_id)).toEqual([shown, moved]);

  await command(platform, 'RevokeKey', { key_id: second.key_id });
  await place();
  await witness.heard(4);
  await bound.ended;
  expect(bound.events).toHaveLength(2);
  await witness.close();
});
