import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const HOUR = 60 * MINUTE;
const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let till: HttpClient;
let samsa: number;
let sauce: number;
let voucher: number;
/** When the till sold: everything was defined before, and changes after it. */
let then: string;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  till = venue.till;
  await command(till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id });
});
afterAll(() => app.stop());

beforeEach(async () => {
  const { point_id } = venue;
  sauce = (await command(till, 'DefineProduct', { type: 'modifier', name: 'Sauce', base_price: 2_000 })).id;
  samsa = await define({ base_price: 30_000 });
  voucher = (await command(till, 'DefinePaymentType', { name: 'Voucher', category_id: 2, point_ids: [point_id] })).id;
  clock.move(HOUR);
  then = clock.at(0);
  clock.move(HOUR);
});

const samsaWith = (fields: object) => ({
  type: 'product',
  name: 'Samsa',
  category_id: venue.category_id,
  base_price: 30_000,
  modifier_groups: [{ name: 'Sauces', min: 0, max: 2, required: false, items: [{ product_id: sauce }] }],
  ...fields,
});
const define = async (fields: object): Promise<number> => (await command(till, 'DefineProduct', samsaWith(fields))).id;
const redefine = (fields: object) => command(till, 'DefineProduct', { id: samsa, ...samsaWith(fields) });
const set = (type: string, fields: object) => command(till, type, { point_id: venue.point_id, ...fields });
const send = (type: string, fields: object): Promise<HttpAnswer> =>
  till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
const item = (fields: object = {}) => ({ product_id: samsa, quantity: 1, ...fields });
const open = (fields: object = {}) =>
  send('OpenCheque', { point_id: venue.point_id, order_type_id: 2, items: [item()], occurred_at: then, ...fields });
const opened = async (fields: object = {}): Promise<number> => {
  const { status, body } = await open(fields);
  expect(body).toMatchObject({ status: 'accepted' });
  expect(status).toBe(200);
  return body.result.order_id;
};
const close = (order_id: number, amount: number, fields: object = {}) =>
  send('CloseCheque', {
    order_id,
    cashier_id: venue.cashier_id,
    payments: [{ payment_type_id: venue.cash, amount }],
    occurred_at: then,
    ...fields,
  });
const orderOf = async (order_id: number) => (await till.get(`/venue/v1/orders/${order_id}`)).body;
const eventsOf = async (order_id: number) =>
  (await venue.auditor.get(`/audit/v1/orders/${order_id}/history`)).body.events;
const unitsLeft = async (product_id: number) => {
  const { stop_list } = (await venue.partner.get(`/v1/stop-list?point_id=${venue.point_id}`)).body;
  return stop_list.find((entry: { product_id: number }) => entry.product_id === product_id)?.quantity;
};

