import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createCommandHandler } from '../../../src/commands/loop/handle.ts';
import { employeeDecider } from '../../../src/domain/employees/decide.ts';
import type { Leg } from '../../../src/domain/money/shapes.ts';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import type { HttpAnswer } from '../../support/http-client.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, definePoint, type TestVenue } from '../../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let shift_id: number;
let debt: number;
let safe: number;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  const { till, point_id, cashier_id } = venue;
  ({ shift_id } = await command(till, 'OpenShift', { point_id, cashier_id, opening_cash: 100_000 }));
  debt = (await command(till, 'DefinePaymentType', { name: 'Debt', category_id: 6, point_ids: [point_id] })).id;
  safe = (await command(till, 'DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' })).id;
});
afterAll(() => app.stop());

const hire = async (name: string, point_id: string | null = venue.point_id): Promise<number> => {
  const position = { role: 'cook', role_name: 'Cook', position_id: 3, position_name: 'Cook' };
  return (await command(venue.till, 'HireEmployee', { login: name, name, ...position, point_id })).employee_id;
};
const send = (type: string, fields: object): Promise<HttpAnswer> =>
  venue.till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
const settle = (employee_id: number, amount: number, from: unknown, fields: object = {}) =>
  send('SettleEmployeeDebt', { employee_id, amount, from, ...fields });
