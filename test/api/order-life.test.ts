import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

const clock = createClock();
let app: TestApp;
let venue: TestVenue;
let online: number;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  const { till, point_id } = venue;
  online = (await command(till, 'DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [point_id] })).id;
});
afterAll(() => app.stop());

const partnerWith = async (terms: Record<string, unknown>): Promise<HttpClient> => {
  const key = { audience: 'partner', name: 'app', showcase_ids: [venue.menu_id], ...terms };
  return app.client((await command(venue.till, 'IssueKey', key)).api_key);
};
const place = async (fields: Record<string, unknown> = {}, partner = venue.partner) =>
  (await partner.post('/v1/orders', orderBody(venue, fields))).body;
const send = (type: string, fields: Record<string, unknown>) =>
  venue.till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
const statusOf = async (order_id: number): Promise<string> =>
  (await venue.partner.get(`/v1/orders/${order_id}`)).body.status;
const types = async (order_id: number): Promise<string[]> =>
  (await venue.auditor.get(`/audit/v1/orders/${order_id}/history`)).body.events.map((it: { type: string }) => it.type);

const payment = (order_id: number, fields: Record<string, unknown> = {}) => ({
  order_id,
  provider_payment_id: `P-${order_id}`,
  amount: 98_000,
  ...fields,
});