describe('what a till sold before it came in', () => {
  test('a late sale has the price of its time, and is closed with it', async () => {
    await set('SetPrices', { prices: [{ product_id: samsa, price: 35_000 }] });
    const order_id = await opened({ items: [item({ modifiers: [{ product_id: sauce, quantity: 1 }] })] });
    await redefine({ base_price: 40_000 });
    await command(till, 'AddItems', { order_id, items: [item({ quantity: 2 })], occurred_at: then });
    expect(await orderOf(order_id)).toMatchObject({ total_amount: 92_000 });
    expect(await close(order_id, 107_000)).toMatchObject({ status: 409 });
    expect(await close(order_id, 92_000)).toMatchObject({ status: 200 });
    const live = { occurred_at: undefined };
    expect(await orderOf(await opened(live))).toMatchObject({ total_amount: 35_000 });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['withdrawn', () => set('SetOnSale', { product_ids: [samsa], on_sale: false })],
    ['inactive', () => redefine({ is_active: false })],
    ['in a closed section', () => set('CloseMenuSection', { category_id: venue.category_id, closed: true })],
    ['stopped', () => set('SetStopList', { entries: [{ product_id: samsa, quantity: 0 }] })],
  ])('a late sale of a dish that is %s since then is recorded; one of now is refused', async (_, change) => {
    await change();
    const order_id = await opened();
    await command(till, 'AddItems', { order_id, items: [item()], occurred_at: then });
    expect(await close(order_id, 60_000)).toMatchObject({ status: 200 });
    expect(await open({ occurred_at: undefined })).toMatchObject({ status: 400 });
    expect((await venue.partner.post('/v1/orders', orderBody(venue, { items: [item()] }))).status).toBe(400);
    await set('CloseMenuSection', { category_id: venue.category_id, closed: false });
  });

  test('an employee who was dismissed since then owes a late sale; a sale after the dismissal is refused', async () => {
    const { point_id } = venue;
    const debt = await command(till, 'DefinePaymentType', {
      name: 'Debt',
      category_id: 6,
      point_ids: [point_id],
      occurred_at: clock.at(-DAY),
    });
    const cook = await command(till, 'HireEmployee', {
      login: 'bek',
      name: 'Bek',
      role: 'cook',
      role_name: 'Cook',
      position_id: 3,
      position_name: 'Cook',
      point_id,
    });
    await command(till, 'DismissEmployee', { employee_id: cook.id, occurred_at: clock.at(-MINUTE) });
    const payments = [{ payment_type_id: debt.id, amount: 30_000, employee_id: cook.id }];
    const order_id = await opened();
    for (const occurred_at of [undefined, clock.at(-MINUTE)]) {
      const refused = await close(order_id, 30_000, { payments, occurred_at });
      expect(refused).toMatchObject({ status: 400, body: { code: 'employee_dismissed' } });
    }
    expect(await close(order_id, 30_000, { payments })).toMatchObject({ status: 200 });
    // As for work: what was done before counts, and nothing after.
    const served = await opened();
    const assign = { order_id: served, waiter_id: cook.id };
    const refused = { status: 400, body: { code: 'employee_dismissed' } };
    const opening = { point_id, cashier_id: cook.id };
    expect(await send('AssignCheque', { ...assign, occurred_at: undefined })).toMatchObject(refused);
    expect(await send('OpenShift', { ...opening, occurred_at: undefined })).toMatchObject(refused);
    expect(await open({ waiter_id: cook.id, occurred_at: clock.at(-MINUTE) })).toMatchObject(refused);
    expect(await send('AssignCheque', { ...assign, occurred_at: then })).toMatchObject({ status: 200 });
  });

  test('a late sale of what was off sale at its time is refused, whatever is on sale now', async () => {
    await set('SetOnSale', { product_ids: [samsa], on_sale: false });
    clock.move(HOUR);
    const closed = clock.at(0);
    clock.move(HOUR);
    await set('SetOnSale', { product_ids: [samsa], on_sale: true });
    expect(await open({ occurred_at: closed })).toMatchObject({ status: 400, body: { code: 'product_not_found' } });
    await set('SetStopList', { entries: [{ product_id: samsa, quantity: 0 }] });
    clock.move(HOUR);
    const stopped = clock.at(0);
    clock.move(HOUR);
    await set('ClearStopList', { product_ids: [samsa] });
    expect(await open({ occurred_at: stopped })).toMatchObject({ status: 400, body: { code: 'product_in_stop_list' } });
    expect(await open()).toMatchObject({ status: 200 });
  });

  test('a late sale takes the units that are left of what became limited since, and never more', async () => {
    await set('SetStopList', { entries: [{ product_id: samsa, quantity: 5 }] });
    const order_id = await opened({ items: [item({ quantity: 3 })] });
    expect(await unitsLeft(samsa)).toBe(2);
    await command(till, 'AddItems', { order_id, items: [item({ quantity: 4 })], occurred_at: then });
    expect(await unitsLeft(samsa)).toBe(0);
    expect(await orderOf(order_id)).toMatchObject({ total_amount: 210_000 });
    await command(till, 'DeleteCheque', { order_id });
    expect(await unitsLeft(samsa)).toBe(5);
  });

  test('late sales of a limited dish are counted by the units of their time', async () => {
    await set('SetStopList', { entries: [{ product_id: samsa, quantity: 4 }], occurred_at: clock.at(-90 * MINUTE) });
    const partner = orderBody(venue, { items: [item({ quantity: 3 })] });
    expect((await venue.partner.post('/v1/orders', partner)).status).toBe(200);
    // Three were sold after it, and one is left now.
    await opened({ items: [item({ quantity: 2 })] });
    expect(await unitsLeft(samsa)).toBe(0);
    const tooMany = await open({ items: [item({ quantity: 4 })] });
    expect(tooMany).toMatchObject({ status: 400, body: { code: 'stop_list_insufficient' } });
    await opened({ items: [item({ quantity: 2 })] });
  });

  test('a late sale has the price window, the cost and the category of its time', async () => {
    const { time } = toLocal(then);
    const window = { days: [1, 2, 3, 4, 5, 6, 7], from: time, to: toLocal(clock.at(-30 * MINUTE)).time };
    await set('SetPrices', {
      prices: [{ product_id: samsa, price: 25_000, window }],
      occurred_at: clock.at(-3 * HOUR),
    });
    await set('SetCosts', { costs: [{ product_id: samsa, cost: 9_000 }], occurred_at: clock.at(-3 * HOUR) });
    await set('SetCosts', { costs: [{ product_id: samsa, cost: 14_000 }] });
    const { id: category_id } = await command(till, 'DefineCategory', { name: 'Pastry' });
    await redefine({ category_id });
    const order_id = await opened();
    expect(await close(order_id, 25_000)).toMatchObject({ status: 200 });
    const cheque = (await eventsOf(order_id)).find((event: { type: string }) => event.type === 'ChequeClosed');
    expect(cheque.data.lines).toMatchObject([{ cost: 9_000, category_id: venue.category_id, price: 25_000 }]);
  });

  test('a late closing, deletion and return go by the references of their time', async () => {
    const order_id = await opened();
    await command(till, 'DefinePaymentType', { id: voucher, name: 'Old voucher', category_id: 2, point_ids: [] });
    const paid = { payments: [{ payment_type_id: voucher, amount: 30_000 }] };
    expect(await close(order_id, 0, { ...paid, occurred_at: undefined })).toMatchObject({ status: 400 });
    const late = await close(order_id, 0, paid);
    expect(late.body).toMatchObject({ status: 'accepted' });
    expect((await orderOf(order_id)).payments).toMatchObject([{ payment_type_name: 'Voucher' }]);
    const cause = { name: 'Spilt', is_default: false, is_comment_required: false };
    const { id: cancel_cause_id } = await command(till, 'DefineCancelCause', {
      ...cause,
      occurred_at: clock.at(-3 * HOUR),
    });
    await command(till, 'DefineCancelCause', { id: cancel_cause_id, ...cause, is_comment_required: true });
    const other = await opened();
    const deletion = { order_id: other, cancel_cause_id };
    expect(await send('DeleteCheque', deletion)).toMatchObject({ status: 400 });
    expect(await send('DeleteCheque', { ...deletion, occurred_at: then })).toMatchObject({ status: 200 });
  });

  test('money that moved earlier may be of a payment type that the point has given up since', async () => {
    const account = { source: 'bank', code: `B${samsa}`, name: 'Bank', point_id: venue.point_id };
    const { id: account_id } = await command(till, 'DefineAccount', account);
    const point_ids: string[] = [];
    await command(till, 'DefinePaymentType', { id: voucher, name: 'Voucher', category_id: 2, point_ids });
    const moved = {
      point_id: venue.point_id,
      register: 'account',
      account_id,
      payment_type_id: voucher,
      direction: 'minus',
      operation: 'expense',
      amount: 7_000,
    };
    expect(await send('MoveMoney', { ...moved, occurred_at: then })).toMatchObject({ status: 200 });
    expect(await send('MoveMoney', moved)).toMatchObject({
      status: 400,
      body: { code: 'payment_type_not_available' },
    });
  });

  test('a late price counts from when it was set, also if later ones were recorded before it', async () => {
    await set('SetPrices', { prices: [{ product_id: samsa, price: 35_000 }] });
    const price = { prices: [{ product_id: samsa, price: 32_000 }], occurred_at: clock.at(-90 * MINUTE) };
    await set('SetPrices', price);
    expect(await orderOf(await opened())).toMatchObject({ total_amount: 32_000 });
    expect(await orderOf(await opened({ occurred_at: clock.at(-100 * MINUTE) }))).toMatchObject({
      total_amount: 30_000,
    });
  });
});

