import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock, DAY, MINUTE } from '../../support/clock.ts';
import { createWorkedShift, type WorkedShift } from '../../support/reports/worked-shift.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, definePoint } from '../../support/venue.ts';

let app: TestApp;
let set: WorkedShift;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  set = await createWorkedShift(app);
});
afterAll(() => app.stop());

const MARCH = 'date_from=2026-03-01&date_to=2026-03-31';
const ask = (query: string, headers?: Record<string, string>) =>
  set.venue.partner.get(`/v1/reports/shifts?${query}`, headers);
const shiftsOf = async (query = MARCH) => {
  const { status, body } = await ask(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const shiftOf = async (query = MARCH) => (await shiftsOf(query)).shifts[0];

const line = (type: number, name: string, category: number, direction: string, amount: number) => ({
  payment_type_id: type,
  payment_type_name: name,
  payment_category_id: category,
  direction,
  amount,
  payment_purpose_id: null,
  payment_purpose_name: null,
});

const of = (type: number, name: string, category: number, amount: number) => ({
  payment_type_id: type,
  payment_type_name: name,
  payment_category_id: category,
  amount,
});

describe('a shift', () => {
  test('a shift is told to the last unit while it is open', async () => {
    const { point_id, cash, card } = set.venue;
    const { ice, advance } = set.purposes;
    const body = await shiftsOf();
    const money = [
      // 200 000 of two cheques, and 110 000 that came besides; 30 000 went back, and 100 000 to the safe.
      line(cash, 'Cash', 1, 'plus', 310_000),
      line(cash, 'Cash', 1, 'minus', 130_000),
      { ...line(cash, 'Cash', 1, 'minus', 40_000), payment_purpose_id: ice, payment_purpose_name: 'Ice' },
      { ...line(cash, 'Cash', 1, 'minus', 70_000), payment_purpose_id: advance, payment_purpose_name: 'Advance' },
      line(card, 'Card', 2, 'plus', 50_000),
      line(set.bonuses, 'Bonuses', 4, 'neutral', 20_000),
      line(set.online, 'Online', 5, 'plus', 40_000),
      line(set.debt, 'Debt', 6, 'neutral', 80_000),
    ];
    expect(body).toEqual({
      date_from: '2026-03-01',
      date_to: '2026-03-31',
      as_of: body.as_of,
      shifts: [
        {
          shift_id: set.shift_id,
          point_id,
          point_name: 'Chorsu',
          shift_number: 1,
          business_date: '2026-03-02',
          opened_at: '2026-03-02 14:00:00',
          closed_at: null,
          is_open: true,
          is_accepted: false,
          cashier_login: 'aziz',
          cashier_name: 'Aziz',
          cheques_count: 4,
          goods_amount: 390_000,
          discount: 10_000,
          delivery_amount: 10_000,
          revenue: 390_000,
          debt_amount: 80_000,
          deleted_cheques_count: 0,
          deleted_cheques_amount: 0,
          deleted_items_count: 0,
          deleted_items_amount: 0,
          cash_balance: 270_000,
          money,
          opening_cash: 200_000,
          counted_cash: null,
          left_cash: null,
          cash_difference: null,
          service_amount: 0,
          // Sales apart from what came and went besides.
          sales: [
            of(cash, 'Cash', 1, 200_000),
            of(card, 'Card', 2, 50_000),
            of(set.bonuses, 'Bonuses', 4, 20_000),
            of(set.online, 'Online', 5, 40_000),
            of(set.debt, 'Debt', 6, 80_000),
          ],
          deposits: [],
          returns: [of(cash, 'Cash', 1, 30_000)],
          employee_debts: [],
          accepted_by_account_id: null,
          accepted_by_name: null,
          movements: expect.any(Array),
        },
      ],
    });
    const moved = body.shifts[0].movements.map(({ operation, direction, amount }: Record<string, unknown>) => [
      ...[operation, direction, amount],
    ]);
    expect(moved.toSorted()).toEqual([
      ['expense', 'minus', 40_000],
      ['organization_payment', 'plus', 60_000],
      ['prepayment', 'plus', 50_000],
      ['salary', 'minus', 70_000],
      ['transfer', 'minus', 100_000],
    ]);
    expect(await shiftsOf('state=open')).toEqual({ ...body, date_from: null, date_to: null });
  });

  test('a deletion counts in the shift that was open then, and items of a cheque deleted whole count only with that cheque', async () => {
    const { till, point_id } = set.venue;
    const items = [
      { product_id: set.plov, quantity: 2 },
      { product_id: set.tea, quantity: 1 },
    ];
    const open = async (): Promise<number> =>
      (await command(till, 'OpenCheque', { point_id, order_type_id: 2, items })).order_id;
    const removePlov = async (order_id: number): Promise<void> => {
      const cheque = (await till.get(`/venue/v1/orders/${order_id}`)).body;
      const { line_id } = cheque.items.find((item: { product_id: number }) => item.product_id === set.plov);
      await command(till, 'RemoveItem', { order_id, line_id, quantity: 1, reason: 'mistake' });
    };
    const [kept, deleted] = [await open(), await open()];
    for (const order_id of [kept, deleted]) await removePlov(order_id);
    expect(await shiftOf()).toMatchObject({ deleted_items_count: 2, deleted_items_amount: 200_000 });
    await command(till, 'DeleteCheque', { order_id: deleted });
    expect(await shiftOf()).toMatchObject({
      deleted_cheques_count: 1,
      deleted_cheques_amount: 120_000,
      deleted_items_count: 1,
      deleted_items_amount: 100_000,
      cheques_count: 4,
      cash_balance: 270_000,
    });
    await command(till, 'DeleteCheque', { order_id: kept });
  });

  test('what is known of a shift changes with its hand-over, a cancelled movement and a reopened cheque; what was known does not', async () => {
    const { till, point_id, cashier_id, cash } = set.venue;
    const asked = async (): Promise<readonly [string, object]> => {
      const body = await shiftsOf();
      return [`${MARCH}&as_of=${body.as_of.position}`, body];
    };
    const answers = [await asked()];
    const change = async (work: () => Promise<unknown>, expected: object): Promise<void> => {
      clock.move(MINUTE);
      await work();
      const answer = await asked();
      answers.push(answer);
      expect((answer[1] as { shifts: object[] }).shifts[0]).toMatchObject(expected);
    };
    await change(() => command(till, 'CancelMovement', { movement_id: set.ice }), { cash_balance: 310_000 });
    const { shift_id } = set;
    const drawer = { opening_cash: 200_000, counted_cash: 308_000, left_cash: 200_000, cash_difference: -2_000 };
    const closed = { is_open: false, closed_at: '2026-03-02 14:02:00', is_accepted: false, ...drawer };
    await change(() => command(till, 'CloseShift', { shift_id, counted_cash: 308_000, left_cash: 200_000 }), closed);
    const reopen = { order_id: set.c2, reason: 'wrong guest' };
    const reopened = { cheques_count: 3, revenue: 240_000, cash_balance: 210_000, is_accepted: false };
    await change(() => command(till, 'ReopenCheque', reopen), reopened);
    await change(() => command(till, 'AcceptShift', { shift_id, account_id: set.safe, amount: 8_000 }), {
      is_accepted: true,
      cash_balance: 210_000,
    });
    clock.move(DAY);
    await command(till, 'OpenShift', { point_id, cashier_id });
    await change(() => set.close(set.c2, [{ payment_type_id: cash, amount: 150_000 }]), { cheques_count: 3 });
    const [, second] = (await shiftsOf()).shifts;
    expect(second).toMatchObject({ shift_number: 2, cheques_count: 1, revenue: 150_000, cash_balance: 150_000 });
    for (const [query, body] of answers) expect(await shiftsOf(query)).toEqual(body);
  });

  test('names are those of the moment, and a table has the money as JSON', async () => {
    const { till, point_id, cash, cashier_id } = set.venue;
    const before = (await shiftsOf()).as_of.position;
    await definePoint(till, { id: point_id, name: 'Old town' });
    await command(till, 'DefinePaymentType', { id: cash, name: '=Notes', category_id: 1, point_ids: [point_id] });
    await command(till, 'UpdateEmployee', { id: cashier_id, name: 'Aziz Karimov' });
    const then = await shiftOf(`${MARCH}&as_of=${before}`);
    expect(then).toMatchObject({ point_name: 'Chorsu', cashier_name: 'Aziz' });
    expect(then.money[0].payment_type_name).toBe('Cash');
    const now = await shiftOf();
    expect(now).toMatchObject({ point_name: 'Old town', cashier_name: 'Aziz Karimov' });
    expect(now.money[0].payment_type_name).toBe('=Notes');

    const csv = await ask(MARCH, { accept: 'text/csv' });
    const [head, first] = csv.body.split('\r\n');
    expect(head).toBe(Object.keys(now).join(','));
    const money = JSON.stringify(now.money).replaceAll('=Notes', "'=Notes");
    expect(first).toContain(`,${now.cash_balance},"${money.replaceAll('"', '""')}"`);
    expect(csv.headers.get('x-rows-count')).toBe('2');
    const lines = await ask(MARCH, { accept: 'application/x-ndjson' });
    expect(JSON.parse(lines.body.split('\n')[0]!)).toEqual(now);
  });
});

describe('what is asked for', () => {
  test.each([
    ['', 'date_from', 'field_required'],
    ['date_to=2026-03-01', 'date_from', 'field_required'],
    ['date_from=2026-03-01', 'date_to', 'field_required'],
    ['date_from=2026-03-02&date_to=2026-03-01', 'date_to', 'period_reversed'],
    ['date_from=2026-01-01&date_to=2026-04-03', 'date_to', 'period_too_long'],
    [`${MARCH}&state=open`, 'date_from', 'period_with_state'],
    ['date_to=2026-03-01&state=open', 'date_to', 'period_with_state'],
    ['state=closed', 'state', 'field_not_allowed'],
  ])('shifts are of a period, or open: %s', async (query, field, code) => {
    const { status, body } = await ask(query);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(body.message).toContain(field);
  });

  test('92 days may be asked for', async () => {
    await shiftsOf('date_from=2026-01-01&date_to=2026-04-02');
  });

  test('shifts of other brands and points are not there', async () => {
    const { till, cashier_id, point_id, partner } = set.venue;
    const other = await createVenue(app);
    await command(other.till, 'OpenShift', { point_id: other.point_id, cashier_id: other.cashier_id });
    const { id: elsewhere } = await definePoint(till, { name: 'Alley' });
    await command(till, 'OpenShift', { point_id: elsewhere, cashier_id });
    const numbers = async (query: string, client = partner) =>
      (await client.get(`/v1/reports/shifts?${query}`)).body.shifts.map((it: { point_id: string }) => it.point_id);
    expect(await numbers('state=open')).toEqual([elsewhere, point_id]);
    expect(await numbers(`state=open&point_id=${elsewhere}`)).toEqual([elsewhere]);
    expect(await numbers(MARCH, other.partner)).toEqual([other.point_id]);
    expect(await ask(`${MARCH}&point_id=${other.point_id}`)).toMatchObject({ status: 404 });
    const key = { audience: 'partner', name: 'one point', permissions: ['reports'], point_ids: [elsewhere] };
    const bound = await app.client((await command(till, 'IssueKey', key)).api_key);
    expect(await numbers('state=open', bound)).toEqual([elsewhere]);
  });
});
