// A database of its own: its timers go by its clock, and other apps go on with them.

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import { createOrderTimers } from '../../src/processes/orders/order-timers.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { asListed } from '../support/as-listed.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { createAppDatabase } from '../support/database.ts';
import { effort } from '../support/effort.ts';
import { openStream } from '../support/event-stream.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

const HOUR = 60 * MINUTE;
const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let online: number;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read });
});
afterAll(() => app.stop());

beforeEach(async () => {
  venue = await createVenue(app);
  const { till, point_id } = venue;
  // Open around the clock: the tests move the clock, and order for later.
  await definePoint(till, { id: point_id, working_hours: undefined });
  online = (await command(till, 'DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [point_id] })).id;
});

const place = async (fields: object = {}, partner: HttpClient = venue.partner): Promise<number> => {
  const answer = await partner.post('/v1/orders', orderBody(venue, { ...fields }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.order_id;
};
/** Wanted in two hours, so released in one and a half. */
const placePreorder = (fields: object = {}, partner?: HttpClient) =>
  place({ scheduled_at: clock.at(2 * HOUR), ...fields }, partner);
const placeUnpaid = (fields: object = {}) => place({ payment_type_id: online, ...fields });

const statusOf = async (order_id: number): Promise<string> =>
  (await venue.partner.get(`/v1/orders/${order_id}`)).body.status;
const history = async (order_id: number) =>
  (await venue.auditor.get(`/audit/v1/orders/${order_id}/history`)).body.events;
const eventTypes = async (order_id: number): Promise<string[]> =>
  (await history(order_id)).map((event: { type: string }) => event.type);
const openShift = () => command(venue.till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id });
const issuePartner = async (terms: object): Promise<HttpClient> => {
  const fields = { audience: 'partner', name: 'other app', showcase_ids: [venue.menu_id], ...terms };
  return app.client((await command(venue.till, 'IssueKey', fields)).api_key);
};

/** Lets so much time pass, and everything happen that is due then. */
const pass = async (ms: number): Promise<void> => {
  const { tillstream } = app;
  clock.move(ms);
  await tillstream.shown(await tillstream.store.head());
  await tillstream.processes.tick();
};
/** Tries until it no longer throws, while the clock goes on: the timers look each second of it. */
const soon = <T>(check: () => T | Promise<T>): Promise<T> => {
  const checkLater = () => {
    clock.move(1_000);
    return check();
  };
  return vi.waitFor(checkLater, { timeout: 10_000, interval: 50 });
};

describe('a preorder', () => {
  test('a preorder is released at its time, not before', async () => {
    await openShift();
    const order_id = await placePreorder();
    expect(await statusOf(order_id)).toBe('PREORDER');
    await pass(90 * MINUTE - 1);
    expect(await statusOf(order_id)).toBe('PREORDER');
    await pass(1);
    expect(await statusOf(order_id)).toBe('CREATED');
    const released = (await history(order_id)).at(-1);
    expect(released).toMatchObject({ type: 'PreorderReleased', actor: { kind: 'system', name: 'order-timers' } });
  });

  test('a preorder is released without anybody asking, as the clock goes on', async () => {
    await openShift();
    const order_id = await placePreorder();
    clock.move(90 * MINUTE);
    await soon(async () => expect(await statusOf(order_id)).toBe('CREATED'));
  });

  test('a preorder waits for the shift to open, and goes at once when it does', async () => {
    const { shift_id } = await openShift();
    await command(venue.till, 'CloseShift', { shift_id });
    const { id: elsewhere } = await definePoint(venue.till, { name: 'Alay' });
    await command(venue.till, 'OpenShift', { point_id: elsewhere, cashier_id: venue.cashier_id });
    const order_id = await placePreorder();
    await pass(3 * HOUR);
    expect(await statusOf(order_id)).toBe('PREORDER');
    await openShift();
    await soon(async () => expect(await statusOf(order_id)).toBe('CREATED'));
  });

  test('a preorder of an auto-confirming key has its ticket printed at the release, once', async () => {
    await openShift();
    const partner = await issuePartner({ auto_confirm: true });
    const order_id = await placePreorder({}, partner);
    expect(await eventTypes(order_id)).toEqual(['OrderPlaced']);
    await pass(90 * MINUTE);
    await pass(MINUTE);
    await command(venue.till, 'AcceptOrder', { order_id });
    await command(venue.till, 'StartCooking', { order_id });
    expect(await eventTypes(order_id)).toEqual([
      ...['OrderPlaced', 'PreorderReleased', 'KitchenTicketPrinted', 'OrderAccepted', 'CookingStarted'],
    ]);
  });

  test('a preorder that waits for payment and confirmation when its time comes is released right after them', async () => {
    await openShift();
    const partner = await issuePartner({ operator_confirmation: 'all' });
    const scheduled_at = clock.at(40 * MINUTE);
    const order_id = await place({ scheduled_at, payment_type_id: online }, partner);
    await pass(15 * MINUTE);
    expect(await statusOf(order_id)).toBe('AWAITING_PAYMENT');
    await command(venue.till, 'RegisterPayment', { order_id, provider_payment_id: `p-${order_id}`, amount: 98_000 });
    await pass(15 * MINUTE);
    expect(await statusOf(order_id)).toBe('AWAITING_CONFIRMATION');
    await command(venue.till, 'ConfirmOrder', { order_id });
    await pass(1);
    expect(await statusOf(order_id)).toBe('CREATED');
  });
});

describe('an order paid online', () => {
  test('an order paid online is deleted by the system when it is not paid within 30 minutes', async () => {
    const order_id = await placeUnpaid();
    await pass(30 * MINUTE - 1);
    expect(await statusOf(order_id)).toBe('AWAITING_PAYMENT');
    await pass(1);
    expect(await statusOf(order_id)).toBe('DELETED');
    const deleted = (await history(order_id)).at(-1);
    expect(deleted).toMatchObject({ type: 'OrderDeleted', data: { deleted_by: 'system', cancel_cause_id: null } });
  });

  test('an order paid online that is paid in time stays', async () => {
    const order_id = await placeUnpaid();
    await pass(29 * MINUTE);
    const payment = { order_id, provider_payment_id: `p-${order_id}`, amount: 98_000 };
    await command(venue.till, 'RegisterPayment', payment);
    await pass(2 * MINUTE);
    expect(await statusOf(order_id)).toBe('CREATED');
  });

  test('an order paid online too late has its payment recorded, and refunded, once', async () => {
    const order_id = await placeUnpaid();
    await pass(31 * MINUTE);
    const payment = { order_id, provider_payment_id: `p-${order_id}`, amount: 98_000 };
    await command(venue.till, 'RegisterPayment', payment);
    await command(venue.till, 'RegisterPayment', payment);
    expect(await statusOf(order_id)).toBe('DELETED');
    expect(await eventTypes(order_id)).toEqual(['OrderPlaced', 'OrderDeleted', 'PaymentRegistered', 'RefundRequired']);
  });
});

describe('nothing is lost', () => {
  test('a restart that slept through timers fires them at once', async () => {
    const database = await createAppDatabase();
    const first = await startTestApp({ clock: clock.read, database });
    venue = await createVenue(first);
    const { till, point_id } = venue;
    await definePoint(till, { id: point_id, working_hours: undefined });
    online = (await command(till, 'DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [point_id] })).id;
    await openShift();
    const [preorder, unpaid] = [await placePreorder(), await placeUnpaid()];
    await first.stop();
    clock.move(5 * HOUR);
    const second = await startTestApp({ clock: clock.read, database });
    venue = { ...venue, partner: createClient(second.url, venue.partner.token) };
    try {
      await soon(async () => expect(await statusOf(preorder)).toBe('CREATED'));
      await soon(async () => expect(await statusOf(unpaid)).toBe('DELETED'));
    } finally {
      await second.stop();
      await database.drop();
    }
  });

  test('two processes that fire the same timers at once do no harm', async () => {
    await openShift();
    const orders = [await placePreorder(), await placePreorder(), await placeUnpaid(), await placeUnpaid()];
    const { store, pool, shown } = app.tillstream;
    await shown(await store.head());
    const units = { giveBack: async () => null, recheck: async () => [] };
    const [one, two] = [0, 1].map(() => createOrderTimers({ handler: createCommandHandler(store, pool), pool, units }));
    const now = new Date(clock.read() + 2 * HOUR);
    await Promise.all([one!.tick(now), two!.tick(now), one!.tick(now)]);
    const told = await Promise.all(orders.map(eventTypes));
    expect(told.slice(0, 2)).toEqual(Array(2).fill(['OrderPlaced', 'PreorderReleased']));
    expect(told.slice(2)).toEqual(Array(2).fill(['OrderPlaced', 'OrderDeleted']));
  });

  test('more timers than a page due at once are done within seconds, and requests are served meanwhile', {
    timeout: 90_000,
  }, async () => {
    const rounds = effort({ short: 11, long: 20 });
    const timers = 50 * rounds;
    for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: 50 }, () => placeUnpaid()));
    await app.tillstream.shown(await app.tillstream.store.head());
    const count = async (status: string) =>
      (await venue.till.get(`/venue/v1/orders?limit=1000&status=${status}`)).body.orders.length;
    expect(await count('AWAITING_PAYMENT')).toBe(timers);
    clock.move(31 * MINUTE);
    const began = performance.now();
    let done = false;
    const firing = app.tillstream.processes.tick().then(() => {
      done = true;
    });
    const waits: number[] = [];
    while (!done) {
      const asked = performance.now();
      expect((await venue.partner.get('/v1/points')).status).toBe(200);
      waits.push(performance.now() - asked);
    }
    await firing;
    expect(performance.now() - began).toBeLessThan(15 * timers);
    expect(waits.length).toBeGreaterThan(5);
    expect(Math.max(...waits)).toBeLessThan(1_000);
    await soon(async () => expect(await count('DELETED')).toBe(timers));
  });
});

describe('the stop-list at the release', () => {
  const stop = (product_id: number, quantity: number) =>
    command(venue.till, 'SetStopList', { point_id: venue.point_id, entries: [{ product_id, quantity }] });
  const tomorrow = () => placePreorder({ scheduled_at: clock.at(DAY) });
  const teaLeft = async (): Promise<number> =>
    (await venue.partner.get(`/v1/stop-list?point_id=${venue.point_id}`)).body.stop_list[0].quantity;

  beforeEach(async () => {
    await openShift();
  });

  test('the stop-list at the release of a preorder is asked again on a later business day: with enough of everything the order goes on', async () => {
    const order_id = await tomorrow();
    await stop(venue.products.tea, 5);
    await pass(DAY);
    expect(await statusOf(order_id)).toBe('CREATED');
  });

  test('a shortage at the release of a preorder leaves it to an operator, who may take it all the same', async () => {
    const order_id = await tomorrow();
    await stop(venue.products.tea, 0);
    await pass(DAY);
    expect(await statusOf(order_id)).toBe('AWAITING_CONFIRMATION');
    const short = (await history(order_id)).at(-1);
    expect(short).toMatchObject({ type: 'PreorderFoundShort', data: { product_ids: [venue.products.tea] } });
    await app.tillstream.shown(await app.tillstream.store.head());
    const { rows } = await app.tillstream.pool.query('select from read.order_timers where order_id = $1', [order_id]);
    expect(rows).toEqual([]);
    await pass(HOUR);
    expect(await statusOf(order_id)).toBe('AWAITING_CONFIRMATION');
    await command(venue.till, 'ConfirmOrder', { order_id });
    expect(await statusOf(order_id)).toBe('CREATED');
  });

  test('the stop-list at the release of a preorder is asked when it is released by hand on a later day as well', async () => {
    const ids = [await place({ scheduled_at: clock.at(2 * DAY) }), await place({ scheduled_at: clock.at(2 * DAY) })];
    await stop(venue.products.tea, 1);
    clock.move(DAY);
    const occurred_at = new Date(clock.read() - DAY).toISOString();
    for (const order_id of ids) await command(venue.till, 'ReleasePreorder', { order_id, occurred_at });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['CREATED', 'AWAITING_CONFIRMATION']);
    expect(await teaLeft()).toBe(0);
  });

  test('the stop-list at the release of a preorder is not asked again on the day the order was placed', async () => {
    const order_id = await placePreorder();
    await stop(venue.products.tea, 0);
    await pass(90 * MINUTE);
    expect(await statusOf(order_id)).toBe('CREATED');
  });
});

describe('who cancels in time', () => {
  test.each(['AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'PREORDER'])(
    'a partner that cancels in time hears no timer of %s',
    async (status) => {
      await openShift();
      const partner =
        status === 'AWAITING_CONFIRMATION' ? await issuePartner({ operator_confirmation: 'all' }) : undefined;
      const order_id =
        status === 'AWAITING_PAYMENT'
          ? await placeUnpaid({ scheduled_at: clock.at(2 * HOUR) })
          : await placePreorder({}, partner);
      expect(await statusOf(order_id)).toBe(status);
      const answer = await venue.partner.post(`/v1/orders/${order_id}/cancel`);
      expect(answer.body).toMatchObject({ status: 'DELETED' });
      await pass(3 * HOUR);
      expect(await eventTypes(order_id)).toEqual(['OrderPlaced', 'OrderDeleted']);
      const { rows } = await app.tillstream.pool.query('select from read.order_timers where order_id = $1', [order_id]);
      expect(rows).toEqual([]);
    },
  );
});

describe('the venue', () => {
  test('the venue finds orders by every status that they wait in', async () => {
    const partner = await issuePartner({ operator_confirmation: 'all' });
    const orders = {
      AWAITING_PAYMENT: await placeUnpaid(),
      AWAITING_CONFIRMATION: await place({}, partner),
      PREORDER: await placePreorder(),
      CREATED: await place(),
    };
    await app.tillstream.shown(await app.tillstream.store.head());
    for (const [status, order_id] of Object.entries(orders)) {
      const found = (await venue.till.get(`/venue/v1/orders?status=${status}`)).body.orders;
      expect(found).toEqual([asListed((await venue.till.get(`/venue/v1/orders/${order_id}`)).body)]);
      expect(found[0].status).toBe(status);
    }
  });

  test('the venue hears on its feed what the timers do', async () => {
    await openShift();
    const stream = await openStream(app, venue.till);
    const order_id = await placePreorder();
    await pass(90 * MINUTE);
    await stream.heard(2);
    expect(stream.events.map(({ type, data }) => [type, data.order.order_id])).toEqual([
      ['OrderPlaced', order_id],
      ['PreorderReleased', order_id],
    ]);
    expect(stream.events.at(-1)?.data.order.status).toBe('CREATED');
    await stream.close();
  });

  test('the venue’s lists and timers are the same when they are built anew from the log', async () => {
    await placeUnpaid({ scheduled_at: clock.at(2 * HOUR) });
    await placePreorder();
    const { store } = app.tillstream;
    await app.tillstream.shown(await store.head());
    const options = { store, url: app.databaseUrl, projections: allProjections };
    const [report] = await rebuild(options, ['orders']);
    expect(report?.tables.filter(({ equal }) => !equal)).toEqual([]);
    const filled = report?.tables.filter(({ newRows }) => newRows > 0).map(({ table }) => table);
    expect(filled).toEqual(expect.arrayContaining(['orders', 'order_events', 'order_timers']));
  });

  test('an order that waits for nothing has no timer', async () => {
    const order_id = await place();
    await app.tillstream.shown(await app.tillstream.store.head());
    const { rows } = await app.tillstream.pool.query('select from read.order_timers where order_id = $1', [order_id]);
    expect(rows).toEqual([]);
  });
});