describe('an order paid online', () => {
  test('an order paid online waits for its payment, which leads it to the till, and counts once', async () => {
    const order = await place({ payment_type_id: online });
    expect(order).toMatchObject({ status: 'AWAITING_PAYMENT', status_name: 'Awaiting payment', total_amount: 98_000 });
    expect(await send('AcceptOrder', { order_id: order.order_id })).toMatchObject({ status: 409 });
    expect(await send('RegisterPayment', payment(order.order_id, { amount: 97_999 }))).toMatchObject({
      status: 409,
      body: { code: 'payment_differs_from_total' },
    });
    // Sent to the wrong order, it is still free for the right one.
    const { order_id: paidInCash } = await place();
    expect(await send('RegisterPayment', { ...payment(order.order_id), order_id: paidInCash })).toMatchObject({
      status: 409,
      body: { code: 'online_payment_not_expected' },
    });
    await command(venue.till, 'RegisterPayment', payment(order.order_id));
    expect(await statusOf(order.order_id)).toBe('CREATED');
    await command(venue.till, 'RegisterPayment', payment(order.order_id));
    expect(await send('RegisterPayment', payment(order.order_id, { amount: 97_999 }))).toMatchObject({
      status: 409,
      body: { code: 'provider_payment_differs', details: { amount: 97_999, registered: 98_000 } },
    });
    expect(await types(order.order_id)).toEqual(['OrderPlaced', 'PaymentRegistered']);
    const { body } = await venue.till.get(`/venue/v1/orders/${order.order_id}`);
    const provider_payment_id = `P-${order.order_id}`;
    expect(body.provider_payments).toEqual([
      { provider_payment_id, amount: 98_000, is_refund_due: false, refund_due: 0 },
    ]);
  });

  test('an order paid online says what goes back after a discount, also when its cheque is opened again, and closes with the rest', async () => {
    const { till, point_id, cashier_id } = venue;
    await command(till, 'OpenShift', { point_id, cashier_id });
    const { order_id } = await place({ payment_type_id: online });
    await command(till, 'RegisterPayment', payment(order_id));
    await command(till, 'AcceptOrder', { order_id });
    await command(till, 'AdjustCheque', { order_id, discount: 8_000, discount_reason: 'late' });
    const close = (payments: object[]) => command(till, 'CloseCheque', { order_id, cashier_id, payments });
    const paid = { payment_type_id: online, amount: 90_000 };
    const provider = { provider_payment_id: `P-${order_id}`, amount: 98_000, is_refund_due: true, refund_due: 8_000 };
    const told = async () => (await till.get(`/venue/v1/orders/${order_id}`)).body;
    await close([paid]);
    expect((await told()).provider_payments).toEqual([provider]);
    await command(till, 'ReopenCheque', { order_id, reason: 'no discount' });
    await command(till, 'AdjustCheque', { order_id, discount: 0 });
    const before = { payment_type_name: 'Online', payment_category_id: 5, ...paid };
    expect(await told()).toMatchObject({
      total_amount: 98_000,
      provider_payments: [provider],
      payments: [],
      payments_before: [before],
    });
    await close([paid, { payment_type_id: venue.cash, amount: 8_000 }]);
    expect(await told()).toMatchObject({ provider_payments: [provider], payments_before: [] });
  });

  test('one payment pays one order, of two sent at once', async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(() => place({ payment_type_id: online })));
    const answers = await Promise.all(
      orders.map(({ order_id }) => send('RegisterPayment', payment(order_id, { provider_payment_id: 'shared' }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.code).toBe('provider_payment_already_used');
    const statuses = await Promise.all(orders.map(({ order_id }) => statusOf(order_id)));
    expect(statuses.sort()).toEqual(['AWAITING_PAYMENT', 'AWAITING_PAYMENT', 'AWAITING_PAYMENT', 'CREATED']);
  });

  test('an order paid online is deleted when the payment fails; money that comes afterwards is recorded, and to be paid back', async () => {
    const { order_id } = await place({ payment_type_id: online });
    await command(venue.till, 'FailPayment', { order_id, reason: 'card declined' });
    expect(await statusOf(order_id)).toBe('DELETED');
    await command(venue.till, 'RegisterPayment', payment(order_id));
    expect(await statusOf(order_id)).toBe('DELETED');
    expect(await types(order_id)).toEqual([
      ...['OrderPlaced', 'PaymentFailed', 'OrderDeleted', 'PaymentRegistered', 'RefundRequired'],
    ]);
  });

  test('an order paid online can be cancelled before and after it is paid; what was paid goes back', async () => {
    const [unpaid, paid] = await Promise.all([1, 2].map(() => place({ payment_type_id: online })));
    await command(venue.till, 'RegisterPayment', payment(paid.order_id));
    for (const { order_id } of [unpaid, paid]) {
      expect(await venue.partner.post(`/v1/orders/${order_id}/cancel`, {})).toMatchObject({
        status: 200,
        body: { status: 'DELETED' },
      });
    }
    expect(await types(unpaid.order_id)).not.toContain('RefundRequired');
    expect((await types(paid.order_id)).at(-1)).toBe('RefundRequired');
  });

  test('an order paid online of an ordinary payment type expects none', async () => {
    const { order_id } = await place();
    expect(await send('RegisterPayment', payment(order_id))).toMatchObject({
      status: 409,
      body: { code: 'online_payment_not_expected' },
    });
    expect(await send('FailPayment', { order_id, reason: 'no' })).toMatchObject({ status: 409 });
  });
});

describe('an order that an operator confirms', () => {
  test('the key says which orders wait for an operator', async () => {
    const [all, delivery] = await Promise.all(
      ['all', 'delivery'].map((operator_confirmation) => partnerWith({ operator_confirmation })),
    );
    const address = { order_type_id: 3, address: { street: 'Navoi 1' } };
    expect((await place({}, all)).status).toBe('AWAITING_CONFIRMATION');
    expect((await place({}, delivery)).status).toBe('CREATED');
    expect((await place(address, delivery)).status).toBe('AWAITING_CONFIRMATION');
    expect((await place(address)).status).toBe('CREATED');
  });

  test('an order that an operator confirms goes to the till when it is confirmed, to the kitchen too where the key says so; once', async () => {
    const partner = await partnerWith({ operator_confirmation: 'all', auto_confirm: true });
    const { order_id } = await place({}, partner);
    expect(await types(order_id)).toEqual(['OrderPlaced']);
    await command(venue.till, 'ConfirmOrder', { order_id });
    expect(await types(order_id)).toEqual(['OrderPlaced', 'OrderConfirmed', 'KitchenTicketPrinted']);
    await command(venue.till, 'AcceptOrder', { order_id });
    expect(await types(order_id)).toHaveLength(4);
    expect(await send('ConfirmOrder', { order_id })).toMatchObject({ status: 409 });
    expect(await send('RejectOrder', { order_id })).toMatchObject({ status: 409 });
  });

  test('an order that an operator confirms is deleted when it is rejected, with a comment where the cause asks for one', async () => {
    const { order_id } = await place({}, await partnerWith({ operator_confirmation: 'all' }));
    const cancel_cause_id = venue.causes.needsComment;
    expect(await send('RejectOrder', { order_id, cancel_cause_id })).toMatchObject({
      status: 400,
      body: { code: 'cancel_comment_required' },
    });
    await command(venue.till, 'RejectOrder', { order_id, cancel_cause_id, comment: 'No cook today' });
    expect(await statusOf(order_id)).toBe('DELETED');
    expect(await types(order_id)).toEqual(['OrderPlaced', 'OrderDeleted']);
  });
});

describe('an order for later', () => {
  test('an order for later waits as a PREORDER for its time, in local time of the point', async () => {
    const scheduled_at = clock.at(3 * 60 * MINUTE);
    const order = await place({ scheduled_at });
    expect(order).toMatchObject({ status: 'PREORDER', status_name: 'Preorder', scheduled_at: '2026-03-02 17:00:00' });
    expect(await send('AcceptOrder', { order_id: order.order_id })).toMatchObject({ status: 409 });
    await command(venue.till, 'ReleasePreorder', { order_id: order.order_id });
    expect(await statusOf(order.order_id)).toBe('CREATED');
    expect(await send('ReleasePreorder', { order_id: order.order_id })).toMatchObject({ status: 409 });
  });

  test.each([
    ['in the past', -MINUTE, 'preorder_too_early'],
    ['less than 30 minutes ahead', 30 * MINUTE - 1, 'preorder_too_early'],
    ['more than 60 days ahead', 60 * DAY + 1, 'preorder_too_late'],
  ])('an order for later with %s is refused', async (_when, ahead, code) => {
    const answer = await venue.partner.post('/v1/orders', orderBody(venue, { scheduled_at: clock.at(ahead) }));
    expect(answer).toMatchObject({ status: 400, body: { code, message: expect.stringContaining('scheduled_at') } });
  });

  test('an order for later is refused for a time when the point is closed', async () => {
    // It is 14:00 on Monday, 2 March 2026, in Tashkent.
    const working_hours = [
      { day: 1, is_open: true, open: '12:00', close: '02:00' },
      { day: 2, is_open: false },
    ];
    const { id } = await definePoint(venue.till, { working_hours });
    const payment_type_id = (
      await command(venue.till, 'DefinePaymentType', { name: 'Cash', category_id: 1, point_ids: [id] })
    ).id;
    const at = (local: string) =>
      Temporal.PlainDateTime.from(local).toZonedDateTime('Asia/Tashkent').toInstant().toString();
    const order = (local: string) =>
      venue.partner.post('/v1/orders', orderBody(venue, { point_id: id, payment_type_id, scheduled_at: at(local) }));
    expect(await order('2026-03-03T01:59')).toMatchObject({ status: 200, body: { status: 'PREORDER' } });
    for (const local of ['2026-03-03T02:00', '2026-03-03T14:00', '2026-03-04T14:00']) {
      expect(await order(local), local).toMatchObject({ status: 400, body: { code: 'point_closed_then' } });
    }
  });

  test('a point says whether it takes orders when it is closed, for now and for later', async () => {
    // It is 14:00 on Monday there: the point is closed now, and on Tuesday.
    const hours = { working_hours: [{ day: 1, is_open: true, open: '18:00', close: '23:00' }] };
    const { id } = await definePoint(venue.till, hours);
    const type = { name: 'Cash', category_id: 1, point_ids: [id] };
    const { id: payment_type_id } = await command(venue.till, 'DefinePaymentType', type);
    const order = async (fields: object) => {
      const sent = orderBody(venue, { point_id: id, payment_type_id, ...fields });
      const { status, body } = await venue.partner.post('/v1/orders', sent);
      return [status, body.status ?? body.code, body.field];
    };
    const later = { scheduled_at: clock.at(DAY) };
    const before = { external_id: randomUUID() };
    expect(await order(before)).toEqual([200, 'CREATED', undefined]);
    expect(await order(later)).toEqual([400, 'point_closed_then', 'scheduled_at']);
    await definePoint(venue.till, { id, ...hours, accepts_orders_when_closed: true });
    expect([await order({}), await order(later)]).toEqual([
      [200, 'CREATED', undefined],
      [200, 'PREORDER', undefined],
    ]);
    await definePoint(venue.till, { id, ...hours, accepts_orders_when_closed: false });
    expect([await order({}), await order(later)]).toEqual([
      [400, 'point_closed_then', 'point_id'],
      [400, 'point_closed_then', 'scheduled_at'],
    ]);
    expect(await order({ scheduled_at: clock.at(5 * 60 * MINUTE) })).toEqual([200, 'PREORDER', undefined]);
    // Placed before: a repeat is answered with it.
    expect(await order(before)).toEqual([200, 'CREATED', undefined]);
    const { state } = (await venue.auditor.get(`/audit/v1/points/${id}`)).body;
    expect(state.accepts_orders_when_closed).toBe(false);
  });

  test.each([30 * MINUTE, 60 * DAY])('an order for %s ms ahead is just possible', async (ahead) => {
    expect(await place({ scheduled_at: clock.at(ahead) })).toMatchObject({ status: 'PREORDER' });
  });

  test('an order for later means one moment, however its offset is written', async () => {
    const instant = Temporal.Instant.fromEpochMilliseconds(clock.read()).add({ hours: 5 }).round('minute');
    const written = ['UTC', 'Asia/Tashkent', 'America/New_York'].map((timeZone) => instant.toString({ timeZone }));
    // The standard lets seconds out, and the colon and the minutes of an offset; many programs do.
    const [, inTashkent] = written;
    for (const end of ['+05:00', '+0500', '+05']) written.push(inTashkent!.replace(/:00\+05:00$/, end));
    expect(new Set(written).size).toBe(6);
    const orders = await Promise.all(written.map((scheduled_at) => place({ scheduled_at })));
    expect(new Set(orders.map((order) => order.scheduled_at)).size).toBe(1);
    for (const scheduled_at of ['2026-03-02T19:00:00', '2026-03-02 19:00', '2026-02-30T19:00:00Z', 'tomorrow', 5]) {
      const answer = await venue.partner.post('/v1/orders', orderBody(venue, { scheduled_at }));
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('scheduled_at') } });
    }
  });
});

