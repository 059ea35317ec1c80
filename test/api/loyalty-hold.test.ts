// A database of its own: it runs the processes at moments of its clock.

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendJson } from '../../src/demo/points-service.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { createLoyaltyVenue, hangUp, openCheque, send, sendDue, type TestPartner } from '../support/loyalty.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import type { TestVenue } from '../support/venue.ts';

const clock = createClock();
const GUEST = '998901234567';
let app: TestApp;
let venue: TestVenue;
let partner: TestPartner;
let inPoints: number;
let shift_id: number;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read, outboundAllowPrivate: true });
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ venue, partner, inPoints, shift_id } = await createLoyaltyVenue(app));
});
afterEach(async () => {
  expect(partner.refused).toEqual([]);
  await partner.close();
});

const identify = (fields: object = {}) =>
  send(venue, 'IdentifyLoyaltyCustomer', { point_id: venue.point_id, phone: `+${GUEST}`, ...fields });
const guest = async (): Promise<string> => (await identify()).body.result.customer_id;
/** Pays so much in points, and the rest of 8 000 in cash. */
const close = async (
  order_id: number,
  amount: number,
  customer_id: unknown = `G-${GUEST}`,
  command_id = randomUUID(),
) => {
  const { cashier_id, cash } = venue;
  const loyalty = customer_id === null ? null : { customer_id };
  const rest = amount < 8_000 ? [{ payment_type_id: cash, amount: 8_000 - amount }] : [];
  const payments = [...(amount > 0 ? [{ payment_type_id: inPoints, amount, loyalty }] : []), ...rest];
  return send(venue, 'CloseCheque', { order_id, cashier_id, payments }, command_id);
};
const history = async (order_id: number): Promise<{ type: string; data: Record<string, unknown> }[]> =>
  (await venue.auditor.get(`/audit/v1/orders/${order_id}/history`)).body.events;
const loyaltyEvents = async (order_id: number): Promise<string[]> =>
  (await history(order_id)).map(({ type }) => type).filter((type) => /Loyalty|ChequeClosed/.test(type));
const states = (): string[] => [...partner.book.holds.values()].map(({ state, amount }) => `${amount} ${state}`);
const deliveries = async (): Promise<{ event: string; status: string; reason: string | null }[]> =>
  (await venue.till.get('/venue/v1/deliveries')).body.deliveries;

describe('identifying a guest', () => {
  test('the service says who it is, and a cheque is told', async () => {
    const order_id = await openCheque(venue);
    const command_id = randomUUID();
    const fields = { point_id: venue.point_id, phone: '90 123 45 67', order_id };
    const first = await send(venue, 'IdentifyLoyaltyCustomer', fields, command_id);
    const known = { customer_id: `G-${GUEST}`, name: 'Guest', phone: GUEST, balance: 100_000 };
    expect(first.body).toMatchObject({ status: 'accepted', result: { ...known, level: 'silver', can_redeem: true } });
    expect(partner.told[0]!.call).toEqual({
      operation_id: expect.any(String),
      point_id: venue.point_id,
      phone: GUEST,
    });
    expect(await loyaltyEvents(order_id)).toEqual(['LoyaltyCustomerAttached']);
    const again = await send(venue, 'IdentifyLoyaltyCustomer', fields, command_id);
    expect(again.body).toEqual({ ...first.body, status: 'duplicate' });
    expect(partner.told).toHaveLength(1);
  });

  test('a guest whom the service does not know is 404 with its words', async () => {
    const answer = await identify({ phone: undefined, code: 'unknown' });
    expect(answer).toMatchObject({ status: 404, body: { code: 'loyalty_customer_not_found' } });
    expect(answer.body.message).toContain('There is no such card');
  });

  test('it takes a phone or a code, and not both', async () => {
    for (const fields of [{ code: 'A' }, { phone: null }]) {
      expect(await identify(fields)).toMatchObject({ status: 400, body: { code: 'loyalty_phone_or_code' } });
    }
    expect((await identify({ phone: undefined, code: 'A' })).status).toBe(200);
    expect(await identify({ order_id: 999_999_999 })).toMatchObject({ status: 404 });
    await command(venue.till, 'DisconnectLoyalty', {});
    expect(await identify()).toMatchObject({ status: 409, body: { code: 'loyalty_not_connected' } });
  });
});

