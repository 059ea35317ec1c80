// A database of its own: it rebuilds read models, and compares whole tables.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { command, type TestApp } from '../support/app.ts';
import { asListed } from '../support/as-listed.ts';
import { createClock, DAY } from '../support/clock.ts';
import { openStream } from '../support/event-stream.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let till: HttpClient;
let waiter: number;
const clock = createClock();

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read });
  venue = await createVenue(app);
  till = venue.till;
  await openShift();
  const position = { role: 'waiter', role_name: 'Waiter', position_id: 2, position_name: 'Waiter' };
  waiter = (await command(till, 'HireEmployee', { login: 'lola', name: 'Lola', ...position })).id;
});
afterAll(() => app.stop());

const openShift = async (): Promise<number> =>
  (await command(till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id })).shift_id;
const send = (type: string, fields: object, client = till): Promise<HttpAnswer> =>
  client.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
const orderOf = async (order_id: number) => (await till.get(`/venue/v1/orders/${order_id}`)).body;
const listed = async (order_id: number) =>
  (await till.get(`/venue/v1/orders?after_id=${order_id - 1}&limit=1`)).body.orders[0];
const history = async (order_id: number): Promise<string[]> =>
  (await venue.auditor.get(`/audit/v1/orders/${order_id}/history`)).body.events.map((it: { type: string }) => it.type);
const open = async (fields: object = {}): Promise<number> =>
  (await command(till, 'OpenCheque', { point_id: venue.point_id, order_type_id: 1, ...fields })).order_id;
const tea = (quantity = 1) => ({ product_id: venue.products.tea, quantity });
const plov = (quantity = 1) => ({
  product_id: venue.products.plov,
  quantity,
  modifiers: [
    { product_id: venue.products.small, quantity: 1 },
    { product_id: venue.products.garlic, quantity: 1 },
  ],
});
const close = (order_id: number, amount: number, fields: object = {}) =>
  send('CloseCheque', {
    order_id,
    cashier_id: venue.cashier_id,
    payments: [{ payment_type_id: venue.cash, amount }],
    ...fields,
  });
const closed = async (items: object[], amount: number): Promise<number> => {
  const order_id = await open({ items });
  expect((await close(order_id, amount)).status).toBe(200);
  return order_id;
};
const rows = async (text: string, ...values: unknown[]) => (await app.tillstream.pool.query(text, values)).rows;