test('an order waits for its payment, then the operator, then its time', async () => {
  const partner = await partnerWith({ operator_confirmation: 'all', auto_confirm: true });
  const scheduled_at = clock.at(5 * 60 * MINUTE);
  const { order_id, status } = await place({ payment_type_id: online, scheduled_at }, partner);
  expect(status).toBe('AWAITING_PAYMENT');
  await command(venue.till, 'RegisterPayment', payment(order_id));
  expect(await statusOf(order_id)).toBe('AWAITING_CONFIRMATION');
  await command(venue.till, 'ConfirmOrder', { order_id });
  expect(await statusOf(order_id)).toBe('PREORDER');
  expect(await types(order_id)).not.toContain('KitchenTicketPrinted');
  await command(venue.till, 'ReleasePreorder', { order_id });
  expect(await statusOf(order_id)).toBe('CREATED');
  expect((await types(order_id)).at(-1)).toBe('KitchenTicketPrinted');
});

test('another brand’s order, and one of another point than the till’s, does not exist for a till', async () => {
  const { order_id } = await place({ payment_type_id: online });
  const other = await createVenue(app);
  for (const [type, fields] of Object.entries({
    RegisterPayment: payment(order_id),
    FailPayment: { order_id, reason: 'no' },
    ConfirmOrder: { order_id },
    RejectOrder: { order_id },
    ReleasePreorder: { order_id },
  })) {
    const answer = await other.till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
    expect(answer, type).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
  }
  expect(await statusOf(order_id)).toBe('AWAITING_PAYMENT');
});
