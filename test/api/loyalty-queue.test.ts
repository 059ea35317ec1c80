// A database of its own: the queue of calls goes by its clock.

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendJson } from '../../src/demo/points-service.ts';
import type { LoyaltyMethod } from '../../src/domain/loyalty/calls.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { createLoyaltyVenue, hangUp, openCheque, send, sendDue, type TestPartner } from '../support/loyalty.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import type { TestVenue } from '../support/venue.ts';

const clock = createClock();
const HOUR = 60 * MINUTE;
const GUEST = '998901234567';
let app: TestApp;
let venue: TestVenue;
let partner: TestPartner;
let inPoints: number;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read, outboundAllowPrivate: true });
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ venue, partner, inPoints } = await createLoyaltyVenue(app));
  await command(venue.till, 'IdentifyLoyaltyCustomer', { point_id: venue.point_id, phone: `+${GUEST}` });
});
afterEach(async () => {
  expect(partner.refused).toEqual([]);
  await partner.close();
});

const close = async (order_id: number, amount: number): Promise<void> => {
  const { cashier_id, cash } = venue;
  const loyalty = { customer_id: `G-${GUEST}` };
  const payments = [
    ...(amount > 0 ? [{ payment_type_id: inPoints, amount, loyalty }] : []),
    { payment_type_id: cash, amount: 8_000 - amount },
  ];
  await command(venue.till, 'CloseCheque', { order_id, cashier_id, payments });
};
const closed = async (amount: number, fields: object = {}): Promise<number> => {
  const order_id = await openCheque(venue, fields);
  await close(order_id, amount);
  return order_id;
};
const reopen = (order_id: number) => command(venue.till, 'ReopenCheque', { order_id, reason: 'Wrong sum' });
const giveBack = async (order_id: number): Promise<void> => {
  const { items } = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body;
  const lines = [{ line_id: items[0].line_id, quantity: 1 }];
  await command(venue.till, 'ReturnGoods', { order_id, lines, payment_type_id: venue.cash });
};
const queued = (): { method: LoyaltyMethod; call: Record<string, unknown> }[] =>
  partner.told
    .filter(({ method }) => method !== 'customer' && method !== 'hold')
    .map(({ method, raw }) => ({ method, call: JSON.parse(raw) }));
const methods = (): string[] => queued().map(({ method }) => method);
const states = (): string[] => [...partner.book.holds.values()].map(({ state, amount }) => `${amount} ${state}`);
// biome-ignore lint/suspicious/noExplicitAny: answers
const deliveries = async (query = ''): Promise<any[]> =>
  (await venue.till.get(`/venue/v1/deliveries${query}`)).body.deliveries;
const told = async (): Promise<string[]> =>
  (await deliveries()).map(({ event, status, reason }) => [event, status, reason].filter(Boolean).join(' '));
/** Answers a method so, without doing it. */
const answer = (method: LoyaltyMethod, status: number, message = 'Sorry.'): void => {
  partner.instead = (response, asked) => {
    if (asked !== method) return false;
    sendJson(response, { status, body: { message } });
    return true;
  };
};
const pass = async (ms: number): Promise<void> => {
  clock.move(ms);
  await sendDue(app);
};

