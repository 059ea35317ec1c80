// A database of its own: it forgets the results of all commands.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentities } from '../../src/commands/claims/identities.ts';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import { tillDecider } from '../../src/domain/shifts/decide.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
let till: HttpClient;
let shiftId: number;
const clock = createClock();

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read });
  venue = await createVenue(app);
  other = await createVenue(app);
  till = venue.till;
  shiftId = (await command(till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id })).shift_id;
});
afterAll(() => app.stop());

const place = async (fields: Record<string, unknown> = {}): Promise<number> =>
  (await venue.partner.post('/v1/orders', orderBody(venue, fields))).body.order_id;
const send = (type: string, fields: object, client = till): Promise<HttpAnswer> =>
  client.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
const order = async (orderId: number) => (await till.get(`/venue/v1/orders/${orderId}`)).body;
const history = async (
  orderId: number,
): Promise<{ type: string; data: { line_ids: number[]; ticket_number: number } }[]> =>
  (await venue.auditor.get(`/audit/v1/orders/${orderId}/history`)).body.events;
const printedLines = async (orderId: number): Promise<number[]> =>
  (await history(orderId))
    .filter((event) => event.type === 'KitchenTicketPrinted')
    .flatMap((event) => event.data.line_ids);
const payments = (amount: number) => [{ payment_type_id: venue.cash, amount }];
const close = (orderId: number, fields: object = {}, client = till) =>
  send(
    'CloseCheque',
    { order_id: orderId, cashier_id: venue.cashier_id, payments: payments(98_000), ...fields },
    client,
  );

describe('the kitchen', () => {
  test('the kitchen prints each line once, however many commands ask for it at once', async () => {
    for (let round = 0; round < 5; round++) {
      const order_id = await place();
      const lines = (await order(order_id)).items.map((item: { line_id: number }) => item.line_id);
      const asked = [
        ...['AcceptOrder', 'SendToKitchen', 'StartCooking', 'AcceptOrder', 'SendToKitchen', 'StartCooking'],
        ...['SendToKitchen', 'AcceptOrder', 'StartCooking', 'SendToKitchen'],
      ];
      const answers = await Promise.all(
        asked.map((type, index) => send(type, { order_id, ...(index === 4 && { line_ids: [lines[1], lines[1]] }) })),
      );
      expect(answers.every((answer) => answer.status === 200 || answer.status === 409)).toBe(true);
      expect((await printedLines(order_id)).toSorted()).toEqual(lines.toSorted());
      expect((await order(order_id)).items.every((item: { is_printed: boolean }) => item.is_printed)).toBe(true);
    }
  });

  test('the kitchen gets the lines it is asked for, and later the rest, on tickets of their own', async () => {
    const order_id = await place();
    const [first, second] = (await order(order_id)).items.map((item: { line_id: number }) => item.line_id);
    await command(till, 'SendToKitchen', { order_id, line_ids: [second] });
    const printed = (await order(order_id)).items.map((item: { is_printed: boolean }) => item.is_printed);
    expect(printed).toEqual([false, true]);
    await command(till, 'AcceptOrder', { order_id });
    await command(till, 'SendToKitchen', { order_id });
    const tickets = (await history(order_id)).filter((event) => event.type === 'KitchenTicketPrinted');
    expect(tickets.map(({ data }) => [data.ticket_number, data.line_ids])).toEqual([
      [1, [second]],
      [2, [first]],
    ]);
    for (const line_ids of [[999_999_999], [first, first + 10_000_000]]) {
      expect(await send('SendToKitchen', { order_id, line_ids })).toMatchObject({
        status: 400,
        body: { code: 'line_not_found' },
      });
    }
  });
});