describe('paying with points', () => {
  test('points are held, and the closing says which', async () => {
    await guest();
    const order_id = await openCheque(venue);
    expect(await close(order_id, 3_000)).toMatchObject({ status: 200, body: { result: { status: 'CLOSED' } } });
    const hold = partner.told.find(({ method }) => method === 'hold')!;
    expect(JSON.parse(hold.raw)).toEqual({
      operation_id: expect.any(String),
      customer_id: `G-${GUEST}`,
      amount: 3_000,
      point_id: venue.point_id,
      cheque: {
        uuid: expect.any(String),
        total: 8_000,
        lines: [{ product_id: venue.products.tea, name: 'Tea', quantity: 1, price: 8_000, amount: 8_000 }],
      },
    });
    expect(await loyaltyEvents(order_id)).toEqual(['LoyaltyHoldRequested', 'ChequeClosed']);
    const { data } = (await history(order_id)).find(({ type }) => type === 'ChequeClosed')!;
    expect(data.payments).toMatchObject([
      { loyalty: { customer_id: `G-${GUEST}`, hold_id: 'H-1', operation_id: hold.call.operation_id } },
      { loyalty: null },
    ]);
    await sendDue(app);
    expect(states()).toEqual(['3000 spent']);
  });

  test('points without a guest, or of two guests, are refused before the service is asked', async () => {
    const order_id = await openCheque(venue);
    expect(await close(order_id, 3_000, null)).toMatchObject({
      status: 400,
      body: { code: 'loyalty_customer_required', message: expect.stringContaining('payments[0]') },
    });
    const payments = ['A', 'B'].map((customer_id) => ({
      payment_type_id: inPoints,
      amount: 4_000,
      loyalty: { customer_id },
    }));
    const answer = await send(venue, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
    expect(answer).toMatchObject({ status: 400, body: { code: 'loyalty_customers_differ' } });
    expect(partner.methods()).toEqual([]);
  });

  test('a guest is named for points alone: the drawer would count cash that the guest has paid in points', async () => {
    const order_id = await openCheque(venue);
    const paid = (payment_type_id: number, amount: number) => ({
      payment_type_id,
      amount,
      loyalty: { customer_id: `G-${GUEST}` },
    });
    const payments = [paid(inPoints, 3_000), paid(venue.cash, 5_000)];
    const answer = await send(venue, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'loyalty_is_for_points', field: 'payments[1].loyalty' },
    });
    expect(partner.methods()).toEqual([]);
    expect(await loyaltyEvents(order_id)).toEqual([]);
  });

  test('a closing that is refused anyway costs no hold', async () => {
    await guest();
    const order_id = await openCheque(venue);
    expect(await close(order_id, 9_000)).toMatchObject({ status: 409, body: { code: 'payments_differ_from_total' } });
    expect(partner.methods()).toEqual(['customer']);
    expect(await loyaltyEvents(order_id)).toEqual([]);
  });

  test('what the service refuses is told with its words, and another sum may be paid', async () => {
    await guest();
    const order_id = await openCheque(venue, {
      items: [
        {
          product_id: venue.products.plov,
          quantity: 3,
          modifiers: [{ product_id: venue.products.small, quantity: 1 }],
        },
      ],
    });
    const pay = (amount: number) =>
      send(venue, 'CloseCheque', {
        order_id,
        cashier_id: venue.cashier_id,
        payments: [
          { payment_type_id: inPoints, amount, loyalty: { customer_id: `G-${GUEST}` } },
          { payment_type_id: venue.cash, amount: 135_000 - amount },
        ],
      });
    const refused = await pay(120_000);
    expect(refused).toMatchObject({ status: 409, body: { code: 'loyalty_refused' } });
    expect(refused.body.message).toContain('Only 100000 points are there');
    expect((await pay(100_000)).status).toBe(200);
    await sendDue(app);
    expect(states()).toEqual(['100000 spent']);
  });

  test('a guest who may not redeem is refused at once', async () => {
    partner.send = (response, { answer }) => {
      const body = JSON.stringify({ ...answer.body, can_redeem: false });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    };
    const order_id = await openCheque(venue);
    expect((await identify({ order_id })).body.result.can_redeem).toBe(false);
    expect(await close(order_id, 1_000)).toMatchObject({ status: 409, body: { code: 'loyalty_redeeming_off' } });
    expect(partner.methods()).toEqual(['customer']);
  });

  test('without a service points are a payment like any other', async () => {
    await command(venue.till, 'DisconnectLoyalty', {});
    const order_id = await openCheque(venue);
    expect((await close(order_id, 1_000, null)).status).toBe(200);
    await sendDue(app);
    expect(partner.methods()).toEqual([]);
  });
});

