import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY } from '../support/clock.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
let till: HttpClient;
/** A till of another point of the brand. */
let elsewhere: HttpClient;
let otherPoint: string;
let safe: number;
let otherSafe: number;
let bank: number;
let purpose: number;
let otherShift: number;
/** Payment types by which nobody hands over money. */
let noMoney: { readonly points: number; readonly debt: number };
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  other = await createVenue(app);
  till = venue.till;
  const { point_id } = venue;
  otherPoint = (await definePoint(till, { name: 'Chilonzor' })).id;
  const key = await command(till, 'IssueKey', { audience: 'venue', name: 'two', point_ids: [otherPoint] }).catch(
    async () =>
      command(await app.platform(), 'IssueKey', {
        brand_id: venue.brand_id,
        audience: 'venue',
        name: 'two',
        point_ids: [otherPoint],
      }),
  );
  elsewhere = await app.client(key.api_key);
  const theirTill = { point_id: other.point_id, cashier_id: other.cashier_id };
  otherShift = (await command(other.till, 'OpenShift', theirTill)).shift_id;
  safe = (await command(till, 'DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' })).id;
  const theirs = { point_id: otherPoint, source: 'safe', code: 'S2', name: 'Other safe' };
  otherSafe = (await command(till, 'DefineAccount', theirs)).id;
  bank = (await command(till, 'DefineAccount', { source: 'bank', code: 'B', name: 'Bank' })).id;
  const paying = async (name: string, category_id: number): Promise<number> =>
    (await command(till, 'DefinePaymentType', { name, category_id, point_ids: [point_id] })).id;
  noMoney = { points: await paying('Points', 4), debt: await paying('Debt', 6) };
  purpose = (await command(till, 'DefinePaymentPurpose', { name: 'Market', is_payout: true })).id;
});
afterAll(() => app.stop());

const send = (type: string, fields: object, client = till): Promise<HttpAnswer> =>
  client.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
const open = async (point_id = venue.point_id): Promise<number> =>
  (await command(till, 'OpenShift', { point_id, cashier_id: venue.cashier_id, opening_cash: 200_000 })).shift_id;
const close = (shift_id: number, fields: object = {}) => command(till, 'CloseShift', { shift_id, ...fields });
const accept = (shift_id: number, amount: number, fields: object = {}) =>
  send('AcceptShift', { shift_id, account_id: safe, amount, ...fields });
/** What the log has of a stream, the last event first. */
const lastOf = async (stream: string) => {
  const { events } = (await venue.auditor.get(`/audit/v1/events?stream=${stream}`)).body;
  return events.at(-1);
};
const ice = () => ({
  point_id: venue.point_id,
  register: 'shift',
  direction: 'minus',
  amount: 40_000,
  operation: 'expense',
});
const ofSafe = (direction: 'plus' | 'minus', amount: number) => ({
  point_id: venue.point_id,
  register: 'account',
  account_id: safe,
  direction,
  amount,
  operation: 'other',
});