describe('a cheque of the till', () => {
  test('a cheque of the till opens empty on a table, is filled, paid and closed', async () => {
    const order_id = await open({ table_id: venue.table_id, waiter_id: waiter, guests: 3 });
    const empty = await orderOf(order_id);
    expect(empty).toMatchObject({
      order_id,
      status: 'UNCONFIRMED_ORDER',
      table_id: venue.table_id,
      waiter_id: waiter,
      persons: 3,
      items: [],
      total_amount: 0,
      payment_type_id: null,
      source_id: 0,
      external_id: null,
      client: { name: null, phone: null, client_id: null },
    });
    expect(await listed(order_id)).toEqual(asListed(empty));
    const { line_ids } = await command(till, 'AddItems', { order_id, items: [plov(2), tea()] });
    await command(till, 'SendToKitchen', { order_id });
    const filled = await orderOf(order_id);
    expect(filled.total_amount).toBe(2 * 45_000 + 2 * 3_000 + 8_000);
    expect(
      filled.items.map((item: { line_id: number; is_printed: boolean }) => [item.line_id, item.is_printed]),
    ).toEqual(line_ids.map((line_id: number) => [line_id, true]));
    expect((await close(order_id, 104_000)).body.result.status).toBe('CLOSED');
    expect(await orderOf(order_id)).toMatchObject({ status: 'CLOSED', payment_type_id: venue.cash, waiter_id: waiter });
    expect(await listed(order_id)).toEqual(asListed(await orderOf(order_id)));
    expect(await rows('select * from read.cheques where known_to is null and id = $1', order_id)).toMatchObject([
      { waiter_id: waiter, table_id: venue.table_id, guests: 3, client_id: null, goods_amount: 104_000 },
    ]);
  });

  test('a cheque of the till has the point’s prices, not a showcase’s, and the price of its moment', async () => {
    const { till: its, point_id, category_id } = await createVenue(app);
    const fields = { type: 'product', category_id, name: 'Samsa', base_price: 9_000 };
    const { id: product_id } = await command(its, 'DefineProduct', fields);
    const shown = { product_id, category_id: 1, price: 11_000 };
    await command(its, 'PublishShowcase', {
      name: 'App',
      categories: [{ id: 1, name: 'All', order_number: 1 }],
      products: [shown],
    });
    const total = async (): Promise<number> => {
      const cheque = { point_id, order_type_id: 2, items: [{ product_id, quantity: 1 }] };
      const { order_id } = await command(its, 'OpenCheque', cheque);
      return (await its.get(`/venue/v1/orders/${order_id}`)).body.total_amount;
    };
    expect(await total()).toBe(9_000);
    await command(its, 'SetPrices', { point_id, prices: [{ product_id, price: 10_000 }] });
    expect(await total()).toBe(10_000);
    // A till that was offline: new prices, and a cheque at them, in one batch.
    const prices = [{ product_id, price: 12_000 }];
    const cheque = { point_id, order_type_id: 2, items: [{ product_id, quantity: 1 }] };
    const commands = [
      { type: 'SetPrices', command_id: randomUUID(), point_id, prices },
      { type: 'OpenCheque', command_id: randomUUID(), ...cheque },
    ];
    const { results } = (await its.post('/venue/v1/commands', { commands })).body;
    const { order_id } = results[1].result;
    expect((await its.get(`/venue/v1/orders/${order_id}`)).body.total_amount).toBe(12_000);
  });

  test('a cheque of a till that was offline is dated and priced as of then, and so are items it adds', async () => {
    const { till: its, auditor, point_id, products } = await createVenue(app);
    // Yesterday at noon in Tashkent.
    const occurred_at = `${clock.at(-DAY).slice(0, 10)}T07:00:00.000Z`;
    const window = { days: [1, 2, 3, 4, 5, 6, 7], from: '11:30', to: '12:30' };
    await command(its, 'SetPrices', { point_id, prices: [{ product_id: products.tea, price: 6_000, window }] });
    const items = [{ product_id: products.tea, quantity: 1 }];
    const { order_id } = await command(its, 'OpenCheque', { point_id, order_type_id: 2, items, occurred_at });
    await command(its, 'AddItems', { order_id, items, occurred_at });
    expect((await its.get(`/venue/v1/orders/${order_id}`)).body.total_amount).toBe(12_000);
    await command(its, 'AddItems', { order_id, items });
    expect((await its.get(`/venue/v1/orders/${order_id}`)).body.total_amount).toBe(20_000);
    const [opened] = (await auditor.get(`/audit/v1/orders/${order_id}/history`)).body.events;
    expect(opened.data).toMatchObject({ placed_at: occurred_at, placed_business_date: occurred_at.slice(0, 10) });
  });

  test('a cheque of the till is the order that its external_id belongs to, if the till was first and if a partner was', async () => {
    const aggregated = { external_id: 'W-1', source_id: 4, items: [tea()] };
    const order_id = await open(aggregated);
    expect(await orderOf(order_id)).toMatchObject({ external_id: 'W-1', source_id: 4 });
    const again = await send('OpenCheque', { point_id: venue.point_id, order_type_id: 2, ...aggregated, items: [] });
    expect(again.body).toMatchObject({ status: 'accepted', position: null, result: { order_id } });
    const fromPartner = await venue.partner.post('/v1/orders', orderBody(venue, { external_id: 'W-1' }));
    expect(fromPartner).toMatchObject({ status: 200, body: { order_id, total_amount: 8_000, external_id: 'W-1' } });
    expect((await venue.partner.get(`/v1/orders/${order_id}`)).body).toEqual(fromPartner.body);
    expect((await venue.partner.post(`/v1/orders/${order_id}/cancel`, {})).body.code).toBe('order_already_accepted');

    const placed = (await venue.partner.post('/v1/orders', orderBody(venue, { external_id: 'W-2' }))).body.order_id;
    expect(await open({ external_id: 'W-2' })).toBe(placed);
    // Scoped to the point: at another, the same id is another order.
    const { id: point_id } = await definePoint(till, { name: 'Alay' });
    expect(await open({ point_id, external_id: 'W-2' })).not.toBe(placed);
  });

  test('a cheque of the till reads phones as they are written in the country of its brand, those of its points too', async () => {
    const { till: its, auditor, point_id } = await createVenue(app, { country_code: 'TR', currency: 'TRY' });
    const client = { phone: '0532 123 45 67' };
    const { order_id } = await command(its, 'OpenCheque', { point_id, order_type_id: 1, client });
    expect((await its.get(`/venue/v1/orders/${order_id}`)).body.client.phone).toBe('+905321234567');
    const { id } = await definePoint(its, { phone: '0212 123 45 67' });
    const { events } = (await auditor.get(`/audit/v1/events?stream=point-${id}`)).body;
    expect(events).toMatchObject([{ data: { phone: '+902121234567' } }]);
  });

  test('a cheque of the till calls a known client by the name given before, unless it gives another', async () => {
    const phone = '+998 90 111-22-33';
    const named = async (client: object) =>
      (await till.get(`/venue/v1/orders/${await open({ client })}`)).body.client.name;
    expect(await named({ phone })).toBeNull();
    expect(await named({ phone, name: 'Nilufar' })).toBe('Nilufar');
    expect(await named({ phone })).toBe('Nilufar');
    expect(await named({ phone, name: 'Nilufar’s mother' })).toBe('Nilufar’s mother');
    expect(await named({ name: 'Somebody' })).toBe('Somebody');
  });

  test('of twenty cheques of the till at once with one external_id there is one', async () => {
    const cheque = { point_id: venue.point_id, order_type_id: 2, external_id: 'W-20', items: [tea()] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('OpenCheque', cheque)));
    expect(new Set(answers.map(({ body }) => body.result.order_id)).size).toBe(1);
    expect(await history(answers[0]!.body.result.order_id)).toEqual(['ChequeOpened']);
  });

  test('a cheque of the till knows its guest by phone, and may know only a name', async () => {
    const known = await orderOf(await open({ client: { phone: '90 555 44 33', name: 'Karim' } }));
    expect(known.client).toEqual({ name: 'Karim', phone: '+998905554433', client_id: expect.any(Number) });
    const body = orderBody(venue, { client: { phone: '+998905554433' } });
    const { order_id } = (await venue.partner.post('/v1/orders', body)).body;
    expect((await orderOf(order_id)).client.client_id).toBe(known.client.client_id);
    expect((await orderOf(await open({ client: { name: 'Table by the window' } }))).client).toEqual({
      name: 'Table by the window',
      phone: null,
      client_id: null,
    });
    for (const [given, name] of [
      [' Karim ', 'Karim'],
      ['  ', null],
    ]) {
      expect((await orderOf(await open({ client: { name: given } }))).client.name).toBe(name);
    }
    expect(
      (await send('OpenCheque', { point_id: venue.point_id, order_type_id: 1, client: { phone: '12' } })).body.code,
    ).toBe('phone_invalid');
  });

  test('a cheque of the till can name only existing things', async () => {
    const other = await createVenue(app);
    const refused = async (fields: object) => {
      const { status, body } = await send('OpenCheque', { point_id: venue.point_id, order_type_id: 1, ...fields });
      return `${status} ${body.code}`;
    };
    expect(await refused({ table_id: other.table_id })).toBe('400 table_not_found');
    expect(await refused({ waiter_id: other.cashier_id })).toBe('400 employee_not_found');
    expect(await refused({ order_type_sub_id: 999_999_999 })).toBe('400 order_type_sub_not_found');
    expect(await refused({ items: [{ product_id: other.products.tea, quantity: 1 }] })).toBe('400 product_not_found');
    expect(await refused({ items: [tea(0.5)] })).toBe('400 quantity_not_divisible');
    expect(await refused({ point_id: other.point_id })).toBe('404 point_not_found');
    expect(await refused({ order_type_id: 4 })).toBe('400 field_too_big');
  });

  test('a cheque of another brand, or of a point outside of the key’s, does not exist for a till', async () => {
    const order_id = await closed([tea()], 8_000);
    const [line] = (await orderOf(order_id)).items;
    const { id: point_id } = await definePoint(till, { name: 'Alay' });
    const bound = await command(await app.platform(), 'IssueKey', {
      brand_id: venue.brand_id,
      audience: 'venue',
      name: 'bound',
      point_ids: [point_id],
    });
    const strangers = [(await createVenue(app)).till, await app.client(bound.api_key)];
    const { line_id } = line;
    const attempts: [string, object][] = [
      ['AddItems', { items: [tea()] }],
      ['RemoveItem', { line_id, quantity: 1, reason: 'x' }],
      ['AdjustCheque', { discount: 1 }],
      ['AssignCheque', { guests: 2 }],
      ['ReopenCheque', { reason: 'x' }],
      ['ReturnGoods', { lines: [{ line_id, quantity: 1 }], payment_type_id: venue.cash }],
    ];
    for (const client of strangers) {
      for (const [type, fields] of attempts) {
        const { status, body } = await send(type, { order_id, ...fields }, client);
        expect({ type, status, code: body.code }).toEqual({ type, status: 404, code: 'order_not_found' });
      }
    }
  });
});

