import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { effort } from '../support/effort.ts';
import { createClient, type HttpAnswer, type HttpClient } from '../support/http-client.ts';
import { type SharedPair, sharedPair } from '../support/shared-pair.ts';
import { unitsInLog } from '../support/stop-list-log.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let apps: SharedPair;
let app: TestApp;
let other: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  apps = await sharedPair();
  ({ app, other } = apps);
  venue = await createVenue(app);
});
afterAll(async () => {
  await apps.stop();
});

const setStopList = (product_id: number, quantity: number, client = venue.till) =>
  command(client, 'SetStopList', { point_id: venue.point_id, entries: [{ product_id, quantity }] });

const products = () =>
  command(venue.till, 'DefineProduct', {
    type: 'product',
    category_id: venue.category_id,
    name: `Samsa ${randomUUID()}`,
    base_price: 9_000,
  });
/** A product of its own for every test, which both processes sell: the other one hears of it a moment later. */
const newProduct = async (): Promise<number> => {
  const { id: product_id } = await products();
  const cart = { point_id: venue.point_id, items: [{ product_id, quantity: 1 }] };
  const there = elsewhere(venue.partner);
  await vi.waitFor(async () => expect((await there.post('/v1/orders/calculate', cart)).status).toBe(200));
  return product_id;
};

const order = (product_id: number, quantity = 1, partner: HttpClient = venue.partner): Promise<HttpAnswer> =>
  partner.post('/v1/orders', orderBody(venue, { items: [{ product_id, quantity }], external_id: randomUUID() }));

const stopListOf = async (product_id: number, partner = venue.partner): Promise<number | undefined> => {
  const { body } = await partner.get(`/v1/stop-list?point_id=${venue.point_id}`);
  return body.stop_list.find((entry: { product_id: number }) => entry.product_id === product_id)?.quantity;
};
const elsewhere = (partner: HttpClient): HttpClient => createClient(other.url, partner.token);
const inLog = (product_id: number) => unitsInLog(app.tillstream.store, venue.point_id, product_id);
const count = (answers: readonly HttpAnswer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe('200 orders at once on 50 units', () => {
  test('200 orders at once on 50 units sell exactly 50', async () => {
    const product = await newProduct();
    await setStopList(product, 50);
    const answers = await Promise.all(Array.from({ length: 200 }, () => order(product)));
    expect([count(answers, 200), count(answers, 400)]).toEqual([50, 150]);
    expect(new Set(answers.filter(({ status }) => status === 400).map(({ body }) => body.code))).toEqual(
      new Set(['product_in_stop_list']),
    );
    expect(await inLog(product)).toMatchObject({ held: 50, ordered: 50 });
    expect((await inLog(product)).lefts.at(-1)).toBe(0);
  });

  test('200 orders at once on 50 units sell exactly 50 when two processes share the database', async () => {
    const product = await newProduct();
    await setStopList(product, 50);
    const there = elsewhere(venue.partner);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => order(product, 1, index % 2 === 0 ? venue.partner : there)),
    );
    expect([count(answers, 200), count(answers, 400)]).toEqual([50, 150]);
    expect(await inLog(product)).toMatchObject({ held: 50, ordered: 50 });
  });

  test('200 orders at once on 50 units sell 50 of a product that is ordered as a modifier too, in different amounts', async () => {
    const { plov, small, egg } = venue.products;
    await setStopList(egg, 50);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => {
        const modifiers = [small, egg].map((product_id) => ({ product_id, quantity: 1 }));
        return venue.partner.post(
          '/v1/orders',
          orderBody(venue, { items: [{ product_id: plov, quantity: 3, modifiers }] }),
        );
      }),
    );
    expect([count(answers, 200), count(answers, 400)]).toEqual([16, 24]);
    expect(await inLog(egg)).toMatchObject({ held: 48, ordered: 48 });
    expect(answers.find(({ status }) => status === 400)?.body.message).toMatch(/Egg.*2/);
    await command(venue.till, 'ClearStopList', { point_id: venue.point_id, product_ids: [egg] });
  });
});

test('of two partners that order the last unit at once one gets it, the other hears what is left', async () => {
  const { id: second } = await command(venue.till, 'IssueKey', {
    audience: 'partner',
    name: 'another app',
    showcase_ids: [venue.menu_id],
  }).then(async ({ api_key }) => ({ id: await other.client(api_key) }));
  for (let round = 0; round < 10; round++) {
    const product = await newProduct();
    await setStopList(product, 1);
    const answers = await Promise.all([order(product), order(product, 1, second)]);
    expect([count(answers, 200), count(answers, 400)]).toEqual([1, 1]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'product_in_stop_list',
      message: expect.stringMatching(/Samsa.*: 0 left/),
    });
  }
});