describe('an order', () => {
  const STEPS = ['AcceptOrder', 'StartCooking', 'PackOrder', 'HandToCourier', 'DeliverOrder'];
  const STATUSES = ['UNCONFIRMED_ORDER', 'COOKING', 'PACKED', 'TAKEN_BY_COURIER', 'DELIVERED'];

  test('an order moves forward, may skip steps, and never goes back', async () => {
    for (const [index, step] of STEPS.entries()) {
      const order_id = await place();
      expect((await send(step, { order_id })).body).toMatchObject({
        status: 'accepted',
        result: { status: STATUSES[index] },
      });
      expect((await order(order_id)).status).toBe(STATUSES[index]);
      expect((await send(step, { order_id })).body).toMatchObject({ status: 'accepted', position: null });
      for (const earlier of STEPS.slice(0, index)) {
        expect(await send(earlier, { order_id })).toMatchObject({
          status: 409,
          body: { code: 'order_status_conflict' },
        });
      }
      expect((await order(order_id)).status).toBe(STATUSES[index]);
    }
  });

  test('an order stays as it is once it is closed or deleted', async () => {
    const closed = await place();
    const deleted = await place();
    await close(closed);
    await command(till, 'DeleteCheque', { order_id: deleted });
    for (const order_id of [closed, deleted]) {
      const before = await order(order_id);
      for (const type of [...STEPS, 'SendToKitchen', 'DeleteCheque']) {
        expect({ type, ...(await send(type, { order_id })) }).toMatchObject({ type, status: 409 });
      }
      expect((await close(order_id)).status).toBe(409);
      expect(await order(order_id)).toEqual(before);
    }
  });

  test('an order of another brand, or of a point outside the key’s, does not exist for a till', async () => {
    const order_id = await place();
    const second = await definePoint(till);
    const platform = await app.platform();
    const key = await command(platform, 'IssueKey', {
      brand_id: venue.brand_id,
      audience: 'venue',
      name: 'second till',
      point_ids: [second.id],
    });
    const bound = await app.client(key.api_key);
    for (const client of [other.till, bound]) {
      for (const type of [...STEPS, 'SendToKitchen', 'DeleteCheque']) {
        expect(await send(type, { order_id }, client)).toMatchObject({
          status: 404,
          body: { code: 'order_not_found' },
        });
      }
      expect((await close(order_id, {}, client)).status).toBe(404);
      expect((await client.get(`/venue/v1/orders/${order_id}`)).status).toBe(404);
    }
    const { point_id, cashier_id } = venue;
    expect((await send('OpenShift', { point_id, cashier_id }, bound)).status).toBe(404);
    expect((await send('CloseShift', { shift_id: shiftId }, bound)).status).toBe(404);
    expect((await send('CloseShift', { shift_id: shiftId }, other.till)).status).toBe(404);
    expect(await send('DefineRegion', { name: 'R' }, bound)).toMatchObject({
      status: 403,
      body: { code: 'points_forbidden' },
    });
    expect((await order(order_id)).status).toBe('CREATED');
  });
});

