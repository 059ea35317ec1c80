import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import type { HttpClient } from '../../support/http-client.ts';
import { createPayrollBrand, noon, type PayrollBrand, type Sold } from '../../support/reports/payroll-brand.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { definePoint } from '../../support/venue.ts';

let app: TestApp;
let brand: PayrollBrand;
let otabek: number;
let program: number;
const clock = createClock('2026-03-31T15:00:00.000Z');
const MARCH = 'date_from=2026-03-01&date_to=2026-03-31';
const OWN = { name: 'Own', calculation_type: 'own_sales_percent', rate: 10 };

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  brand = await createPayrollBrand(app);
  otabek = await brand.hire('Otabek');
  await brand.send('SetSalaryTerms', { employee_id: otabek, salary_type_id: 2, rate: 1_000, from: '2026-03-01' });
  await brand.send('OpenSalaryBalance', { employee_id: otabek, amount: 0, date: '2026-03-01' });
  program = await brand.motivation([otabek], OWN);
});
afterAll(() => app.stop());

const rowOf = async (query = MARCH) => (await brand.payroll(query)).employees.find((row) => row.employee_id === otabek);

/** The report before and after something happens: as of the moment before, it stays what it was, to the byte. */
const changes = async (happen: () => Promise<unknown>, field: string): Promise<[before: number, after: number]> => {
  const before = await brand.payroll(MARCH);
  await happen();
  const after = await brand.payroll(MARCH);
  for (const moment of [before.as_of.position, encodeURIComponent(before.as_of.recorded_at)]) {
    const then = await brand.payroll(`${MARCH}&as_of=${moment}`);
    expect(JSON.stringify(then)).toBe(JSON.stringify(before));
  }
  expect(await brand.payroll(`${MARCH}&as_of=${after.as_of.position}`)).toEqual(after);
  const of = ({ employees }: typeof before) => employees.find((row) => row.employee_id === otabek)?.[field] ?? 0;
  return [of(before), of(after)];
};

test('what was known before something happened is the same for ever', async () => {
  const { goods, send } = brand;
  let sold: Sold = { order_id: 0, line_ids: [0] };
  const sell = async () => {
    sold = await brand.sell('2026-03-05', otabek, [{ product_id: goods, quantity: 100 }]);
  };
  expect(await changes(sell, 'motivation_amount')).toEqual([0, 10_000]);

  const program20 = () => send('DefineMotivation', { ...OWN, id: program, rate: 20 });
  expect(await changes(program20, 'motivation_amount')).toEqual([10_000, 20_000]);
  const assign = (employee_ids: number[]) => () => send('AssignMotivation', { motivation_id: program, employee_ids });
  expect(await changes(assign([]), 'motivation_amount')).toEqual([20_000, 0]);
  expect(await changes(assign([otabek]), 'motivation_amount')).toEqual([0, 20_000]);

  const giveBack = () => brand.giveBack('2026-03-06', sold, [{ line: 0, quantity: 40 }]);
  expect(await changes(giveBack, 'sales')).toEqual([100_000, 60_000]);

  let shift_id = 0;
  const work = async () => {
    shift_id = await brand.work(otabek, '2026-03-07', 8);
  };
  expect(await changes(work, 'salary_amount')).toEqual([0, 8_000]);
  const times = { check_in: '2026-03-07 09:00:00', check_out: '2026-03-07 12:30:00' };
  const correct = () => send('EditShift', { employee_id: otabek, shift_id, ...times });
  expect(await changes(correct, 'working_hours')).toEqual([8, 3.5]);

  let accrual_id = 0;
  const bonus = async () => {
    const given = { employee_id: otabek, amount: 7_000, reason: 'Thanks', date: '2026-03-08' };
    accrual_id = (await send('GiveBonus', given)).id;
  };
  expect(await changes(bonus, 'bonus_amount')).toEqual([0, 7_000]);
  const accruals = async (query: string) =>
    (await brand.venue.till.get(`/venue/v1/accruals?employee_id=${otabek}&${query}`)).body.accruals;
  const ofDay = 'kind=bonus,fine&date_from=2026-03-08&date_to=2026-03-08';
  expect(await accruals(ofDay)).toMatchObject([{ id: accrual_id, kind: 'bonus', amount: 7_000, note: 'Thanks' }]);
  expect(await accruals('kind=fine')).toEqual([]);
  const cancel = () => send('CancelAccrual', { accrual_id, reason: 'Of another week' });
  expect(await changes(cancel, 'accrued_amount')).toEqual([22_500, 15_500]);
  expect(await accruals(ofDay)).toEqual([]);

  let movement_id = 0;
  const pay = async () => {
    const payment = {
      payment_purpose_id: brand.advance,
      account_id: brand.account_id,
      occurred_at: noon('2026-03-09'),
    };
    movement_id = (await send('PaySalary', { employee_id: otabek, amount: 5_000, ...payment })).id;
  };
  expect(await changes(pay, 'balance_end')).toEqual([15_500, 10_500]);
  expect(await changes(() => send('CancelMovement', { movement_id }), 'paid_amount')).toEqual([5_000, 0]);

  const rename = () => send('UpdateEmployee', { id: otabek, name: 'Otabek K', position_name: 'Head waiter' });
  await changes(rename, 'sales');
  expect(await rowOf()).toMatchObject({ employee_name: 'Otabek K', position: 'Head waiter', balance_end: 15_500 });
});