test('a cancelled order gives its units back: the very next GET and the very next order have them', async () => {
  const product = await newProduct();
  await setStopList(product, 3);
  const placed = await order(product, 3);
  expect(await order(product)).toMatchObject({ status: 400, body: { code: 'product_in_stop_list' } });
  const cancelled = await venue.partner.post(`/v1/orders/${placed.body.order_id}/cancel`, {});
  expect(cancelled.status).toBe(200);
  expect(await stopListOf(product)).toBe(3);
  expect(await order(product, 4)).toMatchObject({ status: 400, body: { code: 'stop_list_insufficient' } });
  expect(await order(product, 2)).toMatchObject({ status: 200 });
  expect(await inLog(product)).toMatchObject({ held: 2, ordered: 2 });
});

test('an order deleted by the till gives its units back as well', async () => {
  const product = await newProduct();
  await setStopList(product, 2);
  const { order_id } = (await order(product, 2)).body;
  await command(venue.till, 'AcceptOrder', { order_id });
  await command(venue.till, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });
  expect(await stopListOf(product)).toBe(2);
  expect(await order(product, 2)).toMatchObject({ status: 200 });
});

test('orders and cancellations all at once, over two processes, leave every unit where it belongs', async () => {
  const product = await newProduct();
  await setStopList(product, 40);
  const there = elsewhere(venue.partner);
  const guest = async (number: number): Promise<void> => {
    for (let turn = 0; turn < 4; turn++) {
      const placed = await order(product, 1 + (turn % 3), turn % 2 === 0 ? venue.partner : there);
      if (placed.status === 400) continue;
      expect(placed.status, JSON.stringify(placed.body)).toBe(200);
      const cancelling = (number + turn) % 3 === 0 ? venue.partner : there;
      if ((number + turn) % 2 !== 0) continue;
      const cancelled = await cancelling.post(`/v1/orders/${placed.body.order_id}/cancel`, {});
      expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 30 }, (_, number) => guest(number)));
  const { lefts, held, ordered } = await inLog(product);
  expect(Math.min(...lefts)).toBeGreaterThanOrEqual(0);
  expect(held).toBe(ordered);
  expect(lefts.at(-1)! + held).toBe(40);
});

test('a stop-list set while orders run counts from that moment', async () => {
  const product = await newProduct();
  await setStopList(product, 5);
  const there = elsewhere(venue.partner);
  const orders = Array.from({ length: 60 }, (_, index) => order(product, 1, index % 2 === 0 ? venue.partner : there));
  await Promise.all([7, 3, 11].map((quantity) => setStopList(product, quantity)));
  const answers = await Promise.all(orders);
  const { lefts, held, ordered } = await inLog(product);
  expect(ordered).toBe(count(answers, 200));
  expect(held).toBe(ordered);
  // Every quantity follows from the one before it: one less, or what the venue has set.
  const set = new Set([5, 7, 3, 11]);
  for (const [index, left] of lefts.entries()) {
    expect(left).toBeGreaterThanOrEqual(0);
    if (index > 0 && left !== lefts[index - 1]! - 1) expect(set).toContain(left);
  }
});

test('an order that is sent twice at once holds its units once', async () => {
  const product = await newProduct();
  await setStopList(product, 10);
  const body = orderBody(venue, { items: [{ product_id: product, quantity: 2 }], external_id: randomUUID() });
  const there = elsewhere(venue.partner);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? venue.partner : there).post('/v1/orders', body)),
  );
  expect(count(answers, 200)).toBe(6);
  expect(new Set(answers.map((answer) => answer.body.order_id)).size).toBe(1);
  expect(await inLog(product)).toMatchObject({ held: 2, ordered: 2 });
  await vi.waitFor(async () => expect(await stopListOf(product)).toBe(8));
});

test('what one process has stopped the other does not sell a moment later', async () => {
  const product = await newProduct();
  const there = elsewhere(venue.partner);
  const sell = () => order(product, 1, there);
  for (let round = 0; round < effort({ short: 12, long: 40 }); round++) {
    await command(venue.till, 'ClearStopList', { point_id: venue.point_id, product_ids: [product] });
    // That it is free again may take the other a moment longer to hear.
    await vi.waitFor(async () => expect((await sell()).status).toBe(200));
    await setStopList(product, 0);
    expect(await sell()).toMatchObject({ status: 400, body: { code: 'product_in_stop_list' } });
  }
});

test('an order that is sent twice at once with different items is one order, and neither sender hears no', async () => {
  const there = elsewhere(venue.partner);
  for (let round = 0; round < 8; round++) {
    const product = await newProduct();
    await setStopList(product, 2);
    await vi.waitFor(async () => expect(await stopListOf(product, there)).toBe(2));
    const external_id = randomUUID();
    const answers = await Promise.all(
      [1, 2].map((quantity) =>
        (quantity === 1 ? venue.partner : there).post(
          '/v1/orders',
          orderBody(venue, { items: [{ product_id: product, quantity }], external_id }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = answers.map(({ body }) => body);
    expect(one.order_id).toBe(two.order_id);
    expect(await inLog(product)).toMatchObject({ ordered: one.items[0].quantity });
  }
});