describe('a cheque', () => {
  test('a cheque closes with payments that are the total, by any types of the point', async () => {
    const { cash, card } = venue;
    const order_id = await place();
    for (const amount of [0, 97_999, 98_001]) {
      const refused = await close(order_id, { payments: payments(amount) });
      expect(refused).toMatchObject({ status: 409, body: { code: 'payments_differ_from_total' } });
      expect(refused.body.message).toContain('98000');
    }
    expect((await close(order_id, { payments: [] })).status).toBe(409);
    const short = [{ ...payments(98_000)[0], tendered: 97_999 }];
    const tooLittle = await close(order_id, { payments: short });
    expect(tooLittle).toMatchObject({ status: 400, body: { code: 'field_too_small' } });
    expect(tooLittle.body.message).toContain('payments[0].tendered');
    for (const payment_type_id of [other.cash, 999_999_999]) {
      const refused = await close(order_id, { payments: [{ payment_type_id, amount: 98_000 }] });
      expect(refused).toMatchObject({ status: 400, body: { code: 'payment_type_not_available' } });
      expect(refused.body.message).toContain('payments[0].payment_type_id');
    }
    expect((await close(order_id, { cashier_id: 999_999_999 })).body.code).toBe('employee_not_found');
    const split = [
      { payment_type_id: cash, amount: 50_000, tendered: 60_000 },
      { payment_type_id: card, amount: 48_000 },
    ];
    const before = await order(order_id);
    expect((await close(order_id, { payments: split })).body.result).toMatchObject({ status: 'CLOSED' });
    expect(await order(order_id)).toEqual({
      ...before,
      status: 'CLOSED',
      status_name: 'Closed',
      is_paid: true,
      business_date: '2026-03-02',
      cheque_number: expect.any(Number),
      payments: [
        { payment_type_id: cash, payment_type_name: 'Cash', payment_category_id: 1, amount: 50_000 },
        { payment_type_id: card, payment_type_name: 'Card', payment_category_id: 2, amount: 48_000 },
      ],
    });
    expect(await close(order_id)).toMatchObject({ status: 409, body: { code: 'cheque_already_closed' } });
  });

  test('a cheque that is closed tells auditors what was handed over, and whose points of the loyalty service paid', async () => {
    const { cash, card } = venue;
    const order_id = await place();
    const byCash = { payment_type_id: cash, amount: 50_000, tendered: 60_000 };
    const byPoints = { payment_type_id: card, amount: 48_000, loyalty: { customer_id: 'L-17' } };
    await close(order_id, { payments: [byCash, byPoints] });
    expect((await history(order_id)).at(-1)).toMatchObject({
      data: {
        payments: [
          { ...byCash, loyalty: null },
          { ...byPoints, tendered: null },
        ],
      },
    });
  });

  test('a cheque needs an open shift', async () => {
    const { point_id, cashier_id } = venue;
    const order_id = await place();
    await command(till, 'CloseShift', { shift_id: shiftId, leave_open: true });
    expect(await close(order_id)).toMatchObject({ status: 409, body: { code: 'shift_not_open' } });
    expect((await send('CloseShift', { shift_id: shiftId })).body.code).toBe('shift_not_open');
    const opened = await command(till, 'OpenShift', { point_id, cashier_id });
    expect(opened.shift_number).toBeGreaterThan(1);
    expect((await send('OpenShift', { point_id, cashier_id })).body.code).toBe('shift_already_open');
    shiftId = opened.shift_id;
    expect((await close(order_id)).status).toBe(200);
  });

  test('cheque numbers are unique, ascend and have no gaps, also when twenty close at once or are refused', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => place()));
    const wrong = await place();
    const answers = await Promise.all([
      ...orders.map((order_id) => close(order_id)),
      ...[1, 2].map(() => close(wrong, { payments: payments(1) })),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([...Array(20).fill(200), 409, 409]);
    const numbers = await Promise.all(orders.map(async (id) => (await order(id)).cheque_number as number));
    numbers.sort((first, second) => first - second);
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
    await close(wrong);
    expect((await order(wrong)).cheque_number).toBe(numbers.at(-1)! + 1);
  });

  test('a cheque of one order closes once, even if several tills close it', async () => {
    const order_id = await place();
    const answers = await Promise.all(Array.from({ length: 10 }, () => close(order_id)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect((await history(order_id)).filter((event) => event.type === 'ChequeClosed')).toHaveLength(1);
  });

  test('a cheque belongs to the business day of its point, which is stamped once', async () => {
    const night = await createVenue(app);
    const working = { business_day_cutoff: '15:00' };
    await definePoint(night.till, { id: night.point_id, ...working });
    const { point_id, cashier_id, cash } = night;
    await command(night.till, 'OpenShift', { point_id, cashier_id });
    const sell = async (): Promise<string> => {
      const { order_id } = (await night.partner.post('/v1/orders', orderBody(night))).body;
      const paid = [{ payment_type_id: cash, amount: 98_000 }];
      await command(night.till, 'CloseCheque', { order_id, cashier_id, payments: paid });
      return (await night.till.get(`/venue/v1/orders/${order_id}`)).body.business_date;
    };
    expect(await sell()).toBe('2026-03-01');
    clock.move(60 * MINUTE);
    expect(await sell()).toBe('2026-03-02');
  });

  test('a cheque is not closed before it was opened, nor returned before it was closed, whatever the till’s clock says', async () => {
    const [order_id, inTime] = [await place(), await place()];
    const early = { occurred_at: clock.at(-DAY) };
    await close(order_id, early);
    const [{ line_id }] = (await order(order_id)).items;
    const back = { order_id, lines: [{ line_id, quantity: 1 }], payment_type_id: venue.cash };
    await command(till, 'ReturnGoods', { ...back, ...early });
    clock.move(DAY);
    await command(till, 'ReturnGoods', back);
    const found = (await history(order_id)).slice(1) as unknown as { occurred_at: string; data: object }[];
    const times = { opened_at: clock.at(-DAY), closed_at: clock.at(-DAY) };
    expect(found).toMatchObject([
      { occurred_at: early.occurred_at, data: { ...times, business_date: '2026-03-02' } },
      { occurred_at: early.occurred_at, data: { returned_at: clock.at(-DAY), business_date: '2026-03-02' } },
      { data: { returned_at: clock.at(0), business_date: '2026-03-03' } },
    ]);
    // What was closed while the till was offline keeps its own time.
    await close(inTime, { occurred_at: clock.at(-MINUTE) });
    expect((await history(inTime)).at(-1)).toMatchObject({ data: { closed_at: clock.at(-MINUTE) } });
  });

  test('a cheque is deleted with a cause, a comment where it asks for one, and a slip for what was printed', async () => {
    const { plain, needsComment } = venue.causes;
    const order_id = await place();
    await command(till, 'AcceptOrder', { order_id });
    const refused = await send('DeleteCheque', { order_id, cancel_cause_id: needsComment });
    expect(refused).toMatchObject({ status: 400, body: { code: 'cancel_comment_required' } });
    const blank = await send('DeleteCheque', { order_id, cancel_cause_id: needsComment, comment: '   ' });
    expect(blank).toMatchObject({ status: 400, body: { code: 'cancel_comment_required' } });
    const unknown = await send('DeleteCheque', { order_id, cancel_cause_id: other.causes.plain });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'cancel_cause_not_found' } });
    expect((await send('DeleteCheque', { order_id, cancel_cause_id: plain })).body.result.status).toBe('DELETED');
    const types = (await history(order_id)).map((event) => event.type);
    expect(types.slice(-2)).toEqual(['OrderDeleted', 'KitchenCancellationPrinted']);
    expect(await send('DeleteCheque', { order_id })).toMatchObject({
      status: 409,
      body: { code: 'order_already_cancelled' },
    });

    const unprinted = await place();
    await command(till, 'DeleteCheque', { order_id: unprinted });
    expect((await history(unprinted)).map((event) => event.type)).toEqual(['OrderPlaced', 'OrderDeleted']);
  });

  test('a cheque that is deleted tells auditors why: the cause by the name it had then, and the comment, also without a cause', async () => {
    const cause = { name: 'Guest left', is_default: false, is_comment_required: false };
    const { id: cancel_cause_id } = await command(till, 'DefineCancelCause', cause);
    const [named, unnamed] = [await place(), await place()];
    await command(till, 'DeleteCheque', { order_id: named, cancel_cause_id, comment: 'Had to run' });
    await command(till, 'DeleteCheque', { order_id: unnamed, comment: 'Dropped' });
    await command(till, 'DefineCancelCause', { ...cause, id: cancel_cause_id, name: 'Changed mind' });
    expect((await history(named)).at(-1)).toMatchObject({
      data: { cancel_cause_id, cancel_cause_name: 'Guest left', personal: { comment: 'Had to run' } },
    });
    expect((await history(unnamed)).at(-1)).toMatchObject({
      data: { cancel_cause_id: null, cancel_cause_name: null, personal: { comment: 'Dropped' } },
    });
  });
});

