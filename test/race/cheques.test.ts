import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClient, type HttpAnswer, type HttpClient } from '../support/http-client.ts';
import { type SharedPair, sharedPair } from '../support/shared-pair.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let apps: SharedPair;
let app: TestApp;
let other: TestApp;
let venue: TestVenue;
/** The same till and partner at each of the two. */
let tills: readonly HttpClient[];
let partners: readonly HttpClient[];

beforeAll(async () => {
  apps = await sharedPair();
  ({ app, other } = apps);
});
afterAll(async () => {
  await apps.stop();
});
beforeEach(async () => {
  venue = await createVenue(app);
  tills = [venue.till, createClient(other.url, venue.till.token)];
  partners = [venue.partner, createClient(other.url, venue.partner.token)];
  const { point_id, cashier_id } = venue;
  await command(venue.till, 'OpenShift', { point_id, cashier_id });
});

const send = (index: number, type: string, fields: object): Promise<HttpAnswer> =>
  tills[index % 2]!.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
const many = <Answer>(count: number, of: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => of(index)));
const tea = (quantity: number) => ({ product_id: venue.products.tea, quantity });
const open = async (fields: object): Promise<number> =>
  (await command(venue.till, 'OpenCheque', { point_id: venue.point_id, order_type_id: 1, ...fields })).order_id;
const close = (index: number, order_id: number, amount: number) =>
  send(index, 'CloseCheque', {
    order_id,
    cashier_id: venue.cashier_id,
    payments: [{ payment_type_id: venue.cash, amount }],
  });
const order = async (order_id: number) => (await venue.till.get(`/venue/v1/orders/${order_id}`)).body;

test('of twenty returns over two processes no more come true than was sold, and documents have no holes', async () => {
  const cheques = [await open({ items: [tea(5)] }), await open({ items: [tea(4)] })];
  await close(0, cheques[0]!, 40_000);
  await close(1, cheques[1]!, 32_000);
  const lines = await Promise.all(cheques.map(async (order_id) => (await order(order_id)).items[0].line_id));
  const answers = await many(20, (index) => {
    const of = (index >> 1) % 2;
    const line = { line_id: lines[of], quantity: 1 };
    return send(index, 'ReturnGoods', { order_id: cheques[of], lines: [line], payment_type_id: venue.cash });
  });
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), ...Array(11).fill(409)]);
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.result.document_number);
  expect(made.toSorted((first, second) => first - second)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const returned = await Promise.all(
    cheques.map(async (order_id) => (await order(order_id)).items[0].returned_quantity),
  );
  expect(returned).toEqual([5, 4]);
});

test('one external_id is one order, whether tills or partners come with it, at either process', async () => {
  for (let round = 0; round < 3; round++) {
    const external_id = randomUUID();
    const answers = await many(16, (index) =>
      index % 4 < 2
        ? send(index, 'OpenCheque', { point_id: venue.point_id, order_type_id: 2, external_id, items: [tea(1)] })
        : partners[index % 2]!.post('/v1/orders', orderBody(venue, { external_id })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(new Set(answers.map(({ body }) => body.result?.order_id ?? body.order_id)).size).toBe(1);
  }
});

/** A waiter adds one tea after another until the cheque is closed; a cashier takes what it shows until he has closed it. */
const waiter = async (index: number, order_id: number): Promise<number> => {
  for (let added = 0; ; added++) {
    const { status, body } = await send(index, 'AddItems', { order_id, items: [tea(1)] });
    if (status === 200) continue;
    expect(body.code).toBe('cheque_already_closed');
    return added;
  }
};
const cashier = async (index: number, order_id: number): Promise<number> => {
  for (let tries = 0; ; tries++) {
    const { status, body } = await close(index, order_id, (await order(order_id)).total_amount);
    if (status === 200) return tries;
    if (body.code === 'cheque_already_closed') return 0;
    expect(body.code).toBe('payments_differ_from_total');
  }
};

test('a cheque that is added to and closed at once is paid for what it holds', async () => {
  let refused = 0;
  for (let round = 0; round < 4; round++) {
    const order_id = await open({ items: [tea(1)] });
    const waiters = many(2, (index) => waiter(index, order_id));
    const tries = await many(2, (index) => cashier(index, order_id));
    const added = (await waiters).reduce((total, cups) => total + cups, 0);
    const now = await order(order_id);
    expect(now).toMatchObject({ status: 'CLOSED', total_amount: (1 + added) * 8_000 });
    expect(now.items).toHaveLength(1 + added);
    expect(now.payments).toMatchObject([{ amount: now.total_amount }]);
    refused += tries.reduce((total, times) => total + times, 0);
  }
  // They did meet: a cashier had a sum in hand that was no longer the cheque's.
  expect(refused).toBeGreaterThan(0);
});