describe('money of a shift', () => {
  test('money of a shift moves at the open shift, in cash, if nothing else is said', async () => {
    const shift_id = await open();
    const { id } = await command(till, 'MoveMoney', { ...ice(), payment_purpose_id: purpose, note: 'Ice' });
    expect((await lastOf(`till-${venue.point_id}`)).data).toMatchObject({
      movement_id: id,
      register: 'shift',
      shift_id,
      account_id: null,
      source: 'cashbox',
      amount: 40_000,
      payment_type_id: venue.cash,
      payment_category_id: 1,
      payment_purpose_id: purpose,
      party: null,
      personal: { employee_id: null, note: 'Ice' },
    });
    const [first] = await Promise.all([close(shift_id)]);
    expect(first.shift_id).toBe(shift_id);
    expect((await send('MoveMoney', ice())).body.code).toBe('shift_not_open');
    // A till that was offline names the shift.
    expect((await send('MoveMoney', { ...ice(), shift_id })).status).toBe(200);
    expect((await accept(shift_id, 0)).status).toBe(200);
    expect(await send('MoveMoney', { ...ice(), shift_id })).toMatchObject({
      status: 409,
      body: { code: 'shift_already_accepted' },
    });
  });

  test('a repeat is answered after the shift was closed and handed over', async () => {
    const shift_id = await open();
    const fields = { command_id: randomUUID(), ...ice() };
    const first = await till.post('/venue/v1/commands/MoveMoney', fields);
    await close(shift_id);
    await accept(shift_id, 0);
    await app.tillstream.pool.query(`update app.identities set result = null where kind = 'command'`);
    const again = await till.post('/venue/v1/commands/MoveMoney', fields);
    expect(again.body).toEqual({ ...first.body, status: 'duplicate' });
  });

  test('a hand-over says what was expected: cash in the drawer less what stays, and other money by its type', async () => {
    const shift_id = await open();
    const { cash, card, cashier_id, point_id } = venue;
    const cheque = { point_id, order_type_id: 1, items: [{ product_id: venue.products.tea, quantity: 10 }] };
    const { order_id } = await command(till, 'OpenCheque', cheque);
    const payments = [
      { payment_type_id: cash, amount: 50_000 },
      { payment_type_id: card, amount: 30_000 },
    ];
    await command(till, 'CloseCheque', { order_id, cashier_id, payments });
    await command(till, 'MoveMoney', ice());
    await close(shift_id, { left_cash: 150_000 });
    const non_cash = [{ payment_type_id: card, account_id: bank, amount: 29_000 }];
    expect(await accept(shift_id, 58_000, { non_cash })).toMatchObject({ status: 200 });
    expect((await lastOf(`till-${point_id}`)).data).toMatchObject({
      // 200 000 + 50 000 - 40 000 - 150 000
      amount: 58_000,
      expected_amount: 60_000,
      account_source: 'safe',
      non_cash: [{ payment_type_id: card, payment_category_id: 2, expected_amount: 30_000, account_source: 'bank' }],
    });
  });

  test('cash is not handed over twice, and each payment type once', async () => {
    const shift_id = await open();
    await close(shift_id);
    const part = (payment_type_id: number) => ({ payment_type_id, account_id: safe, amount: 1 });
    for (const [non_cash, code, field] of [
      [[part(venue.cash)], 'payment_type_is_cash', 'non_cash[0].payment_type_id'],
      [[part(venue.card), part(venue.card)], 'payment_type_named_twice', 'non_cash[1].payment_type_id'],
    ] as const) {
      const { status, body } = await accept(shift_id, 0, { non_cash });
      expect(body).toMatchObject({ code, message: expect.stringContaining(field) });
      expect(status).toBe(400);
    }
    await accept(shift_id, 0);
  });
});