test('a shift of a till that was offline is opened, closed and handed over when it was, on the business day of then', async () => {
  const { till: its, auditor, point_id, cashier_id, card } = await createVenue(app);
  const { id: account_id } = await command(its, 'DefineAccount', { source: 'safe', code: 'S', name: 'Safe' });
  const { id: bank } = await command(its, 'DefineAccount', { source: 'bank', code: 'B', name: 'Bank' });
  const [opened_at, closed_at, accepted_at] = [3, 2, 1].map((days) => clock.at(-days * DAY));
  const opening = { point_id, cashier_id, opening_cash: 20_000, occurred_at: opened_at };
  const { shift_id } = await command(its, 'OpenShift', opening);
  await command(its, 'CloseShift', { shift_id, counted_cash: 90_000, left_cash: 20_000, occurred_at: closed_at });
  const non_cash = [{ payment_type_id: card, account_id: bank, amount: 40_000 }];
  await command(its, 'AcceptShift', { shift_id, account_id, amount: 80_000, non_cash, occurred_at: accepted_at });
  const { events } = (await auditor.get(`/audit/v1/events?stream=till-${point_id}`)).body;
  expect(events).toMatchObject([
    { data: { shift_id, opened_at, business_date: opened_at!.slice(0, 10), opening_cash: 20_000 } },
    { data: { shift_id, closed_at, counted_cash: 90_000, left_cash: 20_000 } },
    { data: { shift_id, accepted_at, business_date: accepted_at!.slice(0, 10), account_id, amount: 80_000 } },
  ]);
  expect(events[2].data.non_cash).toMatchObject([{ ...non_cash[0], account_name: 'Bank', account_source: 'bank' }]);
});

