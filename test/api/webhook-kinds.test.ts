// A database of its own: it acts on timers, and sends all calls that are due.

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadWebhookKinds } from '../../src/api/webhooks/all-kinds.ts';
import { documentWebhook } from '../../src/api/webhooks/documentation.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { sendAllDue } from '../support/send-due.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const documentation = (await loadWebhookKinds()).map(documentWebhook);
const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let receiver: WebhookReceiver;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read, outboundAllowPrivate: true });
});
afterAll(() => app.stop());
beforeEach(async () => {
  venue = await createVenue(app);
  receiver = await startReceiver();
});
afterEach(async () => {
  // Each call is what the documentation says of it, and nothing more.
  for (const { body } of receiver.calls) {
    const documented = documentation.find(({ event }) => event === body.event)!;
    expect(documented.body.parse(body)).toEqual(body);
  }
  await receiver.close();
});

const sendDue = () => sendAllDue(app, () => clock.at(0));

interface Partner {
  readonly key_id: string;
  readonly client: HttpClient;
}
const issuePartner = async (terms: object = {}): Promise<Partner> => {
  const fields = { audience: 'partner', name: 'app', showcase_ids: [venue.menu_id], ...terms };
  const { key_id, api_key } = await command(venue.till, 'IssueKey', fields);
  return { key_id, client: await app.client(api_key) };
};
const hearing = async (terms: object = {}, events?: string[]): Promise<Partner> => {
  const partner = await issuePartner(terms);
  await command(venue.till, 'ConfigureWebhook', { key_id: partner.key_id, url: receiver.url, events });
  return partner;
};
const place = async ({ client }: Partner, fields: Record<string, unknown> = {}) => {
  const answer = await client.post('/v1/orders', orderBody(venue, fields));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
// biome-ignore lint/suspicious/noExplicitAny: as varied as the events
const told = (event: string): any[] =>
  receiver.calls.filter(({ body }) => body.event === event).map(({ body }) => body.data);
const events = (): string[] => receiver.calls.map(({ body }) => body.event);
const till = (type: string, fields: Record<string, unknown>) => command(venue.till, type, fields);
const openShift = () =>
  till('OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id, opening_cash: 100_000 });
const pay = (order_id: number, amount: number) =>
  till('CloseCheque', { order_id, cashier_id: venue.cashier_id, payments: [{ payment_type_id: venue.cash, amount }] });

describe('orders', () => {
  test('a key hears of its own orders in their order, as GET shows them, and no other key does', async () => {
    const [owner, other] = [await hearing(), await issuePartner()];
    await openShift();
    const { order_id, items } = await place(owner);
    await place(other);
    await till('AcceptOrder', { order_id });
    await till('AddItems', { order_id, items: [{ product_id: venue.products.tea, quantity: 1 }] });
    await till('AdjustCheque', { order_id, discount: 1_000 });
    const open = (await owner.client.get(`/v1/orders/${order_id}`)).body;
    await till('StartCooking', { order_id });
    await pay(order_id, open.total_amount);
    await sendDue();
    expect(events()).toEqual([
      ...['order.created', 'order.status_changed', 'order.updated', 'order.updated'],
      ...['order.status_changed', 'order.status_changed'],
    ]);
    expect(receiver.calls.map(({ body: { data } }) => data.status)).toEqual([
      ...['CREATED', 'UNCONFIRMED_ORDER', 'UNCONFIRMED_ORDER', 'UNCONFIRMED_ORDER', 'COOKING', 'CLOSED'],
    ]);
    expect(told('order.created')[0].items).toEqual(items);
    expect(told('order.updated')[1]).toEqual(open);
    expect(told('order.status_changed').at(-1)).toEqual((await owner.client.get(`/v1/orders/${order_id}`)).body);
  });

  test('an order that waits for money says so, and one that is deleted after its payment says what goes back', async () => {
    const owner = await hearing();
    const { id: online } = await till('DefinePaymentType', {
      name: 'Online',
      category_id: 5,
      point_ids: [venue.point_id],
    });
    const order = await place(owner, { payment_type_id: online });
    const { order_id, total_amount } = order;
    await till('RegisterPayment', { order_id, provider_payment_id: 'P-1', amount: total_amount });
    await owner.client.post(`/v1/orders/${order_id}/cancel`, { cancel_cause_id: venue.causes.plain });
    await sendDue();
    expect(told('order.payment_required')).toMatchObject([{ order, amount: total_amount }]);
    const deleted = (await owner.client.get(`/v1/orders/${order_id}`)).body;
    expect(told('order.refund_required')).toEqual([
      { order: deleted, amount: total_amount, provider_payment_id: 'P-1' },
    ]);
    expect(told('order.status_changed').map(({ status }) => status)).toEqual(['CREATED', 'DELETED']);
  });

  test('a call of an order waits for the one before it, but not for one that is tried again', async () => {
    const owner = await hearing();
    const [first, second] = [await place(owner), await place(owner)];
    await openShift();
    await till('AcceptOrder', { order_id: first.order_id });
    const refused = new Set([first.order_id]);
    receiver.answer = (response, { body }) => {
      response.writeHead(body.event === 'order.created' && refused.has(body.data.order_id) ? 500 : 204).end();
    };
    await sendDue();
    const seen = receiver.calls.map(
      ({ body: { event, data } }) => `${event} ${data.order_id === first.order_id ? 1 : 2}`,
    );
    expect(seen.filter((each) => each.endsWith('1'))).toEqual(['order.created 1', 'order.status_changed 1']);
    expect(seen).toContain('order.created 2');
    expect(second.order_id).not.toBe(first.order_id);
    refused.clear();
    clock.move(MINUTE);
    await sendDue();
    expect(events().filter((event) => event === 'order.created')).toHaveLength(3);
  });
});

describe('cheques, shifts and money', () => {
  test('a key with the permission for reports hears of all cheques as the exports have them, and of shifts as the report', async () => {
    const owner = await issuePartner();
    const books = await hearing({ permissions: ['reports'] });
    const { shift_id } = await openShift();
    await sendDue();
    const shiftNow = async () => {
      const { shifts } = (await books.client.get(`/v1/reports/shifts?date_from=${today()}&date_to=${today()}`)).body;
      return shifts[0];
    };
    expect(told('shift.opened')).toEqual([await shiftNow()]);
    const { order_id, total_amount } = await place(owner);
    await till('AcceptOrder', { order_id });
    await pay(order_id, total_amount);
    const exported = async (path: string, list: string) =>
      (await books.client.get(`/v1/export/${path}?date_from=${today()}&date_to=${today()}`)).body[list];
    await sendDue();
    const [closed] = await exported('cheques', 'cheques');
    expect(told('cheque.closed')).toEqual([closed]);
    await till('ReopenCheque', { order_id, reason: 'By mistake' });
    await sendDue();
    expect(told('cheque.reopened')).toEqual([closed]);
    await pay(order_id, total_amount);
    const { items } = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body;
    await till('ReturnGoods', {
      order_id,
      lines: [{ line_id: items[0].line_id, quantity: 1 }],
      payment_type_id: venue.cash,
    });
    const { order_id: unpaid } = await place(owner);
    await till('AcceptOrder', { order_id: unpaid });
    await till('DeleteCheque', { order_id: unpaid, cancel_cause_id: venue.causes.plain });
    await till('MoveMoney', {
      point_id: venue.point_id,
      register: 'shift',
      shift_id,
      direction: 'minus',
      amount: 5_000,
      operation: 'other',
      note: 'Ice',
    });
    await till('CloseShift', { shift_id, counted_cash: 150_000, left_cash: 0, leave_open: true });
    await sendDue();
    expect(told('return.created')).toEqual(await exported('returns', 'returns'));
    expect(told('cheque.deleted')).toMatchObject([{ id: unpaid, deleted_by: 'venue', total_amount: 98_000 }]);
    const report = `/v1/reports/money-movements?date_from=${today()}&date_to=${today()}`;
    const [{ point_name: _, account_id: __, account_code: ___, account_name: ____, ...movement }] = (
      await books.client.get(report)
    ).body.movements;
    const { payment_purpose_name: _____, payment_type_name: ______, ...shown } = movement;
    expect(told('money.moved')).toEqual([shown]);
    expect(told('shift.closed')).toEqual([await shiftNow()]);
    const { id: account_id } = await till('DefineAccount', {
      point_id: venue.point_id,
      source: 'safe',
      code: 'S',
      name: 'Safe',
    });
    await till('AcceptShift', { shift_id, account_id, amount: 150_000 });
    await sendDue();
    expect(told('shift.accepted')).toEqual([await shiftNow()]);
    expect(events().filter((event) => event.startsWith('order.'))).toEqual([]);
  });

  test('a key without a permission is told nothing that needs it, and its webhook can not be made for that', async () => {
    const plain = await hearing();
    await openShift();
    await till('SeatWalkIn', { table_id: venue.table_id, guests: 2 });
    await sendDue();
    expect(receiver.calls).toEqual([]);
    for (const [event, permission] of [
      ['cheque.closed', 'reports'],
      ['reservation.created', 'table_booking'],
      ['attendance.shift_opened', 'attendance'],
    ]) {
      const body = {
        command_id: randomUUID(),
        key_id: plain.key_id,
        url: receiver.url,
        events: ['order.created', event],
      };
      const answer = await venue.till.post('/venue/v1/commands/ConfigureWebhook', body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'webhook_needs_permission' } });
      expect(answer.body.message).toContain(permission);
      expect(answer.body.message).toContain('events[1]');
    }
  });
});