const open = async (quantity: number): Promise<number> => {
  const items = [{ product_id: venue.products.tea, quantity }];
  return (await command(venue.till, 'OpenCheque', { point_id: venue.point_id, order_type_id: 1, items })).order_id;
};
const close = (order_id: number, payments: object[]) =>
  command(venue.till, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
/** A cheque on debt, 8 000 a tea. */
const eat = async (employee_id: number, teas: number): Promise<number> => {
  const order_id = await open(teas);
  await close(order_id, [{ payment_type_id: debt, amount: teas * 8_000, employee_id }]);
  return order_id;
};
const DAY = 'date_from=2026-03-02&date_to=2026-03-02';
const payrollOf = async (employee_id: number, query = DAY) => {
  const { body } = await venue.partner.get(`/v1/reports/payroll?${query}`);
  return body.employees.find((row: { employee_id: number }) => row.employee_id === employee_id);
};
const shiftOf = async () => (await venue.partner.get('/v1/reports/shifts?state=open')).body.shifts[0];

test('what an employee owes shows in the payroll and in the shift, and is paid off in money and from wages', async () => {
  const { till } = venue;
  const cook = await hire('Bek');
  await command(till, 'OpenSalaryBalance', { employee_id: cook, amount: 50_000 });
  const before = await shiftOf();
  const order_id = await eat(cook, 5);
  const none = { debt_start: 0, debt_added: 0, debt_returned: 0, debt_settled: 0, debt_from_wages: 0, debt_end: 0 };
  expect(await payrollOf(cook)).toMatchObject({ ...none, debt_added: 40_000, debt_end: 40_000, balance_end: 50_000 });
  const asOf = await app.tillstream.store.head();
  const owing = await shiftOf();
  expect(owing).toMatchObject({ debt_amount: 40_000, cash_balance: before.cash_balance });
  expect(owing.employee_debts).toEqual([{ employee_id: cook, employee_name: 'Bek', amount: 40_000 }]);

  // Opened again, nobody owes; closed by two payments, one half of it is owed.
  await command(till, 'ReopenCheque', { order_id, reason: 'Half in cash' });
  expect(await payrollOf(cook)).toMatchObject({ ...none, balance_end: 50_000 });
  const halves = [
    { payment_type_id: venue.cash, amount: 20_000 },
    { payment_type_id: debt, amount: 15_000, employee_id: cook },
    { payment_type_id: debt, amount: 5_000, employee_id: cook },
  ];
  await close(order_id, halves);
  expect(await payrollOf(cook)).toMatchObject({ debt_added: 20_000, debt_end: 20_000 });

  expect((await settle(cook, 20_001, 'wages')).body).toMatchObject({
    code: 'settlement_exceeds_debt',
    message: expect.stringMatching(/20001.*20000/),
  });
  const wages = { command_id: randomUUID() };
  const kept = await settle(cook, 6_000, 'wages', { ...wages, note: 'As agreed' });
  expect(kept.body).toMatchObject({ status: 'accepted', result: { movement_id: null } });
  expect((await settle(cook, 6_000, 'wages', { ...wages, note: 'As agreed' })).body).toMatchObject({
    status: 'duplicate',
  });
  expect(await payrollOf(cook)).toMatchObject({
    debt_settled: 6_000,
    debt_from_wages: 6_000,
    debt_end: 14_000,
    accrued_amount: 0,
    paid_amount: 0,
    balance_end: 44_000,
  });
  const inCash = await settle(cook, 10_000, { shift_id });
  expect(inCash.body.status).toBe('accepted');
  const inSafe = (await settle(cook, 4_000, { account_id: safe })).body.result;
  const after = await shiftOf();
  expect(after.cash_balance).toBe(before.cash_balance + 20_000 + 10_000);
  expect(after.movements).toMatchObject([{ operation: 'other', direction: 'plus', amount: 10_000 }]);
  expect(await payrollOf(cook)).toMatchObject({ debt_settled: 20_000, debt_from_wages: 6_000, debt_end: 0 });
  expect((await settle(cook, 1, { account_id: safe })).body.code).toBe('settlement_exceeds_debt');

  // A movement that was a mistake makes it owed again.
  const movements = (await venue.partner.get(`/v1/reports/money-movements?${DAY}&source=safe`)).body.movements;
  expect(movements).toMatchObject([{ id: inSafe.movement_id, operation: 'other', amount: 4_000 }]);
  await command(till, 'CancelMovement', { movement_id: inSafe.movement_id });
  expect(await payrollOf(cook)).toMatchObject({ debt_settled: 16_000, debt_end: 4_000, balance_end: 44_000 });
  expect(await payrollOf(cook, `${DAY}&as_of=${asOf}`)).toMatchObject({ debt_added: 40_000, debt_end: 40_000 });
});

test('what comes back of a cheque on debt is owed no more', async () => {
  const cook = await hire('Nodir');
  const order_id = await eat(cook, 3);
  const [{ line_id }] = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body.items;
  const back = { order_id, lines: [{ line_id, quantity: 1 }], payment_type_id: venue.cash };
  expect(await command(venue.till, 'ReturnGoods', back)).toMatchObject({ refunded_amount: 0 });
  expect(await payrollOf(cook)).toMatchObject({ debt_added: 24_000, debt_returned: 8_000, debt_end: 16_000 });
  expect((await settle(cook, 16_001, 'wages')).body.details).toEqual({ amount: 16_001, owed: 16_000 });
  expect((await settle(cook, 16_000, 'wages')).status).toBe(200);
  // The rest comes back after its debt was paid off: the venue owes it, and it pays the next cheque.
  await command(venue.till, 'ReturnGoods', { ...back, lines: [{ line_id, quantity: 2 }] });
  expect(await payrollOf(cook)).toMatchObject({ debt_returned: 24_000, debt_settled: 16_000, debt_end: -16_000 });
  expect((await settle(cook, 1, 'wages')).body.details).toEqual({ amount: 1, owed: 0 });
  await eat(cook, 3);
  expect(await payrollOf(cook)).toMatchObject({ debt_end: 8_000 });
});

test('what a return takes off a debt is in its shift, by the payment type of the debt, as what it gives back in money', async () => {
  const { till, cash, point_id } = venue;
  const type = { name: 'Staff meals', category_id: 6, point_ids: [point_id] };
  const meals = (await command(till, 'DefinePaymentType', type)).id;
  const cook = await hire('Said');
  const of = async () => {
    const { cash_balance, money, returns } = await shiftOf();
    const amountIn = (rows: { payment_type_id: number; direction?: string; amount: number }[], ...is: unknown[]) =>
      rows.find((row) => row.payment_type_id === is[0] && row.direction === is[1])?.amount ?? 0;
    const neutral = [debt, meals].map((id) => amountIn(money, id, 'neutral'));
    return [...neutral, ...[debt, meals, cash].map((id) => amountIn(returns, id)), cash_balance];
  };
  const since = async (before: readonly number[]) => (await of()).map((amount, index) => amount - before[index]!);
  const before = await of();
  const order_id = await open(4);
  await close(order_id, [
    { payment_type_id: debt, amount: 10_000, employee_id: cook },
    { payment_type_id: meals, amount: 14_000, employee_id: cook },
    { payment_type_id: cash, amount: 8_000 },
  ]);
  expect(await since(before)).toEqual([10_000, 14_000, 0, 0, 0, 8_000]);
  const [{ line_id }] = (await till.get(`/venue/v1/orders/${order_id}`)).body.items;
  const giveBack = (quantity: number) =>
    command(till, 'ReturnGoods', { order_id, lines: [{ line_id, quantity }], payment_type_id: cash });
  await giveBack(1);
  expect(await since(before)).toEqual([2_000, 14_000, 8_000, 0, 0, 8_000]);
  const asOf = await app.tillstream.store.head();
  await giveBack(2);
  expect(await since(before)).toEqual([0, 0, 10_000, 14_000, 0, 8_000]);
  await giveBack(1);
  expect(await since(before)).toEqual([0, 0, 10_000, 14_000, 8_000, 0]);

  // Analysts add up the same, of now and of then.
  const sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
  onTestFinished(() => sql.end());
  const { shift_id: here } = await shiftOf();
  for (const [rows, query] of [
    ['shift_money', ''],
    [`shift_money_as_of(${asOf})`, `&as_of=${asOf}`],
  ]) {
    const { shifts } = (await venue.partner.get(`/v1/reports/shifts?state=open${query}`)).body;
    const added = await sql.query(
      `select payment_type_id::integer, direction, sum(amount)::integer as amount from analytics.${rows}
       where shift_id = $1 and payment_category_id = 6 group by 1, 2 having sum(amount) <> 0 order by 1`,
      [here],
    );
    const told = shifts[0].money.filter((row: { payment_category_id: number }) => row.payment_category_id === 6);
    expect(told).toMatchObject(added.rows);
    expect(added.rows).toHaveLength(told.length);
  }
});

test('what the venue owes an employee after a return is paid out in money, or added to wages', async () => {
  const cook = await hire('Sardor');
  await command(venue.till, 'OpenSalaryBalance', { employee_id: cook, amount: 10_000 });
  const order_id = await eat(cook, 4);
  expect((await settle(cook, 32_000, { account_id: safe })).status).toBe(200);
  const out = { direction: 'minus' };
  expect((await settle(cook, 1, { shift_id }, out)).body).toMatchObject({
    code: 'settlement_exceeds_credit',
    details: { amount: 1, owed: 0 },
  });
  const [{ line_id }] = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body.items;
  const lines = [{ line_id, quantity: 3 }];
  await command(venue.till, 'ReturnGoods', { order_id, lines, payment_type_id: venue.cash });
  expect(await payrollOf(cook)).toMatchObject({ debt_settled: 32_000, debt_end: -24_000, balance_end: 10_000 });

  const before = await shiftOf();
  const { movement_id } = (await settle(cook, 9_000, { shift_id }, out)).body.result;
  expect(await payrollOf(cook)).toMatchObject({ debt_settled: 23_000, debt_from_wages: 0, debt_end: -15_000 });
  const after = await shiftOf();
  expect(after.cash_balance).toBe(before.cash_balance - 9_000);
  expect(after.movements).toContainEqual(
    expect.objectContaining({ operation: 'other', direction: 'minus', amount: 9_000 }),
  );
  expect((await settle(cook, 15_001, 'wages', out)).body.details).toEqual({ amount: 15_001, owed: 15_000 });
  expect((await settle(cook, 5_000, 'wages', out)).body).toMatchObject({ result: { movement_id: null } });
  expect(await payrollOf(cook)).toMatchObject({
    debt_settled: 18_000,
    debt_from_wages: -5_000,
    debt_end: -10_000,
    balance_end: 15_000,
  });
  // The money did not go out after all.
  await command(venue.till, 'CancelMovement', { movement_id });
  expect(await payrollOf(cook)).toMatchObject({ debt_settled: 27_000, debt_end: -19_000 });
  // Nobody gets it twice, however many ask at once.
  const answers = await Promise.all(
    [0, 1, 2, 3, 4].map((index) => settle(cook, 8_000, index % 2 ? 'wages' : { shift_id }, out)),
  );
  const codes = answers.map(({ body }) => body.code ?? body.status).sort();
  expect(codes).toEqual(['accepted', 'accepted', ...Array(3).fill('settlement_exceeds_credit')]);
  expect(await payrollOf(cook)).toMatchObject({ debt_end: -3_000 });
});

test('what is paid off late into an account of the brand counts for the point where the employee worked then', async () => {
  const { till } = venue;
  const bank = (await command(till, 'DefineAccount', { source: 'bank', code: 'B', name: 'Bank' })).id;
  const cook = await hire('Aziz');
  await eat(cook, 5);
  const other = (await definePoint(till, { name: 'Sergeli' })).id;
  const occurred_at = new Date(clock.read()).toISOString();
  await command(till, 'UpdateEmployee', { id: cook, point_id: other });
  expect((await settle(cook, 4_000, { account_id: bank }, { occurred_at })).body.status).toBe('accepted');
  const query = `${DAY}&source=bank`;
  const { movements } = (await venue.partner.get(`/v1/reports/money-movements?${query}`)).body;
  expect(movements).toMatchObject([{ amount: 4_000, point_id: venue.point_id }]);
  expect(await payrollOf(cook)).toMatchObject({ point_id: venue.point_id, debt_settled: 4_000, debt_end: 36_000 });
});

test('what several pay off at once is never more than is owed', async () => {
  const cook = await hire('Aziza');
  await eat(cook, 1);
  const answers = await Promise.all(
    [0, 1, 2, 3, 4].map((index) => settle(cook, 3_000, index % 2 ? 'wages' : { shift_id })),
  );
  const codes = answers.map(({ body }) => body.code ?? body.status).sort();
  expect(codes).toEqual(['accepted', 'accepted', ...Array(3).fill('settlement_exceeds_debt')]);
  expect(await payrollOf(cook)).toMatchObject({ debt_settled: 6_000, debt_end: 2_000 });
});

test('what is no debt, no register or no employee of the brand is refused by its field', async () => {
  const cook = await hire('Olim');
  const other = await createVenue(app);
  const refused = async (employee_id: number, amount: number, from: unknown) => {
    const { status, body } = await settle(employee_id, amount, from);
    return [status, body.code];
  };
  expect(await refused(cook, 1, 'wages')).toEqual([409, 'settlement_exceeds_debt']);
  expect(await refused(other.cashier_id, 1, 'wages')).toEqual([404, 'employee_not_found']);
  expect(await refused(cook, 0, 'wages')).toEqual([400, 'field_too_small']);
  expect(await refused(cook, 1, {})).toEqual([400, 'register_required']);
  expect(await refused(cook, 1, { shift_id, account_id: safe })).toEqual([400, 'register_required']);
  expect(await refused(cook, 1, { shift_id: 999_999 })).toEqual([400, 'shift_not_found']);
  expect((await refused(cook, 1, 'pocket'))[0]).toBe(400);
  const { id: account_id } = await command(venue.till, 'DefineAccount', { source: 'bank', code: 'B', name: 'Bank' });
  expect(await refused(await hire('Anvar', null), 1, { account_id })).toEqual([400, 'employee_without_point']);
});

test('money of a settled debt comes in after a crash that came before it', async () => {
  const cook = await hire('Karim');
  await eat(cook, 2);
  const { tillstream } = app;
  const { brand_id, point_id } = venue;
  const handler = createCommandHandler(tillstream.store, tillstream.pool);
  const before = await shiftOf();
  const at = new Date(clock.read()).toISOString();
  const movement: Leg = {
    movement_id: 900_000_001,
    point_id,
    timezone: 'Asia/Tashkent',
    business_date: '2026-03-02',
    register: 'shift',
    shift_id,
    account_id: null,
    source: 'cashbox',
    payment_type_id: venue.cash,
    payment_category_id: 1,
  };
  const settlement = {
    employee_id: cook,
    brand_id,
    point_id,
    settlement_id: 900_000_002,
    business_date: '2026-03-02',
    settled_at: at,
    amount: 9_000,
    direction: 'plus' as const,
    movement,
    personal: { employee_id: cook, note: null },
  };
  const asked = { type: 'SettleDebt', brand_id, settlement, owed: 16_000, debt_changes: 0 } as const;
  await handler.handle(employeeDecider, cook, asked, {
    command_id: randomUUID(),
    correlation_id: randomUUID(),
    causation_id: null,
    brand_id,
    occurred_at: at,
    actor: { id: 'till', kind: 'venue', name: 'till' },
  });
  const cash = async () => (await shiftOf()).cash_balance;
  await vi.waitFor(async () => expect(await cash()).toBe(before.cash_balance + 9_000), {
    timeout: 10_000,
    interval: 50,
  });
  expect(await payrollOf(cook)).toMatchObject({ debt_settled: 9_000, debt_end: 7_000 });
});