describe('cheques that are open when a shift closes', () => {
  let own: TestVenue;
  beforeAll(async () => {
    own = await createVenue(app);
  });
  const openShift = async (fields: object = {}): Promise<number> =>
    (await command(own.till, 'OpenShift', { point_id: own.point_id, cashier_id: own.cashier_id, ...fields })).shift_id;
  const openCheque = async (quantity = 1, fields: object = {}): Promise<number> => {
    const items = [{ product_id: own.products.tea, quantity }];
    return (await command(own.till, 'OpenCheque', { point_id: own.point_id, order_type_id: 1, items, ...fields }))
      .order_id;
  };
  const sell = (order_id: number, amount: number) => {
    const payments = [{ payment_type_id: own.cash, amount }];
    return send('CloseCheque', { order_id, cashier_id: own.cashier_id, payments }, own.till);
  };
  const closeShift = (shift_id: number, fields: object = {}) => send('CloseShift', { shift_id, ...fields }, own.till);
  const remove = (order_id: number) => command(own.till, 'DeleteCheque', { order_id });

  test('cheques that are open are named, with their sum, and the shift stays open until they are closed or left', async () => {
    const shift_id = await openShift();
    // The till has not accepted these: they wait for the next shift.
    const waiting = (await own.partner.post('/v1/orders', orderBody(own))).body.order_id;
    await own.partner.post('/v1/orders', orderBody(own, { scheduled_at: clock.at(2 * 60 * MINUTE) }));
    const seated = await openCheque(2, { table_id: own.table_id, waiter_id: own.cashier_id });
    const [reopened, gone, sold] = [await openCheque(3), await openCheque(), await openCheque()];
    await remove(gone);
    for (const [order_id, amount] of [
      [reopened, 24_000],
      [sold, 8_000],
    ] as const) {
      expect((await sell(order_id, amount)).status).toBe(200);
    }
    await command(own.till, 'ReopenCheque', { order_id: reopened, reason: 'Wrong card' });
    const named = {
      count: 2,
      amount: 40_000,
      open_cheques: [
        { order_id: seated, table_id: own.table_id, waiter_id: own.cashier_id, total_amount: 16_000 },
        { order_id: reopened, table_id: null, waiter_id: null, total_amount: 24_000 },
      ],
    };
    const refusal = { code: 'shift_has_open_cheques', message: expect.stringMatching(/2.*40000/) };
    expect(await closeShift(shift_id)).toMatchObject({ status: 409, body: { ...refusal, details: named } });
    const entry = { type: 'CloseShift', command_id: randomUUID(), shift_id };
    const batch = await own.till.post('/venue/v1/commands', { commands: [entry] });
    expect(batch.body.results).toMatchObject([{ status: 'rejected', ...refusal, details: named }]);

    await command(own.till, 'AcceptOrder', { order_id: waiting });
    expect((await closeShift(shift_id)).body.details).toMatchObject({ count: 3, amount: 40_000 + 98_000 });
    for (const order_id of [reopened, waiting]) await remove(order_id);
    const left = { command_id: randomUUID(), leave_open: true };
    const first = await closeShift(shift_id, left);
    expect(first.status).toBe(200);
    expect((await closeShift(shift_id, left)).body).toEqual({ ...first.body, status: 'duplicate' });
    // It is paid in the next shift.
    const next = await openShift();
    await sell(seated, 16_000);
    expect((await own.till.get(`/venue/v1/orders/${seated}`)).body.status).toBe('CLOSED');
    const closing = { command_id: randomUUID() };
    const done = await closeShift(next, closing);
    expect(done.status).toBe(200);
    const later = await openCheque();
    expect((await closeShift(next, closing)).body).toEqual({ ...done.body, status: 'duplicate' });
    expect((await closeShift(next)).body.code).toBe('shift_not_open');
    expect((await closeShift(next, { leave_open: 'yes' })).body).toMatchObject({ code: 'field_not_boolean' });
    await remove(later);
  });

  test('cheques that were opened after an offline till had closed its shift keep it from nothing', async () => {
    const [opened_at, early, closed_at] = [5, 4, 3].map((hours) => clock.at(-hours * 60 * MINUTE));
    const shift_id = await openShift({ occurred_at: opened_at });
    const before = await openCheque(1, { occurred_at: early });
    const after = await openCheque(2);
    const late = { occurred_at: closed_at };
    expect((await closeShift(shift_id, late)).body.details).toMatchObject({
      count: 1,
      open_cheques: [{ order_id: before }],
    });
    await remove(before);
    const commands = [
      { type: 'CloseShift', command_id: randomUUID(), shift_id, ...late },
      { type: 'DeleteCheque', command_id: randomUUID(), order_id: after },
    ];
    const { results } = (await own.till.post('/venue/v1/commands', { commands })).body;
    expect(results).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  });

  test('cheques that open and close at the same moment are either named, or can be paid in the next shift', async () => {
    for (let round = 0; round < 4; round++) {
      const shift_id = await openShift();
      const known = await openCheque();
      const [answer, racing, paid] = await Promise.all([closeShift(shift_id), openCheque(), sell(known, 8_000)]);
      if (answer.status === 200) {
        // What was open before was paid before; what came at the same moment waits.
        expect(paid.status).toBe(200);
      } else {
        expect(answer).toMatchObject({ status: 409, body: { code: 'shift_has_open_cheques' } });
        const named = answer.body.details.open_cheques.map((it: { order_id: number }) => it.order_id);
        expect([known, racing]).toEqual(expect.arrayContaining(named));
        expect((await closeShift(shift_id, { leave_open: true })).status).toBe(200);
      }
      const next = await openShift();
      expect((await sell(racing, 8_000)).status).toBe(200);
      const again = await sell(known, 8_000);
      expect(again.body.code ?? 'closed now').toBe(paid.status === 200 ? 'cheque_already_closed' : 'closed now');
      expect((await closeShift(next)).status).toBe(200);
    }
  });
});