describe('menus and stop-lists', () => {
  test('keys with a menu hear of the stop-list, with the units that are left', async () => {
    const owner = await hearing();
    const bare = await hearing({ showcase_ids: [] }, ['stop_list.changed', 'menu.changed']);
    const { point_id, products } = venue;
    await till('SetStopList', { point_id, entries: [{ product_id: products.tea, quantity: 5 }] });
    await place(owner);
    await till('ClearStopList', { point_id, product_ids: [products.tea] });
    await sendDue();
    const of = (quantity: number | null) => ({ point_id, entries: [{ product_id: products.tea, quantity }] });
    const changes = told('stop_list.changed');
    expect(changes).toHaveLength(3);
    expect(changes).toEqual(expect.arrayContaining([of(5), of(4), of(null)]));
    expect(bare.key_id).toBeDefined();
  });

  test('keys hear once of a menu that many commands change together, and only of menus that they have', async () => {
    await hearing({}, ['menu.changed']);
    const { point_id, products, menu_id } = venue;
    const prices = [products.tea, products.plov].map((product_id) => ({ product_id, price: 9_000 }));
    await till('SetPrices', { point_id, prices });
    await sendDue();
    expect(told('menu.changed')).toEqual([{ point_id, menu_ids: [menu_id] }]);
    const showcase = { name: 'Other', categories: [{ id: 1, name: 'Food', order_number: 1 }], products: [] };
    await till('PublishShowcase', showcase);
    await sendDue();
    expect(told('menu.changed')).toHaveLength(1);
    await till('PublishShowcase', { ...showcase, id: menu_id });
    await sendDue();
    expect(told('menu.changed')[1]).toEqual({ point_id: null, menu_ids: [menu_id] });
  });
});