describe('what is in a cheque', () => {
  test('what is in a cheque changes while the till has it, and everybody sees it', async () => {
    const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
    const stream = await openStream(app, till);
    await command(till, 'AcceptOrder', { order_id });
    const [first, second] = (await orderOf(order_id)).items;
    const { line_ids } = await command(till, 'AddItems', { order_id, items: [{ ...tea(2), comment: 'Green' }] });
    await command(till, 'RemoveItem', { order_id, line_id: first.line_id, quantity: 1, reason: 'Too much' });
    await command(till, 'RemoveItem', { order_id, line_id: second.line_id, quantity: 1, reason: 'Cold' });
    await command(till, 'AdjustCheque', { order_id, discount: 1_000, service_amount: 6_000, delivery_amount: 2_000 });
    const { organization_id } = await command(till, 'RegisterOrganization', { name: 'Artel' });
    const assigned = { waiter_id: waiter, courier_id: venue.cashier_id, table_id: venue.table_id, organization_id };
    await command(till, 'AssignCheque', { order_id, ...assigned, guests: 4 });
    const now = await orderOf(order_id);
    expect(now).toMatchObject({
      total_amount: 45_000 + 16_000 - 1_000 + 6_000 + 2_000,
      total_amount_service: 6_000,
      delivery_price: 2_000,
      discount: 1_000,
      ...assigned,
      persons: 4,
      items: [
        { line_id: first.line_id, quantity: 1, is_printed: true },
        { line_id: line_ids[0], quantity: 2, total: 16_000, comment: 'Green', is_printed: false },
      ],
    });
    expect(await listed(order_id)).toEqual(asListed(now));
    expect((await venue.partner.get(`/v1/orders/${order_id}`)).body).toMatchObject({
      total_amount: 68_000,
      discount: 1_000,
      delivery_price: 2_000,
      persons: 4,
    });
    const types = ['OrderAccepted', 'KitchenTicketPrinted', 'ItemsAdded', 'ItemRemoved', 'KitchenCancellationPrinted'];
    const expected = [...types, 'ItemRemoved', 'KitchenCancellationPrinted', 'ChequeAdjusted', 'ChequeAssigned'];
    expect((await history(order_id)).slice(1)).toEqual(expected);
    await stream.heard(expected.length);
    expect(stream.events.map((event) => event.type)).toEqual(expected);
    expect(stream.events.at(-1)!.data.order).toEqual(asListed(now));
    const [ticket, one, all] = [1, 4, 6].map((index) => stream.events[index]!.data);
    expect(ticket).toMatchObject({ ticket_number: 1, line_ids: [first.line_id, second.line_id] });
    // The order as it is now has no trace of them.
    const parent_line_id = first.line_id;
    expect(one).toMatchObject({
      line_ids: [first.line_id],
      items: [
        { line_id: first.line_id, parent_line_id: null, product_id: venue.products.plov, name: 'Plov', quantity: 1 },
        { parent_line_id, product_id: venue.products.small, name: 'Small', quantity: 1 },
      ],
    });
    expect(all).toMatchObject({ line_ids: [second.line_id], items: [{ name: 'Tea', quantity: 1 }] });
    expect(stream.events[0]!.data).not.toHaveProperty('line_ids');
    await stream.close();

    // Assigning nothing, and what is there already, is nothing; null takes away.
    expect((await send('AssignCheque', { order_id, ...assigned, guests: 4 })).body.position).toBeNull();
    await command(till, 'AssignCheque', { order_id, waiter_id: null });
    expect(await orderOf(order_id)).toMatchObject({ waiter_id: null, courier_id: venue.cashier_id });
  });

  test('what is in a cheque gets a discount in percent, which follows its lines, with a reason and its giver', async () => {
    const order_id = await open({ items: [tea(2)] });
    const actor = 'Madina, the administrator';
    const adjusted = { order_id, discount_percent: 12.5, discount_reason: 'The soup was cold' };
    await command(till, 'AdjustCheque', { ...adjusted, actor });
    expect(await orderOf(order_id)).toMatchObject({ discount: 2_000, ...adjusted, total_amount: 14_000 });
    await command(till, 'AddItems', { order_id, items: [tea(1)] });
    expect(await listed(order_id)).toMatchObject({ discount: 3_000, ...adjusted, total_amount: 21_000 });
    const events = await app.tillstream.store.read(`order-${order_id}`, 0);
    const given = events.find((event) => event.type === 'ChequeAdjusted')!;
    expect(given.metadata.actor).toMatchObject({ name: actor });
    expect(given.data).toMatchObject({ discount_percent: 12.5, personal: { reason: 'The soup was cold' } });

    const refused = async (fields: object) => {
      const { status, body } = await send('AdjustCheque', { order_id, ...fields });
      return [status, body.code, body.message];
    };
    const message = expect.stringContaining('discount_percent');
    expect(await refused({ discount: 1, discount_percent: 1 })).toEqual([400, 'discount_or_percent', message]);
    expect(await refused({ discount_percent: 100.001 })).toEqual([400, 'field_too_big', message]);
    expect(await refused({ discount_percent: -1 })).toEqual([400, 'field_too_small', message]);
    expect(await refused({ discount_percent: 0.0001 })).toEqual([400, 'quantity_too_precise', message]);
    expect(await refused({ discount_percent: '10' })).toEqual([400, 'field_not_number', message]);
    expect((await orderOf(order_id)).total_amount).toBe(21_000);
  });

  test('what is in a cheque keeps to the rules of products, tables and staff', async () => {
    const order_id = await open({ items: [plov()] });
    const [{ line_id }] = (await orderOf(order_id)).items;
    const refused = async (type: string, fields: object) => {
      const { status, body } = await send(type, { order_id, ...fields });
      return `${status} ${body.code}`;
    };
    const naked = { product_id: venue.products.plov, quantity: 1 };
    expect(await refused('AddItems', { items: [naked] })).toBe('400 modifier_group_too_few');
    expect(await refused('AddItems', { items: [] })).toBe('400 field_empty');
    expect(await refused('RemoveItem', { line_id, quantity: 0.5, reason: 'x' })).toBe('400 quantity_not_divisible');
    expect(await refused('RemoveItem', { line_id, quantity: 2, reason: 'x' })).toBe('409 removal_exceeds_line');
    expect(await refused('RemoveItem', { line_id: line_id + 1, quantity: 1, reason: 'x' })).toBe('400 line_not_found');
    expect(await refused('AdjustCheque', { discount: 48_001 })).toBe('409 discount_exceeds_items');
    expect(await refused('AssignCheque', { waiter_id: 999_999_999 })).toBe('400 employee_not_found');
    expect(await refused('AssignCheque', { courier_id: 999_999_999 })).toBe('400 employee_not_found');
    expect(await refused('AssignCheque', { table_id: 999_999_999 })).toBe('400 table_not_found');
    expect((await orderOf(order_id)).total_amount).toBe(48_000);

    const kazy = { product_id: venue.products.kazy, quantity: 1.5 };
    const { line_ids } = await command(till, 'AddItems', { order_id, items: [kazy] });
    await command(till, 'RemoveItem', { order_id, line_id: line_ids[0], quantity: 0.25, reason: 'Weighed again' });
    expect((await orderOf(order_id)).items[1]).toMatchObject({ quantity: 1.25, total: 150_000 });
  });

  test('what is in a cheque is closed as it is then: with costs and categories of that moment', async () => {
    const { point_id, products } = venue;
    const order_id = await open({ items: [plov(2), tea()] });
    await command(till, 'AdjustCheque', { order_id, discount: 10_001, service_amount: 5_000 });
    await command(till, 'SetCosts', { point_id, costs: [{ product_id: products.plov, cost: 21_000 }] });
    expect((await close(order_id, 104_000 - 10_001 + 5_000)).status).toBe(200);
    await command(till, 'SetCosts', { point_id, costs: [{ product_id: products.plov, cost: 22_000 }] });
    const lines = await rows(
      'select * from read.cheque_lines where known_to is null and cheque_id = $1 order by id',
      order_id,
    );
    expect(lines.map((line) => [line.product_name, line.cost, line.amount, line.discount, line.net_amount])).toEqual([
      ['Plov', 21_000, 90_000, 8_655, 81_345],
      ['Small', null, 0, 0, 0],
      ['Garlic', null, 6_000, 577, 5_423],
      ['Tea', null, 8_000, 769, 7_231],
    ]);
    expect(lines.every((line) => Number(line.returned_quantity) === 0)).toBe(true);
  });
});