test('a second opening replaces the first, and both are in the history', async () => {
  const opened = await rowOf();
  await brand.send('OpenSalaryBalance', { employee_id: otabek, amount: -1_000, date: '2026-03-07' });
  expect(opened.balance_start).toBe(0);
  const { salary_amount } = await rowOf('date_from=2026-03-07&date_to=2026-03-31');
  expect(await rowOf()).toMatchObject({ balance_start: null, balance_end: -1_000 + salary_amount });
  const { events } = (await brand.venue.auditor.get(`/audit/v1/employees/${otabek}/history`)).body;
  const types = events.map(({ type }: { type: string }) => type);
  expect(types.filter((type: string) => type === 'SalaryBalanceOpened')).toHaveLength(2);
  expect(types).toEqual(expect.arrayContaining(['SalaryTermsSet', 'BonusGiven', 'AccrualCancelled', 'SalaryPaid']));
  expect(types).toContain('SalaryPaymentCancelled');
  const state = (await brand.venue.auditor.get(`/audit/v1/employees/${otabek}`)).body;
  expect(state.state).not.toHaveProperty('pay');
});

test('salaries come from the drawer of a shift, from an account, and back', async () => {
  const { send, venue, advance, giving_back } = brand;
  const nodir = await brand.hire('Nodir');
  const open = await openShift();
  const bank = (await send('DefineAccount', { source: 'bank', code: 'B', name: 'Bank' })).id;
  const whose = { employee_id: nodir, payment_purpose_id: advance };
  await send('PaySalary', { ...whose, amount: 900, shift_id: open, occurred_at: noon('2026-03-10') });
  await send('PaySalary', { ...whose, amount: 50, account_id: bank });
  await send('PaySalary', { ...whose, payment_purpose_id: giving_back, amount: 200, account_id: bank });
  const { employees } = await brand.payroll(MARCH);
  expect(employees.find((row) => row.employee_id === nodir)).toMatchObject({
    paid_amount: 750,
    payments: [
      { payment_purpose_id: advance, name: 'Advance', is_payout: true, amount: 950, operations_count: 2 },
      { payment_purpose_id: giving_back, name: 'Given back', is_payout: false, amount: 200, operations_count: 1 },
    ],
    balance_start: null,
    balance_end: null,
  });
  const refused = async (fields: object, status: number, code: string) => {
    const body = { command_id: randomUUID(), ...whose, amount: 1, ...fields };
    const answer = await venue.till.post('/venue/v1/commands/PaySalary', body);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  };
  await refused({}, 400, 'register_required');
  await refused({ account_id: bank, shift_id: open }, 400, 'register_required');
  await refused({ account_id: 999_999 }, 400, 'account_not_found');
  await refused({ account_id: bank, payment_purpose_id: 999_999 }, 400, 'payment_purpose_not_found');
  await refused({ account_id: bank, employee_id: 999_999 }, 404, 'employee_not_found');
  const nowhere = await brand.hire('Nowhere', { point_id: null });
  await refused({ account_id: bank, employee_id: nowhere }, 400, 'employee_without_point');
});

/** The one that the brand was made with. */
const openShift = async (): Promise<number> => {
  const { rows } = await app.tillstream.pool.query<{ shift_id: number }>(
    'select shift_id from read.till_shifts where point_id = $1 and closed_at is null and known_to is null',
    [brand.venue.point_id],
  );
  return rows[0]!.shift_id;
};

