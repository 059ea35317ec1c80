// A database of its own: its calls to loyalty services go by its clock.

import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoyaltyMethod } from '../../src/domain/loyalty/calls.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createLoyaltyVenue, openCheque, send, sendDue, type TestPartner } from '../support/loyalty.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import type { TestVenue } from '../support/venue.ts';

const clock = createClock();
const GUEST = '998901234567';
let app: TestApp;
let venue: TestVenue;
let partner: TestPartner;
let inPoints: number;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read, outboundAllowPrivate: true });
  ({ venue, partner, inPoints } = await createLoyaltyVenue(app));
});
afterAll(async () => {
  partner?.close();
  await app.stop();
});
/** One venue for all of them: each has a cheque of its own, and finds the partner as usual. */
beforeEach(() => {
  partner.instead = undefined;
  partner.told.length = 0;
});

const identify = () => send(venue, 'IdentifyLoyaltyCustomer', { point_id: venue.point_id, phone: `+${GUEST}` });
const close = async (order_id: number) =>
  send(venue, 'CloseCheque', {
    order_id,
    cashier_id: venue.cashier_id,
    payments: [{ payment_type_id: inPoints, amount: 8_000, loyalty: { customer_id: `G-${GUEST}` } }],
  });

type Bad = (response: ServerResponse) => void;
const json =
  (body: unknown, status = 200): Bad =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const raw =
  (body: string): Bad =>
  (response) =>
    void response.writeHead(200).end(body);

/** A megabyte at a time, for as long as somebody reads. */
const endless: Bad = (response) => {
  response.writeHead(200, { 'content-length': String(200 * 1024 ** 2) });
  const part = Buffer.alloc(1024 ** 2, ' ');
  const more = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
};

/** The head at once, and then a byte now and then. */
const slow: Bad = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 200);
  response.on('close', () => clearInterval(timer));
};

const instead = (method: LoyaltyMethod, bad: Bad): void => {
  partner.instead = (response, asked) => {
    if (asked === method) bad(response);
    return asked === method;
  };
};

const NO_ANSWERS: Readonly<Record<string, Bad>> = {
  'no JSON': raw('<html>'),
  nothing: raw(''),
  '204': (response) => void response.writeHead(204).end(),
  'a list': json([1]),
  null: json(null),
  'a redirect': (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  'a server error': json({ message: 'Sorry' }, 500),
  'a connection that breaks': (response) => void response.destroy(),
  '200 MB': endless,
};

describe('a customer that is no answer', () => {
  const customer = { customer_id: 'L-1', balance: 10 };
  test.each(
    Object.entries({
      ...NO_ANSWERS,
      'no id': json({ balance: 1 }),
      'a negative balance': json({ ...customer, balance: -1 }),
      'a balance that is a text': json({ ...customer, balance: '10' }),
      'an id of 10 000 characters': json({ ...customer, customer_id: 'x'.repeat(10_000) }),
      'an id that is an object': json({ ...customer, customer_id: {} }),
      'can_redeem that is a text': json({ ...customer, can_redeem: 'no' }),
    }),
  )('%s: the cashier is told to try again', async (_, bad) => {
    instead('customer', bad);
    const answer = await identify();
    expect(answer).toMatchObject({ status: 409, body: { code: 'loyalty_did_not_answer' } });
    expect(answer.body.message).toContain('Try again');
  });

  test('what is strange beside the id is left out', async () => {
    instead('customer', json({ customer_id: 17, name: { a: 1 }, phone: 'x'.repeat(9_999), balance: 10.9, level: 3 }));
    expect((await identify()).body.result).toEqual({
      customer_id: 17,
      name: null,
      phone: 'x'.repeat(255),
      balance: 10,
      level: '3',
      can_redeem: true,
    });
  });
});

describe('a hold that is no answer', () => {
  test.each(
    Object.entries({
      ...NO_ANSWERS,
      'no hold_id': json({ customer_id: 'L-1' }),
      'a hold_id of 10 000 characters': json({ hold_id: 'x'.repeat(10_000) }),
      'a hold_id that is a list': json({ hold_id: ['H'] }),
    }),
  )('%s: the cheque stays open, and what may be held goes back', async (_, bad) => {
    instead('hold', bad);
    const order_id = await openCheque(venue);
    expect(await close(order_id)).toMatchObject({ status: 409, body: { code: 'loyalty_did_not_answer' } });
    expect((await venue.till.get(`/venue/v1/orders/${order_id}`)).body.status).not.toBe('CLOSED');
    partner.instead = undefined;
    await command(venue.till, 'CancelLoyaltyHold', { order_id });
    await sendDue(app);
    expect(partner.methods()).toEqual(['cancel']);
  });

  test('words of a refusal are one line of text, and not endless', async () => {
    instead('hold', json({ message: `No\n\u0000 points.\u202e ${'x'.repeat(5_000)}` }, 400));
    const { status, body } = await close(await openCheque(venue));
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'loyalty_refused' });
    expect(body.message).toMatch(/^The loyalty service says no: No points\. x{250,300}\. Take another sum/);
    instead('hold', json({ message: 17 }, 402));
    expect((await close(await openCheque(venue))).body.message).toContain('HTTP 402');
  });
});

describe('a commit whose answer is strange', () => {
  test.each(
    Object.entries({
      'no JSON': raw('<html>'),
      '204': NO_ANSWERS['204']!,
      '200 MB': endless,
      'a negative balance': json({ accrued: 1, balance: -5 }),
      'a balance that is a text': json({ balance: '12' }),
    }),
  )('%s: it is done, and no balance is recorded', async (_, bad) => {
    instead('commit', bad);
    const order_id = await openCheque(venue, { client: { phone: `+${GUEST}` } });
    const payments = [{ payment_type_id: venue.cash, amount: 8_000 }];
    await command(venue.till, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
    await sendDue(app);
    const { deliveries } = (await venue.till.get('/venue/v1/deliveries')).body;
    expect(deliveries.filter((each: { order_id: number }) => each.order_id === order_id)).toMatchObject([
      { event: 'commit', status: 'delivered' },
    ]);
    const { events } = (await venue.auditor.get('/audit/v1/events?type=LoyaltyCommitted')).body;
    expect(events).toEqual([]);
  });
});

test('a service that answers a byte at a time is given up after five seconds, and keeps no connection busy meanwhile', {
  timeout: 30_000,
}, async () => {
  await identify();
  instead('hold', slow);
  const orders = await Promise.all(Array.from({ length: 14 }, () => openCheque(venue)));
  const start = performance.now();
  const closings = orders.map(close);
  // More than there are connections to the database. The cheques themselves can be changed meanwhile.
  for (const order_id of orders) await command(venue.till, 'AssignCheque', { order_id, guests: 3 });
  expect(performance.now() - start).toBeLessThan(4_000);
  for (const { body } of await Promise.all(closings)) expect(body.code).toBe('loyalty_did_not_answer');
  expect(performance.now() - start).toBeLessThan(8_000);
});