/** A crash may come after the events and before their result is kept. */
describe.each(['is kept', 'was lost in a crash'])('a repeat whose first result %s', (fate) => {
  const forget = async () => {
    if (fate === 'is kept') return;
    await app.tillstream.pool.query(`update app.identities set result = null where kind = 'command'`);
  };
  const sent = (fields: object) => ({ command_id: randomUUID(), ...fields });
  const asBatch = async (type: string, body: object) =>
    (await till.post('/venue/v1/commands', { commands: [{ type, ...body }] })).body.results[0];
  const head = () => app.tillstream.store.head();
  const nextShift = async () => {
    await command(till, 'CloseShift', { shift_id: shiftId, leave_open: true });
    const { point_id, cashier_id } = venue;
    return async () => {
      shiftId = (await command(till, 'OpenShift', { point_id, cashier_id })).shift_id;
    };
  };
  /** Sent alone and in a batch, it answers the first result and records nothing. */
  const expectSame = async (type: string, body: object, first: HttpAnswer) => {
    expect(first.body.status).toBe('accepted');
    for (const answer of [async () => (await send(type, body)).body, () => asBatch(type, body)]) {
      await forget();
      const before = await head();
      expect(await answer()).toMatchObject({ ...first.body, status: 'duplicate' });
      expect(await head()).toBe(before);
    }
  };

  test('a repeat of a closing closes no cheque again that had its number before, whatever became of the shift', async () => {
    const order_id = await place();
    await close(order_id);
    await command(till, 'ReopenCheque', { order_id, reason: 'Wrong payment' });
    const second = sent({ order_id, cashier_id: venue.cashier_id, payments: payments(98_000) });
    const first = await send('CloseCheque', second);
    const open = await nextShift();
    await expectSame('CloseCheque', second, first);
    await open();
    await expectSame('CloseCheque', second, first);
  });

  test('a repeat does not look up what the command named: a payment type, a cause, a courier', async () => {
    const { point_id } = venue;
    const [closed, deleted] = [await place(), await place()];
    const voucher = { name: 'Voucher', category_id: 1 };
    const { id } = await command(till, 'DefinePaymentType', { ...voucher, point_ids: [point_id] });
    const changed = { name: 'Changed', is_default: false };
    const cause = await command(till, 'DefineCancelCause', { ...changed, is_comment_required: false });
    const paid = [{ payment_type_id: id, amount: 98_000 }];
    const closing = sent({ order_id: closed, cashier_id: venue.cashier_id, payments: paid });
    const deleting = sent({ order_id: deleted, cancel_cause_id: cause.id });
    const firsts = [await send('CloseCheque', closing), await send('DeleteCheque', deleting)] as const;
    await command(till, 'DefinePaymentType', { id, ...voucher, point_ids: [] });
    await command(till, 'DefineCancelCause', { id: cause.id, ...changed, is_comment_required: true });
    await expectSame('CloseCheque', closing, firsts[0]);
    await expectSame('DeleteCheque', deleting, firsts[1]);
  });

  test('a repeat tells the status that the command left the order in, not the one it has by now', async () => {
    const { point_id, cashier_id, table_id } = venue;
    const opening = sent({ point_id, order_type_id: 1, items: [{ product_id: venue.products.tea, quantity: 1 }] });
    const opened = await send('OpenCheque', opening);
    const { order_id } = opened.body.result;
    const steps: [string, object][] = [
      ['AssignCheque', { order_id, table_id }],
      ['AdjustCheque', { order_id, service_amount: 1_000 }],
      ...['StartCooking', 'PackOrder', 'HandToCourier', 'DeliverOrder'].map((type): [string, object] => [
        type,
        { order_id },
      ]),
      ['CloseCheque', { order_id, cashier_id, payments: payments(9_000) }],
      ['ReopenCheque', { order_id, reason: 'Wrong payment' }],
    ];
    const done: [string, object, HttpAnswer][] = [['OpenCheque', opening, opened]];
    for (const [type, fields] of steps) {
      const body = sent(fields);
      done.push([type, body, await send(type, body)]);
    }
    await command(till, 'DeleteCheque', { order_id });
    expect(done.map(([, , { body }]) => body.result.status)).toEqual([
      ...['UNCONFIRMED_ORDER', 'UNCONFIRMED_ORDER', 'UNCONFIRMED_ORDER', 'COOKING', 'PACKED', 'TAKEN_BY_COURIER'],
      ...['DELIVERED', 'CLOSED', 'DELIVERED'],
    ]);
    for (const [type, body, first] of done) await expectSame(type, body, first);
  });
});

