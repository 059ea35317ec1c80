import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTillstream } from '../../client/src/index.ts';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let online: number;
/** A shop that takes the money of its guests itself. */
let shop: HttpClient;
let apiKey: string;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  const { till, point_id } = venue;
  online = (await command(till, 'DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [point_id] })).id;
  apiKey = await issue();
  shop = await app.client(apiKey);
});
afterAll(() => app.stop());

const issue = async (terms: object = {}): Promise<string> => {
  const key = { audience: 'partner', name: 'shop', showcase_ids: [venue.menu_id], permissions: ['payments'], ...terms };
  return (await command(venue.till, 'IssueKey', key)).api_key;
};
const place = async (client = shop, fields: object = {}): Promise<{ order_id: number; total_amount: number }> =>
  (await client.post('/v1/orders', orderBody(venue, { payment_type_id: online, ...fields }))).body;
const report = (order_id: number, body: object, client = shop) => client.post(`/v1/orders/${order_id}/payment`, body);
const history = async (order_id: number): Promise<{ type: string; data: Record<string, unknown>; actor: object }[]> =>
  (await venue.auditor.get(`/audit/v1/orders/${order_id}/history`)).body.events;
const typesOf = async (order_id: number) => (await history(order_id)).map(({ type }) => type);
let last = 0;
const paid = (amount: number) => ({ provider_payment_id: `P-${++last}`, amount });