describe('units of the stop-list', () => {
  const left = async (product_id: number): Promise<number> =>
    Number((await rows('select quantity from read.stop_list where product_id = $1', product_id))[0].quantity);
  const limited = async (quantity: number): Promise<number> => {
    const fields = {
      type: 'product',
      category_id: venue.category_id,
      name: `Limited ${randomUUID()}`,
      base_price: 1_000,
    };
    const { id: product_id } = await command(till, 'DefineProduct', fields);
    await command(till, 'SetStopList', { point_id: venue.point_id, entries: [{ product_id, quantity }] });
    return product_id;
  };

  test('units of the stop-list are taken for a cheque and for what is added, and come back with what is removed or deleted', async () => {
    const product_id = await limited(10);
    const order_id = await open({ items: [{ product_id, quantity: 2 }] });
    const { line_ids } = await command(till, 'AddItems', { order_id, items: [{ product_id, quantity: 3 }] });
    await command(till, 'AddItems', { order_id, items: [{ product_id, quantity: 3 }] });
    await expect.poll(() => left(product_id)).toBe(2);
    const refused = await send('AddItems', { order_id, items: [{ product_id, quantity: 3 }] });
    expect(refused).toMatchObject({ status: 400, body: { code: 'stop_list_insufficient' } });
    await command(till, 'RemoveItem', { order_id, line_id: line_ids[0], quantity: 2, reason: 'x' });
    await expect.poll(() => left(product_id)).toBe(4);
    await command(till, 'RemoveItem', { order_id, line_id: line_ids[0], quantity: 1, reason: 'x' });
    await expect.poll(() => left(product_id)).toBe(5);
    await command(till, 'DeleteCheque', { order_id });
    await expect.poll(() => left(product_id)).toBe(10);
  });

  test('units of the stop-list stay as they are for a cheque that is closed, returned or opened again', async () => {
    const product_id = await limited(5);
    const order_id = await closed([{ product_id, quantity: 2 }], 2_000);
    expect((await send('AddItems', { order_id, items: [{ product_id, quantity: 1 }] })).status).toBe(409);
    await command(till, 'ReopenCheque', { order_id, reason: 'x' });
    const [{ line_id }] = (await orderOf(order_id)).items;
    await command(till, 'RemoveItem', { order_id, line_id, quantity: 1, reason: 'x' });
    // Sold once is sold; what comes in afterwards is taken, and given back, as ever.
    await expect.poll(() => left(product_id)).toBe(3);
    const { line_ids } = await command(till, 'AddItems', { order_id, items: [{ product_id, quantity: 2 }] });
    await expect.poll(() => left(product_id)).toBe(1);
    await command(till, 'RemoveItem', { order_id, line_id: line_ids[0], quantity: 1, reason: 'x' });
    await expect.poll(() => left(product_id)).toBe(2);
    await close(order_id, 2_000);
    const lines = [{ line_id, quantity: 1 }];
    await command(till, 'ReturnGoods', { order_id, lines, payment_type_id: venue.cash });
    await expect.poll(() => left(product_id)).toBe(2);
  });

  test('units of the stop-list are never sold twice when many add at once', async () => {
    const product_id = await limited(10);
    const cheques = await Promise.all(Array.from({ length: 5 }, () => open()));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send('AddItems', { order_id: cheques[index % 5], items: [{ product_id, quantity: 1 }] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    await expect.poll(() => left(product_id)).toBe(0);
  });
});

describe('a cheque that is reopened', () => {
  test('a reopened cheque is in no export until it is closed again, under its number while its shift is open', async () => {
    const order_id = await closed([tea(2)], 16_000);
    const before = await orderOf(order_id);
    expect((await send('ReopenCheque', { order_id, reason: 'Wrong payment' })).body.result.status).toBe(
      'UNCONFIRMED_ORDER',
    );
    const reopened = await orderOf(order_id);
    expect(reopened).toMatchObject({ status: 'UNCONFIRMED_ORDER', cheque_number: null, payments: [] });
    expect(await listed(order_id)).toEqual(asListed(reopened));
    expect(await rows('select 1 from read.cheques where known_to is null and id = $1', order_id)).toEqual([]);
    expect(await rows('select 1 from read.cheque_lines where known_to is null and cheque_id = $1', order_id)).toEqual(
      [],
    );
    await command(till, 'AddItems', { order_id, items: [tea()] });
    await close(order_id, 24_000);
    expect(await orderOf(order_id)).toMatchObject({ status: 'CLOSED', cheque_number: before.cheque_number });
    expect(
      await rows('select 1 from read.cheque_lines where known_to is null and cheque_id = $1', order_id),
    ).toHaveLength(2);
  });

  test('reopening a cheque, and taking items off it, tells auditors why', async () => {
    const order_id = await closed([tea(2)], 16_000);
    const [{ line_id }] = (await orderOf(order_id)).items;
    await command(till, 'ReopenCheque', { order_id, reason: 'Wrong payment' });
    await command(till, 'RemoveItem', { order_id, line_id, quantity: 1, reason: 'Cold' });
    const { events } = (await venue.auditor.get(`/audit/v1/orders/${order_id}/history`)).body;
    const reasons = events.slice(-2).map((event: { data: { personal: object } }) => event.data.personal);
    expect(reasons).toMatchObject([{ reason: 'Wrong payment' }, { reason: 'Cold' }]);
  });

  test('a cheque can be reopened if its shift was not accepted and nothing of it came back', async () => {
    const returned = await closed([tea(2)], 16_000);
    const [{ line_id }] = (await orderOf(returned)).items;
    const lines = [{ line_id, quantity: 1 }];
    await command(till, 'ReturnGoods', { order_id: returned, lines, payment_type_id: venue.cash });
    expect((await send('ReopenCheque', { order_id: returned, reason: 'x' })).body.code).toBe('cheque_has_returns');
    const late = await closed([tea()], 8_000);
    const accepted = await closed([tea()], 8_000);
    const [gone, goneLater] = [await closed([tea()], 8_000), await closed([tea()], 8_000)];
    const { shift_id } = (await rows('select shift_id from read.cheques where known_to is null and id = $1', late))[0];
    const { point_id } = venue;
    const { id: account_id } = await command(till, 'DefineAccount', {
      point_id,
      source: 'safe',
      code: 'S',
      name: 'Safe',
    });
    const money = { shift_id, account_id, amount: 100_000 };
    expect((await send('AcceptShift', money)).body.code).toBe('shift_not_closed');
    await command(till, 'CloseShift', { shift_id, leave_open: true });
    await command(till, 'ReopenCheque', { order_id: late, reason: 'x' });
    const shiftOfDeletion = async (order_id: number): Promise<number | null> => {
      await command(till, 'DeleteCheque', { order_id });
      const { events } = (await venue.auditor.get(`/audit/v1/orders/${order_id}/history`)).body;
      return events.find(({ type }: { type: string }) => type === 'OrderDeleted').data.shift_id;
    };
    for (const order_id of [gone, goneLater]) await command(till, 'ReopenCheque', { order_id, reason: 'x' });
    // Its money went out of this shift, whose report says so.
    expect(await shiftOfDeletion(gone)).toBe(shift_id);
    const other = await createVenue(app);
    expect((await send('AcceptShift', money, other.till)).body.code).toBe('shift_not_found');
    expect((await send('AcceptShift', { ...money, account_id: 999_999_999 })).body.code).toBe('account_not_found');
    // Points and debts are no money that an account takes over.
    const paying = async (name: string, category_id: number) =>
      (await command(till, 'DefinePaymentType', { name, category_id, point_ids: [point_id] })).id;
    const points = await paying('Bonuses', 4);
    const debt = await paying('On debt', 6);
    for (const [part, code, field] of [
      [{ payment_type_id: points, account_id }, 'payment_type_not_available', 'non_cash[0].payment_type_id'],
      [{ payment_type_id: debt, account_id }, 'payment_type_not_available', 'non_cash[0].payment_type_id'],
      [{ payment_type_id: 999_999_999, account_id }, 'payment_type_not_available', 'non_cash[0].payment_type_id'],
      [{ payment_type_id: venue.card, account_id: 999_999_999 }, 'account_not_found', 'non_cash[0].account_id'],
    ] as const) {
      const refused = await send('AcceptShift', { ...money, non_cash: [{ ...part, amount: 1 }] });
      expect(refused.body).toMatchObject({ code, message: expect.stringContaining(field) });
    }
    const all = await Promise.all(Array.from({ length: 10 }, () => send('AcceptShift', money)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect((await send('ReopenCheque', { order_id: accepted, reason: 'x' })).body.code).toBe('shift_already_accepted');
    // An accepted shift changes no more.
    expect(await shiftOfDeletion(goneLater)).toBeNull();
    await openShift();
    await close(late, 8_000);
    // Closed by another shift: it has another number.
    expect((await orderOf(late)).cheque_number).toBeGreaterThan((await orderOf(accepted)).cheque_number);
  });

  test('a cheque that many change and close at once has payments equal to its total', async () => {
    for (let round = 0; round < 5; round++) {
      const order_id = await open({ items: [tea()] });
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => send('AddItems', { order_id, items: [tea()] })),
        ...[1, 2, 3, 4].map((cups) => close(order_id, cups * 8_000)),
      ]);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const now = await orderOf(order_id);
      const added = answers.slice(0, 6).filter(({ status }) => status === 200).length;
      expect(now.items).toHaveLength(1 + added);
      const paid = now.payments.reduce((sum: number, payment: { amount: number }) => sum + payment.amount, 0);
      if (now.status === 'CLOSED') expect(paid).toBe(now.total_amount);
      expect((await history(order_id)).filter((type) => type === 'ChequeClosed').length).toBe(
        now.status === 'CLOSED' ? 1 : 0,
      );
    }
  });
});

describe('a return', () => {
  const giveBack = (order_id: number, line_id: number, quantity: number, fields: object = {}) =>
    send('ReturnGoods', { order_id, lines: [{ line_id, quantity }], payment_type_id: venue.card, ...fields });

  test('a return is a document of its own, dated by its day, and leaves the cheque as it is', async () => {
    const order_id = await closed([plov(2), tea()], 104_000);
    const before = await orderOf(order_id);
    const cheque = await rows('select * from read.cheques where known_to is null and id = $1', order_id);
    const [dish] = before.items;
    clock.move(2 * DAY);
    const lines = [
      { line_id: dish.line_id, quantity: 1 },
      { line_id: dish.modifiers[1].line_id, quantity: 1 },
    ];
    const { return_id, document_number } = await command(till, 'ReturnGoods', {
      order_id,
      lines,
      payment_type_id: venue.cash,
      refunded_amount: 40_000,
    });
    const second = (await giveBack(order_id, dish.line_id, 1)).body.result;
    expect(second.document_number).toBe(document_number + 1);
    expect(await rows('select * from read.cheques where known_to is null and id = $1', order_id)).toEqual(cheque);
    const [row] = await rows('select *, business_date::text as day from read.returns where id = $1', return_id);
    expect(row).toMatchObject({
      cheque_id: order_id,
      document_number,
      day: '2026-03-04',
      total_amount: 48_000,
      goods_amount: 48_000,
      refunded_amount: 40_000,
      debt_amount: 0,
      payment_type_name: 'Cash',
      service_amount: 0,
    });
    const back = await rows(
      'select product_name, quantity, amount from read.return_lines where return_id = $1 order by cheque_line_id',
      return_id,
    );
    expect(back.map((line) => [line.product_name, Number(line.quantity), line.amount])).toEqual([
      ['Plov', 1, 45_000],
      ['Garlic', 1, 3_000],
    ]);
    const returned = await rows(
      'select returned_quantity from read.cheque_lines where known_to is null and cheque_id = $1 order by id',
      order_id,
    );
    expect(returned.map((line) => Number(line.returned_quantity))).toEqual([2, 0, 1, 0]);
    const after = await orderOf(order_id);
    expect(after.items[0]).toMatchObject({ returned_quantity: 2, modifiers: [{}, { returned_quantity: 1 }] });
    expect(after.returns).toMatchObject([{ return_id, total_amount: 48_000 }, { total_amount: 45_000 }]);
    expect(after).toMatchObject({ total_amount: before.total_amount, status: 'CLOSED' });
    expect(await listed(order_id)).toEqual(asListed(after));
  });

  test('a return gives back no more than was paid in a category, and says how it gives it', async () => {
    const define = (name: string, category_id: number) =>
      command(till, 'DefinePaymentType', { name, category_id, point_ids: [venue.point_id] });
    const [points, debt] = [(await define('Points', 4)).id, (await define('On account', 6)).id];
    const organization_id = (await command(till, 'RegisterOrganization', { name: 'Oltin Vodiy' })).id;
    const { point_id, cash, card } = venue;
    const paidBy = async (cups: number, paid: readonly (readonly [type: number, amount: number])[]) => {
      const fields = { point_id, order_type_id: 2, items: [tea(cups)] };
      const { order_id } = await command(till, 'OpenCheque', fields);
      const isOnAccount = paid.some(([type]) => type === debt);
      if (isOnAccount) await command(till, 'AssignCheque', { order_id, organization_id });
      const payments = paid.map(([payment_type_id, amount]) => ({ payment_type_id, amount }));
      await command(till, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
      const [{ line_id }] = (await orderOf(order_id)).items;
      return (quantity: number, fields: object = {}) =>
        giveBack(order_id, line_id, quantity, { payment_type_id: cash, ...fields });
    };
    const balance = async (): Promise<number> =>
      (await venue.auditor.get(`/audit/v1/organizations/${organization_id}`)).body.state.balance;

    const onAccount = await paidBy(7, [[debt, 56_000]]);
    const money = await onAccount(7, { refunded_amount: 56_000 });
    expect(money).toMatchObject({
      status: 409,
      body: {
        code: 'refund_exceeds_payments',
        details: { asked: 56_000, left: { debt: 56_000, online: 0, card: 0, cash: 0 } },
      },
    });
    expect(await balance()).toBe(-56_000);
    expect((await onAccount(7)).body.result).toMatchObject({ refunded_amount: 0, refunds: [], debt_amount: 56_000 });
    expect(await balance()).toBe(0);

    const inPoints = await paidBy(3, [[points, 24_000]]);
    expect((await inPoints(1, { refunded_amount: 1 })).body.code).toBe('refund_exceeds_payments');
    expect((await inPoints(3)).body.result).toMatchObject({ total_amount: 24_000, refunded_amount: 0, debt_amount: 0 });

    const mixed = await paidBy(5, [
      [cash, 24_000],
      [card, 6_000],
      [debt, 10_000],
    ]);
    const refund = (name: string, amount: number) => ({ payment_type_name: name, amount });
    expect((await mixed(3)).body.result).toMatchObject({
      debt_amount: 10_000,
      refunds: [refund('Card', 6_000), refund('Cash', 8_000)],
    });
    expect(await balance()).toBe(0);
    const rest = await mixed(2, { payment_type_id: card, refunded_amount: 16_000 });
    expect(rest.body.details).toEqual({ asked: 16_000, left: { debt: 0, online: 0, card: 0, cash: 16_000 } });
    expect((await mixed(2)).body.result).toMatchObject({ refunded_amount: 16_000, refunds: [refund('Cash', 16_000)] });
  });

  test('a return may take back some of the service charge and of the delivery charge', async () => {
    const order_id = await open({ items: [tea()] });
    await command(till, 'AdjustCheque', { order_id, service_amount: 6_000, delivery_amount: 2_000 });
    await close(order_id, 16_000);
    const [{ line_id }] = (await orderOf(order_id)).items;
    const charges = { service_amount: 5_000, delivery_amount: 1_500 };
    expect((await giveBack(order_id, line_id, 1, charges)).body.result).toMatchObject({ total_amount: 14_500 });
    expect(await giveBack(order_id, line_id, 1)).toMatchObject({ status: 409 });
  });

  test('a return is of a closed cheque and of what it sold; one that is refused uses up no number', async () => {
    const numberOfNext = async (): Promise<number> => {
      const sold = await closed([tea()], 8_000);
      return (await giveBack(sold, (await orderOf(sold)).items[0].line_id, 1)).body.result.document_number;
    };
    const before = await numberOfNext();
    const opened = await open({ items: [tea()] });
    const order_id = await closed([tea(2)], 16_000);
    const [line] = (await orderOf(order_id)).items;
    const refused = async (answer: Promise<HttpAnswer>) => {
      const { status, body } = await answer;
      return `${status} ${body.code}`;
    };
    const [unsold] = (await orderOf(opened)).items;
    expect(await refused(giveBack(opened, unsold.line_id, 1))).toBe('409 cheque_not_closed');
    expect(await refused(giveBack(order_id, line.line_id, 3))).toBe('409 return_exceeds_sold');
    expect(await refused(giveBack(order_id, unsold.line_id, 1))).toBe('400 line_not_found');
    expect(await refused(giveBack(order_id, line.line_id, 0.5))).toBe('400 quantity_not_divisible');
    expect(await refused(giveBack(order_id, line.line_id, 1, { service_amount: 1 }))).toBe('409 return_exceeds_paid');
    expect(await refused(giveBack(order_id, line.line_id, 1, { refunded_amount: 8_001 }))).toBe(
      '409 refund_exceeds_return',
    );
    const stranger = (await createVenue(app)).cash;
    expect(await refused(giveBack(order_id, line.line_id, 1, { payment_type_id: stranger }))).toBe(
      '400 payment_type_not_available',
    );
    expect((await orderOf(order_id)).returns).toEqual([]);
    expect(await numberOfNext()).toBe(before + 1);
  });

  test('a return never exceeds what was sold when twenty come at once, and numbers have no holes', async () => {
    const order_id = await closed([tea(7)], 56_000);
    const [line] = (await orderOf(order_id)).items;
    const answers = await Promise.all(Array.from({ length: 20 }, () => giveBack(order_id, line.line_id, 1)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), ...Array(13).fill(409)]);
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.result);
    const numbers = made.map((result) => result.document_number).toSorted((first, second) => first - second);
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0] + index));
    expect(new Set(made.map((result) => result.return_id)).size).toBe(7);
    const next = await closed([tea()], 8_000);
    const [other] = (await orderOf(next)).items;
    expect((await giveBack(next, other.line_id, 1)).body.result.document_number).toBe(numbers.at(-1) + 1);
    expect((await orderOf(order_id)).items[0].returned_quantity).toBe(7);
  });

  test('what returns give back is the same in the report of shifts and in a report by payment type', async () => {
    const days = { date_from: '2026-03-01', date_to: '2026-05-20' };
    const asked = { kind: 'returns', ...days, group_by: ['payment_type'], measures: ['refunded_amount'] };
    const { rows: shown } = (await venue.partner.post('/v1/reports/olap', asked)).body;
    const { shifts } = (await venue.partner.get(`/v1/reports/shifts?date_from=2026-03-01&date_to=2026-05-20`)).body;
    const money = new Map<number, number>();
    for (const { payment_type_id, direction, amount } of shifts.flatMap((shift: { money: object[] }) => shift.money)) {
      if (direction === 'minus') money.set(payment_type_id, (money.get(payment_type_id) ?? 0) + amount);
    }
    expect(money.get(venue.card)).toBe(6_000);
    const byType = new Map(
      shown.map((row: { payment_type_id: number; refunded_amount: number }) => [
        row.payment_type_id,
        row.refunded_amount,
      ]),
    );
    expect(byType).toEqual(money);
  });

  test('a return that is repeated is one return', async () => {
    const order_id = await closed([tea(2)], 16_000);
    const [{ line_id }] = (await orderOf(order_id)).items;
    const body = { command_id: randomUUID(), order_id, lines: [{ line_id, quantity: 1 }], payment_type_id: venue.cash };
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('ReturnGoods', body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.result))).size).toBe(1);
    expect((await orderOf(order_id)).returns).toHaveLength(1);
  });
});

test('the list shows each entity as its own aggregate has it', async () => {
  await app.tillstream.shown(await app.tillstream.store.head());
  const { orders } = (await till.get('/venue/v1/orders?limit=1000')).body;
  expect(orders.length).toBeGreaterThan(30);
  for (const order of orders) expect(order).toEqual(asListed(await orderOf(order.order_id)));
});

test('the read models of all this are the same when they are built anew from the log', async () => {
  const { store } = app.tillstream;
  await app.tillstream.shown(await store.head());
  const options = { store, url: app.databaseUrl, projections: allProjections };
  const tables = (await rebuild(options, ['orders', 'cheques'])).flatMap((report) => report.tables);
  expect(tables.filter(({ equal }) => !equal)).toEqual([]);
  const filled = tables.filter(({ newRows }) => newRows > 0).map(({ table }) => table);
  expect(filled).toEqual(
    expect.arrayContaining(['orders', 'order_events', 'cheques', 'cheque_lines', 'returns', 'return_lines']),
  );
});