describe('a command that was not carried out', () => {
  /** What CloseCheque leaves when it crashes after its first step. Answers the till as it is then. */
  const numberAndCrash = async (order_id: number, command_id: string) => {
    const { pool, store } = app.tillstream;
    const { brand_id, point_id } = venue;
    await createIdentities(pool).claim({ kind: 'command', scope: brand_id, key: command_id });
    const envelope = {
      command_id,
      correlation_id: 'crashed',
      causation_id: null,
      brand_id,
      point_id,
      occurred_at: clock.at(0),
      actor: { kind: 'venue', id: 'till', name: 'till' } as const,
    };
    const { state } = await createCommandHandler(store, pool).handle(
      ...([tillDecider, point_id, { type: 'NumberCheque', order_id }, envelope] as const),
    );
    return state;
  };

  test('a command that was not carried out is refused again as long as the reason stands, and uses up no number', async () => {
    const order_id = await place();
    const wrong = { command_id: randomUUID(), payments: payments(1) };
    for (const _ of [1, 2]) expect((await close(order_id, wrong)).body.code).toBe('payments_differ_from_total');
    const next = await place();
    await close(next);
    await close(order_id);
    expect((await order(order_id)).cheque_number).toBe((await order(next)).cheque_number + 1);
  });

  test.each(['alone', 'in a batch'])(
    'a closing that only took the cheque’s number is completed by its repeat, sent %s',
    async (how) => {
      const { cashier_id } = venue;
      const order_id = await place();
      const command_id = randomUUID();
      const state = await numberAndCrash(order_id, command_id);
      const type = 'CloseCheque';
      const body = { command_id, order_id, cashier_id, payments: payments(98_000) };
      const batch = async () =>
        (await till.post('/venue/v1/commands', { commands: [{ type, ...body }] })).body.results[0];
      const repeat = how === 'alone' ? async () => (await send(type, body)).body : batch;
      const first = await repeat();
      expect(first).toMatchObject({ result: { status: 'CLOSED' } });
      expect(await repeat()).toMatchObject({ status: 'duplicate', result: first.result });
      expect((await order(order_id)).cheque_number).toBe(state.last_cheque_number);
      const next = await place();
      await close(next);
      expect((await order(next)).cheque_number).toBe(state.last_cheque_number + 1);
    },
  );

  test('a repeat of a closing that only took a number closes the cheque in the shift open then, under a number of that shift', async () => {
    const { point_id, cashier_id } = venue;
    const order_id = await place();
    const closing = { command_id: randomUUID() };
    const { last_cheque_number } = await numberAndCrash(order_id, closing.command_id);
    await command(till, 'CloseShift', { shift_id: shiftId, leave_open: true });
    for (const _ of [1, 2]) expect((await close(order_id, closing)).body.code).toBe('shift_not_open');
    shiftId = (await command(till, 'OpenShift', { point_id, cashier_id })).shift_id;
    const first = await close(order_id, closing);
    expect(first.body).toMatchObject({ result: { status: 'CLOSED' } });
    expect((await close(order_id, closing)).body).toEqual({ ...first.body, status: 'duplicate' });
    const closed = (await history(order_id)).find((event) => event.type === 'ChequeClosed');
    expect(closed?.data).toMatchObject({ shift_id: shiftId, cheque_number: last_cheque_number + 1 });
  });

  test('a repeat opens no cheque of a shift that has been handed over, however often it is sent', async () => {
    const { point_id, cashier_id } = venue;
    const order_id = await place();
    await close(order_id);
    await command(till, 'CloseShift', { shift_id: shiftId, leave_open: true });
    const account = await command(till, 'DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' });
    await command(till, 'AcceptShift', { shift_id: shiftId, account_id: account.id, amount: 98_000 });
    shiftId = (await command(till, 'OpenShift', { point_id, cashier_id })).shift_id;
    const reopening = { command_id: randomUUID(), order_id, reason: 'x' };
    for (const _ of [1, 2]) expect((await send('ReopenCheque', reopening)).body.code).toBe('shift_already_accepted');
  });
});