describe('a partner tells what became of the online payment of its order', () => {
  test('the payment leads the order on, and counts once, however often and however closely it is told', async () => {
    const { order_id, total_amount } = await place();
    const payment = paid(total_amount);
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(order_id, payment)));
    for (const { status, body } of [...answers, await report(order_id, { ...payment, failed: null })]) {
      expect([status, body.status, body.is_paid]).toEqual([200, 'CREATED', true]);
    }
    const events = await history(order_id);
    expect(events.map(({ type }) => type)).toEqual(['OrderPlaced', 'PaymentRegistered']);
    expect(events[1]).toMatchObject({ data: payment, actor: { kind: 'partner', name: 'shop' } });
    expect((await shop.get(`/v1/orders/${order_id}`)).body.status).toBe('CREATED');
  });

  test('the failed payment deletes the order, and may be told again with other words', async () => {
    const { order_id, total_amount } = await place();
    for (const failed of ['The card was declined', 'The card was declined', 'Declined']) {
      const { status, body } = await report(order_id, { failed });
      expect([status, body.status]).toEqual([200, 'DELETED']);
    }
    expect(await typesOf(order_id)).toEqual(['OrderPlaced', 'PaymentFailed', 'OrderDeleted']);
    // The money came after all: the venue has to pay it back.
    expect((await report(order_id, paid(total_amount))).body.status).toBe('DELETED');
    expect((await typesOf(order_id)).slice(-2)).toEqual(['PaymentRegistered', 'RefundRequired']);
  });

  test('of a payment and a failure that come at once one counts, and no money is lost', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { order_id, total_amount } = await place();
      const payment = paid(total_amount);
      const [success, failure] = await Promise.all([report(order_id, payment), report(order_id, { failed: 'no' })]);
      expect(success.status).toBe(200);
      const events = await typesOf(order_id);
      expect(events.filter((type) => type === 'PaymentRegistered')).toHaveLength(1);
      const isFailed = events.includes('PaymentFailed');
      expect(failure).toMatchObject(
        isFailed ? { status: 200 } : { status: 409, body: { code: 'order_status_conflict' } },
      );
      expect(events.includes('RefundRequired')).toBe(isFailed);
    }
  });

  test('units of a product that is running out come back with a failed payment', async () => {
    const { till, point_id, products } = venue;
    const left = async () => {
      const { stop_list } = (await shop.get(`/v1/stop-list?point_id=${point_id}`)).body;
      return stop_list.find((one: { product_id: number }) => one.product_id === products.tea)?.quantity;
    };
    await command(till, 'SetStopList', { point_id, entries: [{ product_id: products.tea, quantity: 5 }] });
    const { order_id } = await place(shop, { items: [{ product_id: products.tea, quantity: 2 }] });
    expect(await left()).toBe(3);
    await report(order_id, { failed: 'no' });
    await report(order_id, { failed: 'no' });
    expect(await left()).toBe(5);
    await command(till, 'ClearStopList', { point_id });
  });

  test('a partner is refused what the venue is: a part of the total, a payment of another order, an order that awaits none', async () => {
    const { order_id, total_amount } = await place();
    const payment = paid(total_amount);
    expect(await report(order_id, { ...payment, amount: total_amount - 1 })).toMatchObject({
      status: 409,
      body: { code: 'payment_differs_from_total', details: { amount: total_amount - 1, total: total_amount } },
    });
    expect((await report(order_id, payment)).status).toBe(200);
    expect(await report(order_id, { ...payment, amount: total_amount + 1 })).toMatchObject({
      status: 409,
      body: { code: 'provider_payment_differs', details: { amount: total_amount + 1, registered: total_amount } },
    });
    const other = await place();
    expect(await report(other.order_id, payment)).toMatchObject({
      status: 409,
      body: { code: 'provider_payment_already_used' },
    });
    // The venue may have told it first.
    const command_id = crypto.randomUUID();
    const told = { command_id, order_id: other.order_id, ...paid(total_amount) };
    await command(venue.till, 'RegisterPayment', told);
    const { provider_payment_id, amount } = told;
    expect((await report(other.order_id, { provider_payment_id, amount })).status).toBe(200);
    expect(await typesOf(other.order_id)).toEqual(['OrderPlaced', 'PaymentRegistered']);
    expect(await report(order_id, { failed: 'no' })).toMatchObject({ body: { code: 'order_status_conflict' } });
    const inCash = await place(shop, { payment_type_id: venue.cash });
    expect(await report(inCash.order_id, paid(inCash.total_amount))).toMatchObject({
      status: 409,
      body: { code: 'online_payment_not_expected' },
    });
  });

  test.each([
    [{}, 'field_required', 'provider_payment_id'],
    [{ amount: 1 }, 'field_required', 'provider_payment_id'],
    [{ provider_payment_id: 'P' }, 'field_required', 'amount'],
    [{ provider_payment_id: 'P', amount: 1, failed: 'no' }, 'payment_or_failed', 'failed'],
    [{ amount: 0, failed: 'no' }, 'payment_or_failed', 'failed'],
    [{ failed: ' ' }, 'field_empty', 'failed'],
    [{ provider_payment_id: 'P', amount: -1 }, 'field_too_small', 'amount'],
  ])('%j is a 400 %s that names %s', async (body, code, field) => {
    const { order_id } = await place();
    expect(await report(order_id, body)).toMatchObject({ status: 400, body: { code, field } });
    expect(await typesOf(order_id)).toEqual(['OrderPlaced']);
  });

  test('an order of another key, another brand, another point, or none is not found', async () => {
    const others = await place(venue.partner);
    const foreign = await createVenue(app);
    const key = { audience: 'partner', name: 'shop', permissions: ['payments'], showcase_ids: [foreign.menu_id] };
    const stranger = await app.client((await command(foreign.till, 'IssueKey', key)).api_key);
    const own = await place();
    const neighbour = await app.client(await issue());
    for (const [order_id, client] of [
      [others.order_id, shop],
      [own.order_id, stranger],
      [own.order_id, neighbour],
      [999_999_999, shop],
    ] as const) {
      for (const body of [paid(98_000), { failed: 'no' }]) {
        expect(await report(order_id, body, client)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
      }
    }
    for (const { order_id } of [others, own]) expect(await typesOf(order_id)).toEqual(['OrderPlaced']);
    const unpermitted = await app.client(await issue({ permissions: ['reports', 'attendance', 'table_booking'] }));
    const refused = await report((await place(unpermitted)).order_id, paid(98_000), unpermitted);
    expect(refused).toMatchObject({ status: 403, body: { code: 'no_access_to_payments' } });
  });

  test('a failure of an order that is deleted otherwise is refused', async () => {
    const { order_id } = await place();
    await command(venue.till, 'FailPayment', { order_id, reason: 'no' });
    expect(await report(order_id, { failed: 'no' })).toMatchObject({
      status: 409,
      body: { code: 'order_already_cancelled' },
    });
  });

  test('the client reports a payment, and reports it again when no answer came', async () => {
    let isLost = false;
    const till = createTillstream({
      baseUrl: app.url,
      apiKey,
      wait: async () => {},
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (!isLost && url.endsWith('/payment')) {
          isLost = true;
          await answer.arrayBuffer();
          throw new TypeError('the connection broke');
        }
        return answer;
      },
    });
    const { order_id, total_amount } = await place();
    expect((await till.orders.paid(order_id, paid(total_amount))).status).toBe('CREATED');
    expect(isLost).toBe(true);
    expect(await typesOf(order_id)).toEqual(['OrderPlaced', 'PaymentRegistered']);
    isLost = false;
    const { order_id: unpaid } = await place();
    expect((await till.orders.paymentFailed(unpaid, 'declined')).status).toBe('DELETED');
  });
});