describe('attendance', () => {
  test('a key with the permission for attendance hears who comes and goes', async () => {
    const partner = await hearing({ permissions: ['attendance'] });
    const employee_id = venue.cashier_id;
    const mark = (type: string, at: number) =>
      till('RecordMark', { employee_id, type, time: clock.at(at), point_id: venue.point_id });
    const shown = async () =>
      (await partner.client.get(`/v1/attendance/shifts?date_from=${today()}&date_to=${today()}`)).body.shifts;
    await mark('check_in', -60 * MINUTE);
    await sendDue();
    expect(told('attendance.shift_opened')).toEqual(await shown());
    await mark('check_out', -MINUTE);
    await sendDue();
    expect(told('attendance.shift_closed')).toEqual(await shown());
  });
});

describe('what was told of a person', () => {
  test('the erasure of a client deletes what was told of their orders, and of an employee what names them', async () => {
    await till('SetRetention', { retention_days: 0 });
    const owner = await hearing({ permissions: ['reports', 'attendance'] });
    const { order_id } = await place(owner, { client: { phone: '+998905550101', name: 'Zuhra' } });
    await openShift();
    await till('AcceptOrder', { order_id });
    await till('DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });
    await sendDue();
    const { pool } = app.tillstream;
    const naming = async (text: string): Promise<number> =>
      (
        await pool.query('select from app.deliveries where brand_id = $1 and body like $2', [
          venue.brand_id,
          `%${text}%`,
        ])
      ).rowCount ?? 0;
    expect(await naming('Zuhra')).toBe(3);
    const { client_id } = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body.client;
    await till('EraseClient', { client_id, reason: 'Asked' });
    expect(await naming('Zuhra')).toBe(0);
    expect(await naming('"Aziz"')).toBe(1);
    await till('DismissEmployee', { employee_id: venue.cashier_id });
    await till('EraseEmployee', { employee_id: venue.cashier_id, reason: 'Asked' });
    expect(await naming('"Aziz"')).toBe(0);
  });
});

const today = (): string => clock.at(5 * 60 * MINUTE).slice(0, 10);