describe('what the log cannot tell', () => {
  test('a late sale of what was not defined yet has the till’s price and name, and says so everywhere', async () => {
    const { id: extra } = await command(till, 'DefineProduct', { type: 'modifier', name: 'Extra', base_price: 1_000 });
    const group = { name: 'More', min: 0, max: 2, required: false, items: [{ product_id: extra }] };
    const fresh = await define({ name: 'Manti', base_price: 50_000, modifier_groups: [group] });
    const sold = { product_id: fresh, quantity: 2, price: 44_000, name: 'Manti (new)' };
    const order_id = await opened({
      items: [{ ...sold, modifiers: [{ product_id: extra, quantity: 1, price: 500 }] }, item({ price: 1, name: 'x' })],
    });
    const marked = { name: 'Manti (new)', price: 44_000, taken_from_till: true };
    const items = [
      { ...marked, modifiers: [{ name: 'Extra', price: 500, taken_from_till: true }] },
      { name: 'Samsa', price: 30_000 },
    ];
    expect((await orderOf(order_id)).items).toMatchObject([items[0], { ...items[1], taken_from_till: false }]);
    const [event] = await eventsOf(order_id);
    expect(event.data.lines).toMatchObject(items);
    expect(event.data.lines[1]).not.toHaveProperty('taken_from_till');
    expect((await venue.auditor.get(`/audit/v1/orders/${order_id}`)).body.state.items).toMatchObject(items);
    expect(await close(order_id, 119_000)).toMatchObject({ status: 200 });
    // Without a price of the till, that of now counts; and a sale of now has no price but ours.
    const { product_id, quantity } = sold;
    const without = await orderOf(await opened({ items: [{ product_id, quantity }] }));
    expect(without).toMatchObject({ total_amount: 100_000, items: [{ taken_from_till: false }] });
    const live = await orderOf(await opened({ items: [sold], occurred_at: undefined }));
    expect(live).toMatchObject({ total_amount: 100_000, items: [{ name: 'Manti', taken_from_till: false }] });
  });

  test('a late sale of what was not defined yet is recorded, whatever it is now', async () => {
    const { id: extra } = await command(till, 'DefineProduct', { type: 'modifier', name: 'Extra', base_price: 1_000 });
    const group = { name: 'Must', min: 1, max: 1, required: true, items: [{ product_id: extra }] };
    const strict = await define({ name: 'Lagman', base_price: 50_000, modifier_groups: [group] });
    const told = { quantity: 1, price: 5_000, name: 'Sold so' };
    const items = [
      // By now a modifier alone; a dish of now with a group that must be chosen; a modifier of now, in a dish of then.
      { ...told, product_id: extra },
      { ...told, product_id: strict, modifiers: [{ product_id: sauce, quantity: 1 }] },
      { ...told, product_id: strict, quantity: 0.5 },
      item({ modifiers: [{ ...told, product_id: extra }] }),
    ];
    const order_id = await opened({ items });
    const marked = { name: 'Sold so', price: 5_000, taken_from_till: true };
    expect((await orderOf(order_id)).items).toMatchObject([
      marked,
      { ...marked, modifiers: [{ name: 'Sauce', taken_from_till: false }] },
      { ...marked, quantity: 0.5 },
      { name: 'Samsa', modifiers: [marked], taken_from_till: false },
    ]);
    await command(till, 'AddItems', { order_id, items: [items[0]], occurred_at: then });
    expect((await orderOf(order_id)).total_amount).toBe(5_000 + 5_000 + 2_000 + 2_500 + 35_000 + 5_000);
    for (const refused of items) expect((await open({ items: [refused], occurred_at: undefined })).status).toBe(400);
  });

  test('a late closing on account is judged by the debt limit of its time', async () => {
    const { id: on_account } = await command(till, 'DefinePaymentType', {
      name: 'Account',
      category_id: 6,
      point_ids: [venue.point_id],
      occurred_at: clock.at(-DAY),
    });
    const firm = async (debt_limit: number) =>
      (await command(till, 'RegisterOrganization', { name: 'Firm', debt_limit, occurred_at: clock.at(-DAY) })).id;
    const closing = async (organization_id: number, fields: object = {}) => {
      const order_id = await opened();
      await command(till, 'AssignCheque', { order_id, organization_id });
      const payments = [{ payment_type_id: on_account, amount: 30_000 }];
      return (await close(order_id, 0, { payments, ...fields })).body.code ?? 'closed';
    };
    const lowered = await firm(60_000);
    await command(till, 'RegisterOrganization', { id: lowered, name: 'Firm', debt_limit: 10_000 });
    expect(await closing(lowered, { occurred_at: undefined })).toBe('debt_limit_exceeded');
    expect(await closing(lowered)).toBe('closed');
    const raised = await firm(10_000);
    await command(till, 'RegisterOrganization', { id: raised, name: 'Firm', debt_limit: 60_000 });
    expect(await closing(raised)).toBe('debt_limit_exceeded');
    expect(await closing(raised, { occurred_at: undefined })).toBe('closed');
    // What was charged since does not count.
    const charged = await firm(40_000);
    expect(await closing(charged, { occurred_at: undefined })).toBe('closed');
    expect(await closing(charged)).toBe('closed');
    expect(await closing(charged)).toBe('debt_limit_exceeded');
    // A change that is told late counts from its own time.
    const told = await firm(10_000);
    await command(till, 'RegisterOrganization', { id: told, name: 'Firm', debt_limit: 5_000 });
    await command(till, 'RegisterOrganization', { id: told, name: 'Firm', debt_limit: 60_000, occurred_at: then });
    expect(await closing(told)).toBe('closed');
  });

  test('a till’s price below zero is refused, and a product that has never been defined', async () => {
    expect(await open({ items: [item({ price: -1 })] })).toMatchObject({ status: 400 });
    const unknown = { product_id: 999_999_999, quantity: 1, price: 5 };
    expect(await open({ items: [unknown] })).toMatchObject({ status: 400, body: { code: 'product_not_found' } });
  });
});

const toLocal = (instant: string) => {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO('Asia/Tashkent');
  return { time: local.toPlainTime().toString({ smallestUnit: 'minute' }) };
};