describe('a hold that nobody knows of', () => {
  const unknown = async (): Promise<number> => {
    await guest();
    const order_id = await openCheque(venue);
    partner.send = hangUp;
    expect(await close(order_id, 3_000)).toMatchObject({ status: 409, body: { code: 'loyalty_did_not_answer' } });
    partner.send = undefined;
    expect(states()).toEqual(['3000 held']);
    return order_id;
  };
  const cancels = () => partner.told.filter(({ method }) => method === 'cancel').map(({ call }) => call);
  const holdIds = () => partner.told.filter(({ method }) => method === 'hold').map(({ call }) => call.operation_id);

  test('a second try with the same sum has the same id, and the points are held once', async () => {
    const order_id = await unknown();
    expect((await close(order_id, 3_000)).status).toBe(200);
    expect(new Set(holdIds()).size).toBe(1);
    await sendDue(app);
    expect(states()).toEqual(['3000 spent']);
    expect(cancels()).toEqual([]);
  });

  test('a closing with another sum cancels the first hold, under an id derived from it', async () => {
    const order_id = await unknown();
    expect((await close(order_id, 2_000)).status).toBe(200);
    await sendDue(app);
    expect(states()).toEqual(['3000 cancelled', '2000 spent']);
    const [first] = cancels();
    expect(first).toEqual({
      operation_id: expect.any(String),
      ref_operation_id: holdIds()[0],
      ref_operation: 'hold',
      hold_id: null,
    });
    expect(new Set(cancels().map(({ operation_id }) => operation_id)).size).toBe(1);
  });

  test('the same sum after another one is a new hold', async () => {
    const order_id = await unknown();
    partner.send = hangUp;
    expect((await close(order_id, 2_000)).status).toBe(409);
    partner.send = undefined;
    expect((await close(order_id, 3_000)).status).toBe(200);
    await sendDue(app);
    expect(states()).toEqual(['3000 cancelled', '2000 cancelled', '3000 spent']);
  });

  test('closing with another payment gives the hold up', async () => {
    const order_id = await unknown();
    expect((await close(order_id, 0)).status).toBe(200);
    await sendDue(app);
    expect(await loyaltyEvents(order_id)).toEqual(['LoyaltyHoldRequested', 'LoyaltyHoldGivenUp', 'ChequeClosed']);
    expect(states()).toEqual(['3000 cancelled']);
  });

  test('deleting the cheque gives the hold up', async () => {
    const order_id = await unknown();
    await command(venue.till, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });
    await sendDue(app);
    expect(states()).toEqual(['3000 cancelled']);
  });

  test('CancelLoyaltyHold gives it up, and does nothing where nothing is held', async () => {
    const order_id = await unknown();
    await command(venue.till, 'CancelLoyaltyHold', { order_id });
    await command(venue.till, 'CancelLoyaltyHold', { order_id });
    await sendDue(app);
    expect(states()).toEqual(['3000 cancelled']);
    expect(await loyaltyEvents(order_id)).toEqual(['LoyaltyHoldRequested', 'LoyaltyHoldGivenUp']);
  });

  test('the hold is given up after ten minutes, not earlier', async () => {
    const order_id = await unknown();
    await sendDue(app);
    clock.move(9 * MINUTE);
    await sendDue(app);
    expect(await loyaltyEvents(order_id)).toEqual(['LoyaltyHoldRequested']);
    clock.move(MINUTE);
    await app.tillstream.processes.tick();
    await sendDue(app);
    expect(await loyaltyEvents(order_id)).toEqual(['LoyaltyHoldRequested', 'LoyaltyHoldGivenUp']);
    expect(states()).toEqual(['3000 cancelled']);
    // The next try is another hold.
    expect((await close(order_id, 3_000)).status).toBe(200);
    expect(new Set(holdIds()).size).toBe(2);
  });

  test('a hold is given back at once if the closing is refused after all', async () => {
    await guest();
    const order_id = await openCheque(venue);
    partner.send = async (response, { answer }) => {
      partner.send = undefined;
      await command(venue.till, 'CloseShift', { shift_id, leave_open: true });
      sendJson(response, answer);
    };
    expect(await close(order_id, 3_000)).toMatchObject({ status: 409, body: { code: 'shift_not_open' } });
    await sendDue(app);
    expect(await loyaltyEvents(order_id)).toEqual(['LoyaltyHoldRequested', 'LoyaltyHoldGivenUp']);
    expect(states()).toEqual(['3000 cancelled']);
    expect(cancels()).toMatchObject([{ hold_id: 'H-1' }]);
    // Now it is known before the service is asked.
    expect(await close(order_id, 3_000)).toMatchObject({ status: 409, body: { code: 'shift_not_open' } });
    expect(states()).toHaveLength(1);
  });

  test('what CloseCheque did is not done again by a repeat', async () => {
    await guest();
    const order_id = await openCheque(venue);
    const command_id = randomUUID();
    partner.send = hangUp;
    expect((await close(order_id, 3_000, null, command_id)).status).toBe(400);
    expect((await close(order_id, 3_000, `G-${GUEST}`, command_id)).status).toBe(409);
    partner.send = undefined;
    const first = await close(order_id, 3_000, `G-${GUEST}`, command_id);
    expect(first.body).toMatchObject({ status: 'accepted', result: { status: 'CLOSED' } });
    const before = partner.told.length;
    expect((await close(order_id, 3_000, `G-${GUEST}`, command_id)).body.status).toBe('duplicate');
    expect(partner.told.filter(({ method }, index) => index >= before && method === 'hold')).toEqual([]);
  });

  test('of many tills that close a cheque at once, one does, and its points stay held', async () => {
    await guest();
    const order_id = await openCheque(venue);
    const answers = await Promise.all(Array.from({ length: 8 }, () => close(order_id, 3_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await sendDue(app);
    expect(states()).toEqual(['3000 spent']);
  });
});

test('the log of calls has none that were refused, and no words of guests', async () => {
  await guest();
  const order_id = await openCheque(venue);
  await close(order_id, 3_000);
  await sendDue(app);
  expect(await deliveries()).toMatchObject([{ event: 'commit', status: 'delivered', reason: null }]);
});