test('CSV and NDJSON hold the rows, lists as JSON', async () => {
  const { partner } = brand.venue;
  const path = `/v1/reports/payroll?${MARCH}`;
  const { employees, as_of } = (await partner.get(path)).body;
  const lines = await partner.get(path, { accept: 'application/x-ndjson' });
  expect(lines.headers.get('x-as-of-position')).toBe(String(as_of.position));
  expect(lines.headers.get('x-rows-count')).toBe(String(employees.length));
  const text = String(lines.body);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(employees);
  const csv = String((await partner.get(path, { accept: 'text/csv' })).body).split('\r\n');
  expect(csv[0]).toBe(Object.keys(employees[0]).join(','));
  expect(csv).toHaveLength(employees.length + 2);
  const [nodir] = csv.filter((line) => line.includes('Nodir'));
  expect(nodir).toContain('"[{""payment_purpose_id"":');
});

test('a key of some points sees these points, and no brand sees another one', async () => {
  const { till, partner } = brand.venue;
  const point = (await definePoint(till, { name: 'Sergeli' })).id;
  const other = await brand.hire('Zafar', { point_id: point });
  await brand.send('SetSalaryTerms', { employee_id: other, salary_type_id: 3, rate: 31_000, from: '2026-03-01' });
  const keyFor = async (fields: object): Promise<HttpClient> => {
    const terms = { audience: 'partner', name: 'some', permissions: ['reports'], ...fields };
    return app.client((await command(till, 'IssueKey', terms)).api_key);
  };
  const bound = await keyFor({ point_ids: [point] });
  const seen = await brand.payroll(MARCH, bound);
  expect(seen).toMatchObject({ point_id: point, employees: [{ employee_id: other, salary_amount: 31_000 }] });
  const both = `${MARCH}&point_id=${point},${brand.venue.point_id}`;
  expect((await brand.payroll(both)).point_id).toBeNull();
  expect((await bound.get(`/v1/reports/payroll?${both}`)).status).toBe(404);
  const stranger = await createPayrollBrand(app, { name: 'Stranger' });
  expect((await stranger.payroll(MARCH)).employees).toEqual([]);
  expect((await stranger.venue.partner.get(`/v1/reports/payroll?${MARCH}&point_id=${point}`)).status).toBe(404);
  const without = await keyFor({ permissions: ['attendance'] });
  expect((await without.get(`/v1/reports/payroll?${MARCH}`)).status).toBe(403);
  const refused = async (query: string, code: string) =>
    expect(await partner.get(`/v1/reports/payroll?${query}`)).toMatchObject({ status: 400, body: { code } });
  await refused('date_from=2026-01-01&date_to=2026-03-04', 'period_too_long');
  await refused('date_from=2026-03-04&date_to=2026-03-03', 'period_reversed');
});

test('a till of one point reaches the pay at that point alone', async () => {
  const { venue } = brand;
  const point = (await definePoint(venue.till, { name: 'Chilonzor' })).id;
  const terms = { brand_id: venue.brand_id, audience: 'venue', name: 'bound', point_ids: [point] };
  const bound = await app.client((await command(await app.platform(), 'IssueKey', terms)).api_key);
  const send = async (type: string, fields: object) => {
    const { status, body } = await bound.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
    return [status, body.code ?? body.status];
  };
  const bonus = { employee_id: otabek, amount: 1, reason: 'x' };
  expect(await send('GiveBonus', bonus)).toEqual([404, 'point_not_found']);
  expect(await send('GiveBonus', { ...bonus, point_id: point })).toEqual([200, 'accepted']);
  // Who comes to help is paid a bonus, but on the terms of the own point.
  const guest = { employee_id: otabek, point_id: point };
  const setTerms = { salary_type_id: 2, rate: 999, from: '2026-03-30' };
  const balance = { amount: 999, date: '2026-03-30' };
  expect(await send('SetSalaryTerms', { ...guest, ...setTerms })).toEqual([404, 'employee_not_found']);
  expect(await send('OpenSalaryBalance', { ...guest, ...balance })).toEqual([404, 'employee_not_found']);
  const own = { employee_id: await brand.hire('Sardor', { point_id: point }), point_id: point };
  expect(await send('SetSalaryTerms', { ...own, ...setTerms })).toEqual([200, 'accepted']);
  expect(await send('OpenSalaryBalance', { ...own, ...balance })).toEqual([200, 'accepted']);
  const elsewhere = (await brand.send('GiveBonus', bonus)).id;
  expect(await send('CancelAccrual', { accrual_id: elsewhere })).toEqual([404, 'accrual_not_found']);
  expect(await send('DefineMotivation', OWN)).toEqual([403, 'points_forbidden']);
  expect(await send('AssignMotivation', { motivation_id: program, employee_ids: [] })).toEqual([
    403,
    'points_forbidden',
  ]);
  await brand.send('CancelAccrual', { accrual_id: elsewhere });
});
