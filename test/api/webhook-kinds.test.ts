// A database of its own: it acts on timers, and sends all calls that are due.

import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadWebhookKinds } from '../../src/api/webhooks/all-kinds.ts';
import { documentWebhook } from '../../src/api/webhooks/documentation.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { effort } from '../support/effort.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { allQueued, sendAllDue } from '../support/send-due.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';
import { days, type Known, live, replay, trying } from '../support/webhook-day.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const kinds = await loadWebhookKinds();
const documentation = kinds.map(documentWebhook);
/** `data` of the first call of each kind. */
const firsts = new Map<string, object>();
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
    if (!firsts.has(body.event) && body.test === undefined) firsts.set(body.event, body.data);
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

  test('whatever happens to orders, what a key was told last of each is what GET says', async () => {
    const owner = await hearing();
    await openShift();
    const STEPS = [
      'accept',
      'add',
      'remove',
      'adjust',
      'assign',
      'cook',
      'pack',
      'pay',
      'reopen',
      'cancel',
      'delete',
    ] as const;
    const steps = fc.array(fc.record({ order: fc.nat(2), step: fc.constantFrom(...STEPS) }), {
      minLength: 8,
      maxLength: 25,
    });
    const take = async (order_id: number, step: (typeof STEPS)[number]): Promise<void> => {
      const order = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body;
      const send = (type: string, fields: object = {}) =>
        venue.till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), order_id, ...fields });
      const payments = [{ payment_type_id: venue.cash, amount: order.total_amount }];
      const asked = {
        accept: () => send('AcceptOrder'),
        add: () => send('AddItems', { items: [{ product_id: venue.products.tea, quantity: 1 }] }),
        remove: () => send('RemoveItem', { line_id: order.items[0]?.line_id, quantity: 1, reason: 'No' }),
        adjust: () => send('AdjustCheque', { discount: order.items.length * 100 }),
        assign: () => send('AssignCheque', { guests: order.items.length + 1 }),
        cook: () => send('StartCooking'),
        pack: () => send('PackOrder'),
        pay: () => send('CloseCheque', { cashier_id: venue.cashier_id, payments }),
        reopen: () => send('ReopenCheque', { reason: 'No' }),
        cancel: () => owner.client.post(`/v1/orders/${order_id}/cancel`, { cancel_cause_id: venue.causes.plain }),
        delete: () => send('DeleteCheque', { cancel_cause_id: venue.causes.plain }),
      };
      // Refused or not: only what was done is told.
      await asked[step]();
    };
    await fc.assert(
      fc.asyncProperty(steps, async (day) => {
        const orders = [await place(owner), await place(owner), await place(owner)];
        for (const { order, step } of day) await take(orders[order].order_id, step);
        await sendDue();
        for (const { order_id } of orders) {
          const of = receiver.calls.filter(({ body }) => (body.data.order ?? body.data).order_id === order_id);
          const now = (await owner.client.get(`/v1/orders/${order_id}`)).body;
          expect(of.at(-1)!.body.data).toEqual(now);
        }
      }),
      { numRuns: effort({ short: 3, long: 30 }), endOnFailure: true },
    );
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

  test('goods that come back of an order that was paid online say what goes back there', async () => {
    const owner = await hearing();
    const fields = { name: 'Online', category_id: 5, point_ids: [venue.point_id] };
    const { id: payment_type_id } = await till('DefinePaymentType', fields);
    await openShift();
    const { order_id, total_amount: amount } = await place(owner, { payment_type_id });
    await till('RegisterPayment', { order_id, provider_payment_id: 'P-1', amount });
    await till('AcceptOrder', { order_id });
    const payments = [{ payment_type_id, amount }];
    await till('CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
    await sendDue();
    expect(told('order.refund_required')).toEqual([]);
    const [{ line_id, quantity }] = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body.items;
    const lines = [{ line_id, quantity }];
    const { refunded_amount } = await till('ReturnGoods', { order_id, lines, payment_type_id: venue.cash });
    expect(refunded_amount).toBeGreaterThan(0);
    await sendDue();
    const order = (await owner.client.get(`/v1/orders/${order_id}`)).body;
    expect(told('order.refund_required')).toEqual([{ order, amount: refunded_amount, provider_payment_id: 'P-1' }]);
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
      return { ...shifts[0], accepted_by_name: null };
    };
    expect(told('shift.opened')).toEqual([await shiftNow()]);
    const { order_id, total_amount } = await place(owner);
    await till('AcceptOrder', { order_id });
    await pay(order_id, total_amount);
    // A call is kept for a month, and names no person.
    const unnamed = (record: object) =>
      Object.fromEntries(Object.entries(record).filter(([field]) => !/^(adjusted|returned)_by_/.test(field)));
    const exported = async (path: string, list: string) =>
      (await books.client.get(`/v1/export/${path}?date_from=${today()}&date_to=${today()}`)).body[list].map(unnamed);
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
    const { payment_purpose_name: _____, payment_type_name: ______, party_name: _______, ...shown } = movement;
    expect(told('money.moved')).toEqual([shown]);
    expect(told('shift.closed')).toEqual([await shiftNow()]);
    const late = { point_id: venue.point_id, register: 'shift', shift_id, direction: 'plus', operation: 'other' };
    const { id: movement_id } = await till('MoveMoney', { ...late, amount: 7_000 });
    await sendDue();
    expect(told('shift.changed')).toEqual([await shiftNow()]);
    await till('CancelMovement', { movement_id });
    await sendDue();
    expect(told('shift.changed')[1]).toEqual(told('shift.closed')[0]);
    expect(told('money.cancelled')).toEqual([told('money.moved')[1]]);
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

describe('reservations', () => {
  test('a key hears of its own reservations and of the places of others, and a ping', async () => {
    const owner = await hearing({ permissions: ['table_booking'] });
    const other = await issuePartner({ permissions: ['table_booking'] });
    const book = async ({ client }: Partner, start_time: string) => {
      const { point_id, table_id } = venue;
      const date = clock.at(30 * 24 * 60 * MINUTE).slice(0, 10);
      const guest = { phone: '+998901234567', name: 'Aziza' };
      const body = { point_id, external_id: randomUUID(), date, start_time, guests: 2, table_id, guest };
      return (await client.post('/v1/reservations', body)).body;
    };
    const { id } = await book(owner, '12:00');
    await owner.client.send('PATCH', `/v1/reservations/${id}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ comment: 'Window' }),
    });
    await owner.client.post(`/v1/reservations/${id}/cancel`, { reason: 'Ill' });
    await book(other, '19:00');
    await till('PingWebhook', { key_id: owner.key_id });
    await sendDue();
    const names = ['created', 'updated', 'status_changed'].map((name) => `reservation.${name}`);
    expect(events().sort()).toEqual([...names, 'occupancy.changed', 'ping'].sort());
  });
});

describe('a day', () => {
  test('a receiver that answers late, twice or only later knows by the calls alone what GET says at the end of the day', async () => {
    await fc.assert(
      fc.asyncProperty(days, async (day) => {
        venue = await createVenue(app);
        receiver.calls.length = 0;
        receiver.answer = trying();
        const { client } = await hearing({ permissions: ['reports', 'attendance', 'table_booking'] });
        // This one never answers. It has the same in the feed.
        const dead = await issuePartner({ permissions: ['reports'] });
        await command(venue.till, 'ConfigureWebhook', { key_id: dead.key_id, url: 'http://127.0.0.1:9/hook' });
        await live({ venue, partner: client, clock }, day);
        await sendDue();
        clock.move(2 * MINUTE);
        await sendDue();
        const feed = await feedOf(client);
        // Each came, some of them twice, with the same body; one at a time they are what the feed has.
        const came = new Map(receiver.calls.map(({ body, raw }) => [body.event_id, raw]));
        for (const { body, raw } of receiver.calls) expect(raw).toBe(came.get(body.event_id));
        expect(new Set(came.keys())).toEqual(new Set(feed.map(({ event_id }) => event_id)));
        for (const event of feed) expect(event).toEqual(JSON.parse(came.get(event.event_id)!));
        expect(replay(feed)).toEqual(await knownByGet(client));
        const ofReports = ({ event }: { event: string }) => /^(cheque|return|shift|money)/.test(event);
        const undelivered = (await feedOf(dead.client)).filter(ofReports).map(({ data }) => data);
        expect(undelivered).toEqual(feed.filter(ofReports).map(({ data }) => data));
      }),
      { numRuns: effort({ short: 1, long: 20 }), endOnFailure: true },
    );
  });

  // biome-ignore lint/suspicious/noExplicitAny: as varied as the events
  const feedOf = async (client: HttpClient): Promise<any[]> => {
    const all = [];
    for (let after = ''; ; ) {
      const { events, has_more, next_after } = (await client.get(`/v1/webhooks/events?limit=50${after}`)).body;
      all.push(...events);
      if (!has_more) return all;
      after = `&after=${next_after}`;
    }
  };

  /** A call is kept for a month, and names no person. */
  const unnamed = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !/^(adjusted|returned)_by_/.test(field)));

  const knownByGet = async (client: HttpClient): Promise<Known> => {
    // biome-ignore lint/suspicious/noExplicitAny: as varied as the answers
    const read = async (path: string, list: string): Promise<any[]> => {
      const { status, body } = await client.get(path);
      expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
      return body[list];
    };
    const period = `date_from=${today()}&date_to=${today()}`;
    const since = 'changed_since=2026-01-01T00:00:00Z&limit=1000';
    const movements = (await read(`/v1/reports/money-movements?${period}&source=cashbox`, 'movements')).map(
      ({ point_name: _, account_id: __, account_code: ___, account_name: ____, ...movement }) => {
        const { payment_purpose_name: _____, payment_type_name: ______, party_name: _______, ...shown } = movement;
        return shown;
      },
    );
    const orders = await read(`/v1/orders?${since}`, 'orders');
    const shifts = await read(`/v1/reports/shifts?${period}`, 'shifts');
    return new Map([
      ...orders.map((one) => [`order ${one.order_id}`, one] as const),
      ...(await read(`/v1/export/cheques?${period}`, 'cheques')).map(
        (one) => [`cheque ${one.id}`, unnamed(one)] as const,
      ),
      ...(await read(`/v1/export/returns?${period}`, 'returns')).map(
        (one) => [`return ${one.id}`, unnamed(one)] as const,
      ),
      ...shifts.map((one) => [`shift ${one.shift_id}`, { ...one, accepted_by_name: null }] as const),
      ...movements.map((one) => [`movement ${one.id}`, one] as const),
      ...(await read(`/v1/attendance/shifts?${period}`, 'shifts')).map(
        (one) => [`attendance ${one.shift_id}`, one] as const,
      ),
      ...(await read(`/v1/reservations?${since}`, 'reservations')).map(
        (one) => [`reservation ${one.id}`, one] as const,
      ),
      ...(await read(`/v1/stop-list?point_id=${venue.point_id}`, 'stop_list')).map(
        ({ product_id, quantity }) => [`stop ${product_id}`, quantity] as const,
      ),
    ]);
  };
});

describe('what a key was to be told', () => {
  test('a receiver that was away catches up, in order, and sees nothing of another key', async () => {
    const owner = await hearing({}, ['order.created', 'order.status_changed']);
    const other = await hearing({ permissions: ['reports'] });
    await till('PingWebhook', { key_id: owner.key_id });
    const placed = [await place(owner), await place(owner), await place(owner)];
    await openShift();
    receiver.answer = (response) => void response.writeHead(500).end();
    await allQueued(app);
    const log = (await venue.till.get(`/venue/v1/deliveries?key_id=${owner.key_id}`)).body;
    expect(log.behind).toEqual([{ key_id: owner.key_id, waiting: 4, since: clock.at(0) }]);
    const ofOne = (await venue.till.get(`/venue/v1/deliveries?order_id=${placed[1].order_id}`)).body.deliveries;
    expect(ofOne).toMatchObject([{ event: 'order.created', order_id: placed[1].order_id }]);
    await sendDue();
    expect((await venue.till.get('/venue/v1/deliveries')).body.behind).toEqual([]);
    const first = (await owner.client.get('/v1/webhooks/events?limit=2')).body;
    expect(first).toMatchObject({ has_more: true, next_after: first.events[1].event_id });
    const second = (await owner.client.get(`/v1/webhooks/events?limit=2&after=${first.next_after}`)).body;
    expect(second).toMatchObject({ has_more: false, events: { length: 1 } });
    const all = [...first.events, ...second.events];
    expect(all.map(({ data }) => data)).toEqual(placed);
    const sent = receiver.calls.filter(({ body: { event } }) => event === 'order.created').map(({ body }) => body);
    expect(sent).toHaveLength(3);
    expect(sent).toEqual(expect.arrayContaining(all));
    const [told] = (await other.client.get('/v1/webhooks/events')).body.events;
    expect(told.event).toBe('shift.opened');
    expect(await owner.client.get(`/v1/webhooks/events?after=${told.event_id}`)).toMatchObject({ status: 404 });
    const last = await owner.client.get(`/v1/webhooks/events?after=${second.next_after}`);
    expect(last.body).toEqual({ events: [], has_more: false, next_after: second.next_after });
    // It may no longer hear of shifts.
    await till('UpdateKey', { key_id: other.key_id, permissions: [] });
    expect((await other.client.get('/v1/webhooks/events')).body.events).toEqual([]);
    await app.tillstream.pool.query(
      `update app.deliveries set created_at = created_at - interval '31 days' where key_id = $1`,
      [owner.key_id],
    );
    expect((await owner.client.get('/v1/webhooks/events')).body.events).toEqual([]);
  });

  test('a key gets an example of an event at its own address, marked as a test, if it may hear it', async () => {
    const owner = await hearing({}, ['order.created']);
    const ask = (event: string) => owner.client.post('/v1/webhooks/test', { event });
    const asked = [await ask('order.created'), await ask('menu.changed')];
    await sendDue();
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    expect(receiver.calls.map(({ body }) => body.event_id).sort()).toEqual(
      asked.map(({ body }) => body.event_id).sort(),
    );
    for (const { body } of receiver.calls) {
      expect(body).toMatchObject({ test: true, data: kinds.find(({ event }) => event === body.event)!.example });
    }
    expect((await owner.client.get('/v1/webhooks/events')).body.events).toEqual([]);
    expect(await ask('cheque.closed')).toMatchObject({ status: 400, body: { code: 'webhook_needs_permission' } });
    const allowed = expect.arrayContaining(['order.created', 'ping']);
    const unknown = { code: 'field_not_allowed', details: { allowed } };
    expect(await ask('order.lost')).toMatchObject({ status: 400, body: unknown });
    const bare = await issuePartner();
    const refused = await bare.client.post('/v1/webhooks/test', { event: 'order.created' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'webhook_not_configured' } });
  });

  test('a price window that begins or ends changes the menu, once', async () => {
    const { point_id, products, menu_id } = venue;
    // On the clock of the point, in whole minutes from now.
    const local = (minutes: number) => clock.at((5 * 60 + minutes) * MINUTE).slice(11, 16);
    const window = { days: [1, 2, 3, 4, 5, 6, 7], from: local(2), to: local(4) };
    await till('SetPrices', { point_id, prices: [{ product_id: products.tea, price: 5_000, window }] });
    await sendDue();
    await hearing({}, ['menu.changed']);
    await sendDue();
    expect(receiver.calls).toEqual([]);
    clock.move(2 * MINUTE);
    await sendDue();
    await sendDue();
    expect(told('menu.changed')).toEqual([{ point_id, menu_ids: [menu_id] }]);
    clock.move(2 * MINUTE);
    await sendDue();
    expect(told('menu.changed')).toHaveLength(2);
    const kept = new Set(receiver.calls.map(({ body }) => body.event_id));
    expect(kept.size).toBe(2);
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

/** Names and types, all the way down. Of an array, those of its first element. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
};

/** Of the calls that the tests above have caused; WRITE_EXAMPLES=on writes them; after it `npm run format` and `npm run docs:webhooks`. */
test('the examples of the kinds are calls as they are made', async () => {
  const names = kinds.map(({ event }) => event);
  expect([...firsts.keys()].sort()).toEqual([...names].sort());
  const json = new URL('../../src/api/webhooks/examples.json', import.meta.url);
  if (process.env.WRITE_EXAMPLES === 'on') {
    const made = Object.fromEntries(names.map((name) => [name, firsts.get(name)]));
    await writeFile(json, `${JSON.stringify(made, null, 2)}\n`);
  }
  const examples = JSON.parse(await readFile(json, 'utf8'));
  for (const name of names) expect(shapeOf(examples[name]), name).toEqual(shapeOf(firsts.get(name)));
});
