import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

const clock = createClock();
const LONG_AGO = '2020-01-01T00:00:00Z';
let app: TestApp;
let venue: TestVenue;
let second: string;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  second = (await definePoint(venue.till, { name: 'Alay' })).id;
  await command(venue.till, 'DefinePaymentType', { name: 'Cash', category_id: 1, point_ids: [second] });
});
afterAll(() => app.stop());

/** Another partner of the venue, with the menu and nothing ordered yet. */
const anotherPartner = async (terms: Record<string, unknown> = {}): Promise<HttpClient> => {
  const key = { audience: 'partner', name: 'other', showcase_ids: [venue.menu_id], ...terms };
  return app.client((await command(venue.till, 'IssueKey', key)).api_key);
};
const placed = async (partner: HttpClient, fields: Record<string, unknown> = {}) => {
  const { status, body } = await partner.post('/v1/orders', orderBody(venue, fields));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const feedOf = async (partner: HttpClient, query: string) => {
  const { status, body } = await partner.get(`/v1/orders?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const idsOf = (body: { orders: { order_id: number }[] }) => body.orders.map(({ order_id }) => order_id);

describe('an order by its external_id', () => {
  test('an order is found by its external_id for the key that placed it, as GET of the order shows it, and for no other key', async () => {
    const partner = await anotherPartner();
    const external_id = `till ${randomUUID()}`;
    const order = await placed(partner, { external_id });
    await placed(partner, { external_id: `${external_id}0` });
    const named = `external_id=${encodeURIComponent(external_id)}`;
    const found = await feedOf(partner, named);
    expect(found).toEqual({ count: 1, has_more: false, orders: [order] });
    await command(venue.till, 'AcceptOrder', { order_id: order.order_id });
    expect((await feedOf(partner, named)).orders).toEqual([(await partner.get(`/v1/orders/${order.order_id}`)).body]);

    expect(await feedOf(partner, `${named}&point_id=${venue.point_id}`)).toMatchObject({ count: 1 });
    expect(await feedOf(partner, `${named}&point_id=${second}`)).toMatchObject({ count: 0 });
    for (const other of [venue.partner, await anotherPartner()]) {
      expect(await feedOf(other, named)).toMatchObject({ count: 0, orders: [] });
    }
  });

  test('a request for orders names a point of its key, and asks by external_id or for changes', async () => {
    const limited = await anotherPartner({ point_ids: [venue.point_id] });
    const refused = async (partner: HttpClient, query: string) => {
      const { status, body } = await partner.get(`/v1/orders?${query}`);
      return [status, body.code, body.field];
    };
    expect(await refused(limited, `external_id=1&point_id=${second}`)).toEqual([404, 'point_not_found', undefined]);
    expect(await refused(limited, `external_id=1&point_id=${randomUUID()}`)).toEqual([
      404,
      'point_not_found',
      undefined,
    ]);
    expect(await refused(limited, '')).toEqual([400, 'field_required', 'changed_since']);
    expect(await refused(limited, 'external_id=1&after_id=5')).toEqual([400, 'field_required', 'changed_since']);
    expect(await refused(limited, 'changed_since=2026-02-30T00:00:00Z')).toEqual([
      400,
      'field_not_timestamp',
      'changed_since',
    ]);
  });
});

describe('the change feed of orders', () => {
  test('the change feed of orders goes on from wherever one stands, page by page, each order once and as it is now', async () => {
    const partner = await anotherPartner();
    const ids: number[] = [];
    for (let count = 0; count < 7; count++) ids.push((await placed(partner)).order_id);
    // Another partner's orders and the till's own cheques are none of its business.
    await placed(venue.partner);
    await command(venue.till, 'AcceptOrder', { order_id: ids[2] });
    const told: number[] = [];
    let query = `changed_since=${LONG_AGO}&limit=3`;
    for (let pages = 0; pages < 10; pages++) {
      const body = await feedOf(partner, query);
      expect(body.count).toBe(body.orders.length);
      told.push(...idsOf(body));
      expect(body.next).toEqual({ changed_since: expect.stringMatching(/\.\d{6}Z$/), after_id: told.at(-1) });
      query = `limit=3&changed_since=${body.next.changed_since}&after_id=${body.next.after_id}`;
      if (!body.has_more) break;
    }
    const [first, , third] = ids;
    expect(told).toEqual([...ids.filter((id) => id !== third), third]);
    const nothing = await feedOf(partner, query);
    expect(nothing).toMatchObject({ count: 0, has_more: false, orders: [] });

    // The order that the cursor names changes, and others do: the reader misses none.
    await command(venue.till, 'StartCooking', { order_id: first });
    await command(venue.till, 'StartCooking', { order_id: third });
    const { changed_since, after_id } = nothing.next;
    const news = await feedOf(partner, `changed_since=${changed_since}&after_id=${after_id}`);
    expect(news.orders).toMatchObject([
      { order_id: first, status: 'COOKING' },
      { order_id: third, status: 'COOKING' },
    ]);
    for (const order of news.orders) expect((await partner.get(`/v1/orders/${order.order_id}`)).body).toEqual(order);
  });

  test('the change feed of orders tells what its reader can see: one more line is news, a ticket of the kitchen is not', async () => {
    const partner = await anotherPartner();
    const { order_id } = await placed(partner);
    await command(venue.till, 'AcceptOrder', { order_id });
    const { next } = await feedOf(partner, `changed_since=${LONG_AGO}`);
    const since = `changed_since=${next.changed_since}&after_id=${next.after_id}`;
    await command(venue.till, 'AssignCheque', { order_id, waiter_id: venue.cashier_id });
    expect(await feedOf(partner, since)).toMatchObject({ count: 0, next });
    // A feed that has told nothing names no change, and takes its own words back.
    const silent = await feedOf(partner, 'changed_since=2100-01-01T00:00:00Z');
    expect(silent.next.after_id).toBeNull();
    for (const none of ['null', ''])
      expect(await feedOf(partner, `changed_since=${silent.next.changed_since}&after_id=${none}`)).toEqual(silent);
    await command(venue.till, 'AddItems', { order_id, items: [{ product_id: venue.products.tea, quantity: 1 }] });
    expect((await feedOf(partner, since)).orders).toMatchObject([{ order_id, items: [{}, {}, {}] }]);
  });

  test('the change feed of orders begins at a time, local or not, and at the time in a cursor that nobody was given', async () => {
    const partner = await anotherPartner();
    const [one, two] = [await placed(partner), await placed(partner)];
    const all = await feedOf(partner, `changed_since=${LONG_AGO}&limit=1`);
    const { changed_since } = all.next;
    expect(idsOf(all)).toEqual([one.order_id]);
    expect(idsOf(await feedOf(partner, `changed_since=${changed_since}`))).toEqual([two.order_id]);
    for (const nobody of [two.order_id + 1_000_000, (await placed(venue.partner)).order_id]) {
      expect(idsOf(await feedOf(partner, `changed_since=${changed_since}&after_id=${nobody}`))).toEqual([two.order_id]);
    }
    expect(idsOf(await feedOf(partner, `changed_since=${changed_since}&after_id=1`))).toEqual([
      one.order_id,
      two.order_id,
    ]);
    expect(await feedOf(partner, 'changed_since=2020-01-01 05:00')).toMatchObject({ count: 2 });
    expect(await feedOf(partner, `changed_since=${LONG_AGO}&external_id=nothing`)).toMatchObject({ count: 0 });
    expect(await feedOf(partner, 'changed_since=2099-01-01T00:00:00Z')).toMatchObject({
      count: 0,
      next: { changed_since: '2099-01-01T00:00:00.000000Z', after_id: null },
    });
  });
});

describe('what a program asks of an order', () => {
  test('an order says when it came to each status, whether it is paid, and for when it is promised', async () => {
    const { till, cash, cashier_id, point_id } = venue;
    const partner = await anotherPartner();
    const { order_id, ...order } = await placed(partner);
    expect(order).toMatchObject({
      status_times: { CREATED: order.created_at },
      address: null,
      is_paid: false,
      promised_at: null,
    });
    await command(till, 'OpenShift', { point_id, cashier_id });
    const accepted = clock.at(3 * MINUTE);
    await command(till, 'AcceptOrder', { order_id, occurred_at: accepted });
    await command(till, 'StartCooking', { order_id, occurred_at: clock.at(4 * MINUTE) });
    const payments = [{ payment_type_id: cash, amount: order.total_amount }];
    await command(till, 'CloseCheque', { order_id, cashier_id, payments, occurred_at: clock.at(4.5 * MINUTE) });
    const closed = (await partner.get(`/v1/orders/${order_id}`)).body;
    const minutes = (time: string) => (Date.parse(`${time}Z`) - Date.parse(`${order.created_at}Z`)) / MINUTE;
    expect(Object.keys(closed.status_times)).toEqual(['CREATED', 'UNCONFIRMED_ORDER', 'COOKING', 'CLOSED']);
    expect(Object.values(closed.status_times as Record<string, string>).map(minutes)).toEqual([0, 3, 4, 4.5]);
    expect(closed.is_paid).toBe(true);
    const listed = (await feedOf(partner, `changed_since=${LONG_AGO}`)).orders;
    expect(listed).toEqual([closed]);
  });

  test('a preorder is promised for its time, a delivery for the minutes of its zone, at its address', async () => {
    const partner = await anotherPartner();
    const preorder = await placed(partner, { scheduled_at: clock.at(60 * MINUTE) });
    expect(preorder).toMatchObject({ status: 'PREORDER', promised_at: preorder.scheduled_at });
    const zone = { name: 'Centre', price: 10_000, minutes: 45, min_order_amount: 0 };
    const polygon = [69.1, 69.3].flatMap((east) => [41.2, 41.4].map((north) => [east, north]));
    const { id: point_id } = await definePoint(venue.till, { name: 'Delivers' });
    const { id: cash } = await command(venue.till, 'DefinePaymentType', {
      name: 'Cash',
      category_id: 1,
      point_ids: [point_id],
    });
    const corners = [polygon[0], polygon[1], polygon[3], polygon[2]];
    await command(venue.till, 'DefineZone', { ...zone, point_id, polygon: corners });
    const address = { street: 'Navoi 1', apartment: '7', latitude: 41.3, longitude: 69.2 };
    const order = await placed(partner, { point_id, payment_type_id: cash, order_type_id: 3, address });
    expect(order.address).toEqual({ ...address, floor: null, entrance: null, intercom: null });
    const promised = (Date.parse(`${order.promised_at}Z`) - Date.parse(`${order.created_at}Z`)) / MINUTE;
    expect(promised).toBe(45);
  });
});