describe('what a movement names', () => {
  const wrong: readonly (readonly [string, () => object, number, string, string])[] = [
    ['an account and a shift', () => ({ ...ofSafe('plus', 1), shift_id: 7 }), 400, 'register_required', 'shift_id'],
    ['no account', () => ({ ...ofSafe('plus', 1), account_id: null }), 400, 'field_required', 'account_id'],
    ['an account at a shift', () => ({ ...ice(), account_id: safe }), 400, 'register_required', 'account_id'],
    ['an unknown account', () => ({ ...ofSafe('plus', 1), account_id: 9e9 }), 400, 'account_not_found', 'account_id'],
    [
      'another point’s account',
      () => ({ ...ofSafe('plus', 1), account_id: otherSafe }),
      400,
      'account_not_found',
      'account_id',
    ],
    ['an unknown shift', () => ({ ...ice(), shift_id: 9e9 }), 400, 'shift_not_found', 'shift_id'],
    ['another brand’s shift', () => ({ ...ice(), shift_id: otherShift }), 400, 'shift_not_found', 'shift_id'],
    [
      'an unknown purpose',
      () => ({ ...ofSafe('plus', 1), payment_purpose_id: 9e9 }),
      400,
      'payment_purpose_not_found',
      'payment_purpose_id',
    ],
    [
      'an unknown payment type',
      () => ({ ...ofSafe('plus', 1), payment_type_id: 9e9 }),
      400,
      'payment_type_not_available',
      'payment_type_id',
    ],
    [
      'points',
      () => ({ ...ofSafe('plus', 1), payment_type_id: noMoney.points }),
      400,
      'payment_type_not_available',
      'payment_type_id',
    ],
    [
      'a debt',
      () => ({ ...ofSafe('plus', 1), payment_type_id: noMoney.debt }),
      400,
      'payment_type_not_available',
      'payment_type_id',
    ],
    ['nothing', () => ofSafe('plus', 0), 400, 'field_too_small', 'amount'],
    ['an expense that comes in', () => ({ ...ice(), direction: 'plus' }), 400, 'movement_direction_wrong', 'direction'],
    [
      'an operation of another command',
      () => ({ ...ice(), operation: 'shift_revenue' }),
      400,
      'field_not_allowed',
      'operation',
    ],
    ['another brand’s point', () => ({ ...ice(), point_id: other.point_id }), 404, 'point_not_found', ''],
  ];
  test.each(wrong)('%s is refused', async (_, fields, status, code, field) => {
    const refused = await send('MoveMoney', fields());
    expect(refused).toMatchObject({ status, body: { code, message: expect.stringContaining(field) } });
  });
});

describe('a transfer', () => {
  test('a transfer is one event with both sides, each with its own id', async () => {
    const shift_id = await open();
    const { from_movement_id, to_movement_id, id } = await command(till, 'TransferMoney', {
      from: { shift_id },
      to: { account_id: bank },
      amount: 100_000,
    });
    expect(id).toBe(from_movement_id);
    const { type, data } = await lastOf(`till-${venue.point_id}`);
    expect({ type, data }).toMatchObject({
      type: 'MoneyTransferred',
      data: {
        from: { movement_id: from_movement_id, register: 'shift', shift_id, point_id: venue.point_id },
        // An account of the whole brand counts for the point that the money came from.
        to: { movement_id: to_movement_id, register: 'account', account_id: bank, point_id: venue.point_id },
      },
    });
    await close(shift_id);
    expect((await send('TransferMoney', { from: { account_id: safe }, to: { shift_id }, amount: 1 })).status).toBe(200);
    await accept(shift_id, 0);
    for (const sides of [
      { from: { shift_id }, to: { account_id: safe } },
      { from: { account_id: safe }, to: { shift_id } },
    ]) {
      const refused = await send('TransferMoney', { ...sides, amount: 1 });
      expect(refused).toMatchObject({ status: 409, body: { code: 'shift_already_accepted' } });
    }
  });

  test('a transfer names one register a side, and two different ones', async () => {
    const same = { from: { account_id: safe }, to: { account_id: safe }, amount: 5 };
    expect(await send('TransferMoney', same)).toMatchObject({
      status: 400,
      body: { code: 'transfer_to_same_register' },
    });
    const two = { from: { account_id: safe, shift_id: 5 }, to: { account_id: bank }, amount: 5 };
    expect((await send('TransferMoney', two)).body).toMatchObject({
      code: 'register_required',
      message: expect.stringContaining('from.account_id'),
    });
  });

  test('a transfer between accounts of the whole brand is for keys of the whole brand', async () => {
    const { id: reserve } = await command(till, 'DefineAccount', { source: 'bank', code: 'B2', name: 'Reserve' });
    const sides = { from: { account_id: bank }, to: { account_id: reserve }, amount: 5 };
    await command(till, 'TransferMoney', sides);
    expect(await lastOf(`ledger-${venue.brand_id}`)).toMatchObject({
      data: { from: { point_id: null, timezone: 'Asia/Tashkent' }, to: { point_id: null } },
    });
    expect((await send('TransferMoney', sides, elsewhere)).status).toBe(403);
    const theirs = { from: { account_id: otherSafe }, to: { account_id: bank }, amount: 5 };
    expect((await send('TransferMoney', theirs, elsewhere)).status).toBe(200);
    expect((await send('TransferMoney', { ...theirs, from: { account_id: safe } }, elsewhere)).body.code).toBe(
      'account_not_found',
    );
    for (const shift_id of [otherShift, 9e9]) {
      const [from, to] = [{ shift_id }, { account_id: safe }];
      for (const swapped of [
        { from, to },
        { from: to, to: from },
      ]) {
        const refused = await send('TransferMoney', { ...swapped, amount: 5 });
        expect(refused).toMatchObject({ status: 400, body: { code: 'shift_not_found' } });
      }
    }
  });
});