describe('a commit', () => {
  test('a commit tells of the whole cheque, and its answer is the balance of the client', async () => {
    const client = { phone: `+${GUEST}`, name: 'Aziza' };
    const order_id = await closed(3_000, { client });
    await sendDue(app);
    const { lines, ...cheque } = (queued()[0]!.call as { cheque: { lines: object[] } }).cheque;
    expect(queued()).toMatchObject([
      {
        method: 'commit',
        call: {
          operation_id: expect.any(String),
          customer: { customer_id: `G-${GUEST}`, phone: GUEST },
          hold_id: 'H-1',
          redeemed: 3_000,
        },
      },
    ]);
    expect(cheque).toEqual({
      uuid: expect.any(String),
      number: expect.any(Number),
      point_id: venue.point_id,
      opened_at: expect.any(String),
      closed_at: expect.any(String),
      total: 8_000,
      goods_total: 8_000,
      discount: 0,
      payments: [
        { type: 'points', amount: 3_000 },
        { type: 'cash', amount: 5_000 },
      ],
    });
    expect(lines).toEqual([
      {
        line_id: expect.any(Number),
        product_id: venue.products.tea,
        name: 'Tea',
        quantity: 1,
        price: 8_000,
        amount: 8_000,
      },
    ]);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({
      kind: 'loyalty',
      event: 'commit',
      key_id: null,
      order_id,
      status: 'delivered',
      message: null,
      attempts: [{ status_code: 200, failure: null }],
    });
    const { client: known } = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body;
    // 100 000 - 3 000 + 5 % of 5 000.
    expect((await venue.partner.get(`/v1/clients/${known.client_id}`)).body.loyalty_balance).toBe(97_250);
    const { events } = (await venue.auditor.get('/audit/v1/events?type=LoyaltyCommitted')).body;
    expect(events).toMatchObject([{ data: { order_id, accrued: 250, balance: 97_250 } }]);
  });

  test('a commit without points finds the guest by the phone, or the one who was identified', async () => {
    await closed(0, { client: { phone: `+${GUEST}` } });
    const order_id = await openCheque(venue);
    const asked = { point_id: venue.point_id, phone: '+998911112233', order_id };
    await command(venue.till, 'IdentifyLoyaltyCustomer', asked);
    await close(order_id, 0);
    await closed(0);
    await sendDue(app);
    // Cheques do not wait for each other.
    const calls = queued().map(({ call }) => call as { cheque: { number: number } });
    expect(calls.toSorted((one, other) => one.cheque.number - other.cheque.number)).toMatchObject([
      { customer: { customer_id: null, phone: GUEST }, hold_id: null, redeemed: 0 },
      { customer: { customer_id: 'G-998911112233', phone: '998911112233' } },
      { customer: { customer_id: null, phone: null } },
    ]);
  });

  test('a commit has seven attempts, each at its time; then later calls of its cheque wait for the resend', async () => {
    answer('commit', 500);
    const order_id = await closed(3_000);
    await sendDue(app);
    await giveBack(order_id);
    for (const pause of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]) {
      const before = (await deliveries())[0].attempts.length;
      await pass(pause - 1);
      expect((await deliveries())[0].attempts).toHaveLength(before);
      await pass(1);
    }
    expect((await deliveries())[0].attempts).toHaveLength(7);
    expect(await told()).toEqual(['commit undelivered attempts_exhausted', 'refund pending']);
    partner.instead = undefined;
    await pass(12 * HOUR);
    expect(methods()).toEqual([]);
    const [{ id: delivery_id }] = await deliveries();
    await command(venue.till, 'ResendDelivery', { delivery_id });
    await sendDue(app);
    expect(methods()).toEqual(['commit', 'refund']);
    expect(await told()).toEqual(['commit delivered', 'refund delivered']);
  });

  test('cheques do not wait for each other', async () => {
    const stuck = await closed(3_000);
    answer('commit', 500);
    await sendDue(app);
    await giveBack(stuck);
    partner.instead = undefined;
    await closed(1_000);
    await sendDue(app);
    expect(methods()).toEqual(['commit']);
    expect(states()).toEqual(['3000 held', '1000 spent']);
  });

  test('a commit that is refused is final, shown to the venue, and its refunds are not sent', async () => {
    answer('commit', 422, 'The cheque is unknown to us.');
    const order_id = await closed(3_000);
    await sendDue(app);
    await giveBack(order_id);
    await sendDue(app);
    await pass(24 * HOUR);
    expect(await told()).toEqual(['commit undelivered refused', 'refund undelivered commit_refused']);
    const [commit] = await deliveries();
    expect(commit).toMatchObject({ message: 'The cheque is unknown to us', attempts: [{ status_code: 422 }] });
    // Once the service takes the commit after all, the refund can be sent too.
    partner.instead = undefined;
    for (const { id: delivery_id } of await deliveries()) {
      await command(venue.till, 'ResendDelivery', { delivery_id });
      await sendDue(app);
    }
    expect(methods()).toEqual(['commit', 'refund']);
  });

  test('an answer that is lost is asked for again, and counts once', async () => {
    partner.send = hangUp;
    await closed(0, { client: { phone: `+${GUEST}` } });
    await sendDue(app);
    partner.send = undefined;
    await pass(MINUTE);
    expect(methods()).toEqual(['commit', 'commit']);
    expect(new Set(queued().map(({ call }) => JSON.stringify(call))).size).toBe(1);
    const { events } = (await venue.auditor.get('/audit/v1/events?type=LoyaltyCommitted')).body;
    expect(events).toHaveLength(1);
  });

  test('the next attempt is signed with the new secret, and goes to the new address', async () => {
    answer('commit', 503);
    await closed(3_000);
    await sendDue(app);
    partner.secret = (await command(venue.till, 'RotateLoyaltySecret', {})).secret;
    partner.instead = undefined;
    await pass(MINUTE);
    expect(await told()).toEqual(['commit delivered']);
  });

  test('after the end of the connection, what waits is sent, and nothing new begins', async () => {
    answer('commit', 503);
    const order_id = await closed(3_000);
    await sendDue(app);
    await command(venue.till, 'DisconnectLoyalty', {});
    partner.instead = undefined;
    await closed(0);
    await pass(MINUTE);
    await giveBack(order_id);
    await sendDue(app);
    expect(methods()).toEqual(['commit', 'refund']);
  });
});