describe('taking money back', () => {
  test('cancelling a transfer cancels both sides, once', async () => {
    const { to_movement_id: movement_id } = await command(till, 'TransferMoney', {
      from: { account_id: safe },
      to: { account_id: bank },
      amount: 7_000,
    });
    expect((await send('CancelMovement', { movement_id })).body.result).toEqual({ id: movement_id });
    expect((await lastOf(`ledger-${venue.point_id}`)).type).toBe('MovementCancelled');
    const again = await send('CancelMovement', { movement_id });
    expect(again).toMatchObject({ status: 409, body: { code: 'movement_already_cancelled' } });
  });

  test('taking money back is over when the shift was handed over, the hand-over included', async () => {
    const shift_id = await open();
    const { id: movement_id } = await command(till, 'MoveMoney', ice());
    await close(shift_id);
    await accept(shift_id, 5);
    const { data } = await lastOf(`till-${venue.point_id}`);
    for (const id of [movement_id, data.revenue_id, data.difference_id]) {
      const refused = await send('CancelMovement', { movement_id: id });
      expect(refused).toMatchObject({ status: 409, body: { code: 'shift_already_accepted' } });
    }
  });

  test('taking money back reaches neither another brand’s movement, nor one of a point that the key is not for', async () => {
    const { id: movement_id } = await command(till, 'MoveMoney', ofSafe('plus', 5));
    for (const client of [other.till, elsewhere]) {
      const refused = await send('CancelMovement', { movement_id }, client);
      expect(refused).toMatchObject({ status: 404, body: { code: 'movement_not_found' } });
    }
  });

  test('of twenty that take the same money back at once, one does', async () => {
    const { id: movement_id } = await command(till, 'MoveMoney', ofSafe('plus', 5));
    const all = await Promise.all(Array.from({ length: 20 }, () => send('CancelMovement', { movement_id })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
  });
});

describe('counting an account', () => {
  test('counting an account corrects it by the difference to everything that was recorded before', async () => {
    const { id: account_id } = await command(till, 'DefineAccount', { source: 'cash', code: 'C', name: 'Petty cash' });
    const count = (counted: number) => command(till, 'CountAccount', { account_id, counted });
    expect(await count(90)).toMatchObject({ balance: 0, difference: 90 });
    const { id: movement_id } = await command(till, 'MoveMoney', { ...ofSafe('plus', 60), account_id });
    await command(till, 'TransferMoney', { from: { account_id }, to: { account_id: bank }, amount: 50 });
    expect(await count(100)).toMatchObject({ balance: 100, difference: 0 });
    await command(till, 'CancelMovement', { movement_id });
    expect(await count(30)).toMatchObject({ balance: 40, difference: -10 });
    expect(await count(30)).toMatchObject({ balance: 30, difference: 0 });
  });

  test('counting an account is for the keys of its point, and of the brand', async () => {
    expect((await send('CountAccount', { account_id: otherSafe, counted: 5 }, elsewhere)).status).toBe(200);
    expect((await send('CountAccount', { account_id: bank, counted: 5 }, elsewhere)).status).toBe(403);
    for (const [client, account_id] of [
      [elsewhere, safe],
      [other.till, safe],
      [till, 9e9],
    ] as const) {
      const refused = await send('CountAccount', { account_id, counted: 5 }, client);
      expect(refused).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
    }
  });
});

describe('a deposit that the venue takes', () => {
  const book = (fields: object = {}) =>
    command(till, 'BookTable', {
      point_id: venue.point_id,
      external_id: randomUUID(),
      date: clock.at(3 * DAY).slice(0, 10),
      start_time: '19:00',
      guests: 2,
      guest: { phone: '+998901112233' },
      deposit: { amount: 50_000, payment_type_id: venue.cash },
      ...fields,
    });
  const movesOf = async (reservation_id: string) => {
    const { events } = (await venue.auditor.get(`/audit/v1/reservations/${reservation_id}/history`)).body;
    return events
      .filter(({ type }: { type: string }) => type === 'DepositMoved')
      .map(({ data }: { data: { operation: string; amount: number; payment_type_id: number } }) => [
        ...[data.operation, data.amount, data.payment_type_id],
      ]);
  };

  test('a deposit that the venue takes is money of the open shift, and so is what it gives back', async () => {
    const shift_id = await open();
    const { reservation_id } = await book();
    const taken = await lastOf(`reservation_book-${venue.point_id}`);
    expect(taken.type).toBe('ReservationBooked');
    const deposit = { amount: 80_000, payment_type_id: venue.card };
    await command(till, 'MoveReservation', { reservation_id, deposit });
    // Neither the same deposit again nor another guest moves money.
    await command(till, 'MoveReservation', { reservation_id, deposit, guests: 3 });
    await command(till, 'CancelReservation', { reservation_id, deposit_status: 'refunded' });
    expect(await movesOf(reservation_id)).toEqual([
      ['prepayment', 50_000, venue.cash],
      ['prepayment_refund', 50_000, venue.cash],
      ['prepayment', 80_000, venue.card],
      ['prepayment_refund', 80_000, venue.card],
    ]);
    await close(shift_id);
    expect((await accept(shift_id, 0)).status).toBe(200);
    const { events } = (await venue.auditor.get(`/audit/v1/reservations/${reservation_id}/history`)).body;
    const { movement_id, shift_id: at } = events[0].data;
    expect(at).toBe(shift_id);
    const refused = await send('CancelMovement', { movement_id });
    expect(refused).toMatchObject({ status: 409, body: { code: 'movement_of_deposit' } });
  });

  test('a deposit that the venue takes stays where it is when it is retained', async () => {
    const { reservation_id } = await book();
    await command(till, 'CancelReservation', { reservation_id, deposit_status: 'retained' });
    expect(await movesOf(reservation_id)).toEqual([['prepayment', 50_000, venue.cash]]);
  });
});

test('movements of a till that was offline arrive in one batch, each counted in the next one’s count', async () => {
  const { id: account_id } = await command(till, 'DefineAccount', { source: 'cash', code: 'D', name: 'Desk' });
  const commands = Array.from({ length: 250 }, () => [
    { type: 'MoveMoney', command_id: randomUUID(), ...ofSafe('plus', 2), account_id },
    { type: 'MoveMoney', command_id: randomUUID(), ...ofSafe('minus', 1), account_id },
  ]).flat();
  const sent = await till.post('/venue/v1/commands', { commands });
  expect(new Set(sent.body.results.map(({ status }: { status: string }) => status))).toEqual(new Set(['accepted']));
  const again = await till.post('/venue/v1/commands', { commands });
  expect(new Set(again.body.results.map(({ status }: { status: string }) => status))).toEqual(new Set(['duplicate']));
  expect(await command(till, 'CountAccount', { account_id, counted: 250 })).toMatchObject({ difference: 0 });
});