describe('a refund', () => {
  test('a refund names its commit, and each return is refunded once', async () => {
    const items = [{ product_id: venue.products.tea, quantity: 2 }];
    const order_id = await openCheque(venue, { items });
    const payments = [{ payment_type_id: venue.cash, amount: 16_000 }];
    await command(venue.till, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
    await giveBack(order_id);
    await giveBack(order_id);
    await sendDue(app);
    expect(methods()).toEqual(['commit', 'refund', 'refund']);
    const [commit, ...refunds] = queued().map(({ call }) => call);
    expect(new Set(refunds.map(({ operation_id }) => operation_id)).size).toBe(2);
    expect(refunds[0]).toEqual({
      operation_id: expect.any(String),
      ref_operation_id: commit!.operation_id,
      amount: 8_000,
      customer: { customer_id: null, phone: null },
      lines: [{ product_id: venue.products.tea, quantity: 1, amount: 8_000 }],
    });
  });
});

describe('a cheque that is opened again', () => {
  test('after an attempt the first commit is sent to its end and then cancelled, before the new closing commits again', async () => {
    const order_id = await closed(3_000);
    partner.send = hangUp;
    await sendDue(app);
    partner.send = undefined;
    await reopen(order_id);
    await close(order_id, 3_000);
    await sendDue(app);
    expect(methods()).toEqual(['commit']);
    await pass(MINUTE);
    expect(methods()).toEqual(['commit', 'commit', 'cancel', 'commit']);
    const [first, , cancel, second] = queued().map(({ call }) => call);
    expect(cancel).toMatchObject({ ref_operation: 'commit', ref_operation_id: first!.operation_id, hold_id: 'H-1' });
    expect(second!.operation_id).not.toBe(first!.operation_id);
    expect(second!.hold_id).toBe('H-2');
    expect([...partner.book.guests.values()][0]!.points).toBe(97_250);
  });

  test('a cheque that is deleted after its closing is cancelled', async () => {
    const order_id = await closed(3_000);
    await sendDue(app);
    await reopen(order_id);
    await command(venue.till, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });
    await sendDue(app);
    expect(methods()).toEqual(['commit', 'cancel']);
    expect([...partner.book.guests.values()][0]!.points).toBe(100_000);
  });
});

test('a call that was withdrawn is not resent', async () => {
  const order_id = await openCheque(venue);
  await send(venue, 'CancelLoyaltyHold', { order_id });
  const row = `insert into app.deliveries (kind, brand_id, event, event_id, position, url, status, created_at, reason)
    values ('loyalty', $1, 'commit', $2, 0, '', 'undelivered', now(), 'withdrawn') returning id`;
  const { rows } = await app.tillstream.pool.query<{ id: number }>(row, [venue.brand_id, randomUUID()]);
  const answer = await send(venue, 'ResendDelivery', { delivery_id: rows[0]!.id });
  expect(answer).toMatchObject({ status: 409, body: { code: 'delivery_withdrawn' } });
});
