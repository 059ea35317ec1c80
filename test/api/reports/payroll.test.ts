import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { createPayrollBrand, noon, type PayrollBrand } from '../../support/reports/payroll-brand.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { definePoint } from '../../support/venue.ts';

let app: TestApp;
let brand: PayrollBrand;
const clock = createClock('2026-03-31T15:00:00.000Z');
const WHOLE = 'date_from=2026-03-01&date_to=2026-03-31';
const between = (first: string, last: string): string => `date_from=2026-03-${first}&date_to=2026-03-${last}`;

const rowOf = async (employee_id: number, query = WHOLE) =>
  (await brand.payroll(query)).employees.find((row) => row.employee_id === employee_id);

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  brand = await createPayrollBrand(app);
});
afterAll(() => app.stop());

/** The worked examples, to the last unit. */
describe('Aziza', () => {
  let aziza: number;
  let first: number;
  let second: number;

  beforeAll(async () => {
    const { goods, dessert, send, hire, work, sell, motivation } = brand;
    aziza = await hire('Aziza');
    const whose = { employee_id: aziza };
    await send('SetSalaryTerms', { ...whose, salary_type_id: 2, rate: 20_000, from: '2026-03-01' });
    await send('OpenSalaryBalance', { ...whose, amount: 150_000, occurred_at: noon('2026-03-01') });
    first = await motivation([aziza], { name: 'M1', calculation_type: 'own_sales_percent', rate: 5 });
    const desserts = { name: 'M2', calculation_type: 'per_item', rate: 2_000, scope: { product_ids: [dessert] } };
    second = await motivation([aziza], desserts);
    const sold = await sell('2026-03-02', aziza, [
      { product_id: dessert, quantity: 3 },
      { product_id: goods, quantity: 925 },
    ]);
    await send('GiveBonus', { ...whose, amount: 100_000, reason: 'A hard day', occurred_at: noon('2026-03-02') });
    await sell('2026-03-03', aziza, [{ product_id: goods, quantity: 333.33 }]);
    await sell('2026-03-03', null, [{ product_id: goods, quantity: 50 }]);
    await brand.giveBack('2026-03-03', sold, [
      { line: 0, quantity: 1 },
      { line: 1, quantity: 25 },
    ]);
    await send('ImposeFine', { ...whose, amount: 30_000, reason: 'Late', date: '2026-03-03' });
    const payment = { ...whose, payment_purpose_id: brand.advance, account_id: brand.account_id };
    await send('PaySalary', { ...payment, amount: 200_000, occurred_at: noon('2026-03-03') });
    await work(aziza, '2026-03-02', 8);
    await work(aziza, '2026-03-03', 8.5);
  });

  test('Aziza has worked, sold, earned and got what the example says', async () => {
    expect(await brand.payroll(WHOLE)).toMatchObject({
      point_id: null,
      date_from: '2026-03-01',
      date_to: '2026-03-31',
    });
    expect(await rowOf(aziza)).toEqual({
      point_id: brand.venue.point_id,
      point_name: 'Chorsu',
      employee_id: aziza,
      employee_name: 'Aziza',
      role: 'waiter',
      role_name: 'Waiter',
      position: 'Senior waiter',
      salary_type_id: 2,
      working_days: 2,
      working_hours: 16.5,
      sales: 1_283_330,
      salary_amount: 330_000,
      motivation_amount: 68_167,
      motivation_programs: [
        {
          motivation_id: first,
          name: 'M1',
          calculation_type: 'own_sales_percent',
          sales: 1_283_330,
          amount: 64_167,
        },
        { motivation_id: second, name: 'M2', calculation_type: 'per_item', sales: 50_000, amount: 4_000 },
      ],
      bonus_amount: 100_000,
      fines_amount: 30_000,
      accrued_amount: 468_167,
      paid_amount: 200_000,
      payments: [
        {
          payment_purpose_id: brand.advance,
          name: 'Advance',
          is_payout: true,
          amount: 200_000,
          operations_count: 1,
        },
      ],
      balance_start: 150_000,
      balance_end: 418_167,
      debt_start: 0,
      debt_added: 0,
      debt_returned: 0,
      debt_settled: 0,
      debt_from_wages: 0,
      debt_end: 0,
    });
  });

  test('Aziza has balances that join from period to period, and amounts that add up', async () => {
    const parts = [
      await rowOf(aziza, 'date_from=2026-02-20&date_to=2026-03-01'),
      await rowOf(aziza, between('02', '02')),
      await rowOf(aziza, between('03', '03')),
      await rowOf(aziza, between('04', '31')),
    ];
    expect(parts.map(({ balance_start, balance_end }) => [balance_start, balance_end])).toEqual([
      [null, 150_000],
      [150_000, 466_000],
      [466_000, 418_167],
      [418_167, 418_167],
    ]);
    const whole = await rowOf(aziza);
    for (const name of ['salary_amount', 'motivation_amount', 'accrued_amount', 'paid_amount', 'sales']) {
      expect(parts.reduce((sum, row) => sum + row[name], 0)).toBe(whole[name]);
    }
    expect(await rowOf(aziza, 'date_from=2026-02-01&date_to=2026-02-28')).toBeUndefined();
  });

  test('Aziza finds the days behind each sum, with what each motivation paid on them', async () => {
    const query = `/v1/reports/payroll/days?${WHOLE}&employee_id=${aziza}`;
    const { status, body } = await brand.venue.partner.get(query);
    expect({ status, days: body.days.map(({ date }: { date: string }) => date) }).toEqual({
      status: 200,
      days: ['2026-03-02', '2026-03-03'],
    });
    expect(body.days[1]).toEqual({
      date: '2026-03-03',
      point_id: brand.venue.point_id,
      point_name: 'Chorsu',
      working_hours: 8.5,
      sales: 283_330,
      salary_amount: 170_000,
      motivation_amount: 12_167,
      motivation_programs: [
        { motivation_id: first, name: 'M1', calculation_type: 'own_sales_percent', sales: 283_330, amount: 14_167 },
        { motivation_id: second, name: 'M2', calculation_type: 'per_item', sales: -25_000, amount: -2_000 },
      ],
      bonus_amount: 0,
      fines_amount: 30_000,
      accrued_amount: 152_167,
      paid_amount: 200_000,
      payments: [
        { payment_purpose_id: brand.advance, name: 'Advance', is_payout: true, amount: 200_000, operations_count: 1 },
      ],
      debt_from_wages: 0,
    });
    const whole = await rowOf(aziza);
    for (const name of ['salary_amount', 'motivation_amount', 'accrued_amount', 'paid_amount', 'sales']) {
      expect(body.days.reduce((sum: number, day: Record<string, number>) => sum + day[name]!, 0)).toBe(whole[name]);
    }
    const csv = await brand.venue.partner.get(query, { accept: 'text/csv' });
    expect(String(csv.body).trim().split('\n')).toHaveLength(3);
  });

  test('Aziza has a negative day where more came back than was sold', async () => {
    const sold = await brand.sell('2026-03-20', aziza, [{ product_id: brand.goods, quantity: 10 }]);
    await brand.giveBack('2026-03-21', sold, [{ line: 0, quantity: 9.99 }]);
    expect(await rowOf(aziza, between('21', '21'))).toMatchObject({
      sales: -9_990,
      motivation_amount: -500,
      accrued_amount: -500,
      balance_end: 418_167 + 500 - 500,
    });
    await brand.giveBack('2026-03-21', sold, [{ line: 0, quantity: 0.01 }]);
    expect(await rowOf(aziza)).toMatchObject({ sales: 1_283_330, motivation_amount: 68_167 });
  });
});

describe('salary', () => {
  const hired = async (name: string, terms: Record<string, unknown>): Promise<number> => {
    const employee_id = await brand.hire(name);
    await brand.send('SetSalaryTerms', { employee_id, from: '2026-03-01', ...terms });
    return employee_id;
  };
  const salaryOf = async (employee_id: number, query = WHOLE) => (await rowOf(employee_id, query))?.salary_amount;

  test('salary by the month accrues on every day, and adds up to the rate', async () => {
    const six = await hired('Six', { salary_type_id: 3, rate: 6_200_000 });
    const five = await hired('Five', { salary_type_id: 3, rate: 5_000_000 });
    expect(await salaryOf(six, between('01', '15'))).toBe(3_000_000);
    expect(await salaryOf(five, between('01', '10'))).toBe(1_612_903);
    expect(await salaryOf(five, between('11', '31'))).toBe(5_000_000 - 1_612_903);
    expect(await salaryOf(five)).toBe(5_000_000);
    expect(await salaryOf(five, 'date_from=2026-02-01&date_to=2026-03-31')).toBe(5_000_000);
    expect(await salaryOf(five, 'date_from=2026-03-01&date_to=2026-04-30')).toBe(10_000_000);
  });

  test('salary by the day accrues once for two shifts on one day', async () => {
    const scheduled = await hired('Scheduled', { salary_type_id: 1, rate: 150_000 });
    for (const date of ['2026-03-05', '2026-03-06', '2026-03-07']) await brand.work(scheduled, date, 4);
    await brand.work(scheduled, '2026-03-07', 2, { check_in: '2026-03-07 18:00:00', check_out: '2026-03-07 20:00:00' });
    expect(await rowOf(scheduled)).toMatchObject({ salary_amount: 450_000, working_days: 3, working_hours: 14 });
  });

  test('salary by KPI is a part of the rate; in free form what was accrued', async () => {
    const kpi = await hired('Kpi', { salary_type_id: 4, rate: 2_000_000 });
    await brand.send('AccrueSalary', { employee_id: kpi, kpi_percent: 85, date: '2026-03-31' });
    expect(await rowOf(kpi)).toMatchObject({ salary_type_id: 4, salary_amount: 1_700_000 });
    const free = await hired('Free', { salary_type_id: 5 });
    await brand.send('AccrueSalary', { employee_id: free, amount: 300_000, date: '2026-03-10', note: 'Repairs' });
    await brand.send('AccrueSalary', { employee_id: free, amount: 50_000 });
    expect(await salaryOf(free)).toBe(350_000);
    expect(await salaryOf(free, between('31', '31'))).toBe(50_000);
  });

  test('salary goes by the latest terms of the point, else by those of the own point, and ends when they are unset', async () => {
    const other = (await definePoint(brand.venue.till, { name: 'Sergeli' })).id;
    const both = await hired('Both', { salary_type_id: 1, rate: 100 });
    const at = { point_id: other };
    for (const date of ['2026-03-02', '2026-03-12', '2026-03-22']) await brand.work(both, date, 1, at);
    await brand.work(both, '2026-03-13', 1);
    await brand.send('SetSalaryTerms', { employee_id: both, ...at, salary_type_id: 2, rate: 7, from: '2026-03-10' });
    await brand.send('SetSalaryTerms', { employee_id: both, ...at, salary_type_id: null, from: '2026-03-20' });
    const { employees } = await brand.payroll(WHOLE);
    const rows = employees.filter((row) => row.employee_id === both);
    expect(rows).toMatchObject([
      { point_name: 'Chorsu', salary_type_id: 1, salary_amount: 100 },
      { point_name: 'Sergeli', salary_type_id: null, salary_amount: 100 + 7, working_days: 3 },
    ]);
    const early = await brand.payroll(`${between('01', '09')}&point_id=${other}`);
    expect(early).toMatchObject({ point_id: other, employees: [{ salary_type_id: 1, salary_amount: 100 }] });
  });

  test('salary by the month is paid at the point of its terms alone', async () => {
    const other = (await definePoint(brand.venue.till, { name: 'Yunusobod' })).id;
    const monthly = await hired('Monthly', { salary_type_id: 3, rate: 3_100_000 });
    await brand.work(monthly, '2026-03-02', 5, { point_id: other });
    const { employees } = await brand.payroll(between('01', '02'));
    expect(employees.filter((row) => row.employee_id === monthly)).toMatchObject([
      { point_name: 'Chorsu', salary_amount: 200_000 },
      { point_name: 'Yunusobod', salary_amount: 0, working_days: 1, salary_type_id: 3 },
    ]);
  });

  test('salary of other terms from the same day on replaces the first', async () => {
    const changed = await hired('Changed', { salary_type_id: 3, rate: 1_000_000 });
    await brand.send('SetSalaryTerms', {
      employee_id: changed,
      salary_type_id: 3,
      rate: 3_100_000,
      from: '2026-03-01',
    });
    await brand.send('SetSalaryTerms', {
      employee_id: changed,
      salary_type_id: 3,
      rate: 6_200_000,
      from: '2026-03-16',
    });
    expect(await salaryOf(changed)).toBe(1_500_000 + 3_200_000);
  });
});

describe('the sales of a point', () => {
  test('the sales of a point are shared by who was there, or by everybody assigned', async () => {
    const own = await createPayrollBrand(app, { name: 'Somsa' });
    const present = await own.hire('Present');
    const absent = await own.hire('Absent');
    const here = { calculation_type: 'point_sales_percent', rate: 1 };
    await own.motivation([present], { ...here, name: 'there' });
    await own.motivation([absent], { ...here, name: 'any', scope: { days: 'all' } });
    await own.work(present, '2026-03-02', 8);
    await own.sell('2026-03-02', null, [{ product_id: own.goods, quantity: 4_000 }]);
    await own.sell('2026-03-03', null, [{ product_id: own.goods, quantity: 5_000 }]);
    const { employees } = await own.payroll(WHOLE);
    expect(employees).toMatchObject([
      { employee_id: absent, motivation_amount: 90_000, motivation_programs: [{ name: 'any', sales: 9_000_000 }] },
      { employee_id: present, motivation_amount: 40_000, motivation_programs: [{ name: 'there', sales: 4_000_000 }] },
    ]);
  });
});

describe('what counts for a motivation', () => {
  test('fits all lists of its scope: points, products, categories, folders and types of orders', async () => {
    const own = await createPayrollBrand(app, { name: 'Lagman' });
    const { send, venue, goods, dessert, sell } = own;
    const top = (await send('DefineMenuFolder', { name: 'Menu' })).id;
    const sweet = (await send('DefineMenuFolder', { name: 'Sweet', parent_id: top })).id;
    const cake = { type: 'product', name: 'Cake', base_price: 40_000, menu_folder_id: sweet };
    const other = (await send('DefineCategory', { name: 'Other', order_number: 5 })).id;
    const cake_id = (await send('DefineProduct', { ...cake, category_id: other })).id;
    const waiter = await own.hire('Waiter');
    const assign = (name: string, fields: object) => own.motivation([waiter], { name, rate: 10, ...fields });
    const own_sales = { calculation_type: 'own_sales_percent' };
    await assign('all', own_sales);
    await assign('goods and cake', { ...own_sales, scope: { product_ids: [goods, cake_id] } });
    await assign('food', { ...own_sales, scope: { category_ids: [venue.category_id] } });
    await assign('menu', { ...own_sales, scope: { menu_folder_ids: [top] } });
    await assign('menu, food', { ...own_sales, scope: { menu_folder_ids: [top], category_ids: [venue.category_id] } });
    await assign('hall', { ...own_sales, scope: { order_type_ids: [1] } });
    await assign('hall, goods', { ...own_sales, scope: { order_type_ids: [1], product_ids: [goods] } });
    await assign('units', { calculation_type: 'per_item', rate: 1_000, scope: { product_ids: [goods] } });
    await assign('here', { calculation_type: 'per_shift', rate: 5_000, scope: { point_ids: [venue.point_id] } });
    const elsewhere = (await definePoint(venue.till, { name: 'Elsewhere' })).id;
    await assign('elsewhere', { ...own_sales, scope: { point_ids: [elsewhere] } });
    await assign('off', { ...own_sales, is_active: false });
    const items = [goods, dessert, cake_id].map((product_id) => ({ product_id, quantity: 2 }));
    await sell('2026-03-02', waiter, items, { discount: 13_200 });
    const hall = await sell('2026-03-03', waiter, [{ product_id: goods, quantity: 4.5 }], { order_type_id: 1 });
    await own.giveBack('2026-03-04', hall, [{ line: 0, quantity: 0.5 }]);
    await own.work(waiter, '2026-03-02', 1);
    const [row] = (await own.payroll(WHOLE)).employees;
    // 2 000 + 50 000 + 80 000 less 10 percent, and 4 000 in the hall.
    expect(row.sales).toBe(118_800 + 4_000);
    const programs = row.motivation_programs.map((it: { name: string; sales: number; amount: number }) => [
      ...[it.name, it.sales, it.amount],
    ]);
    expect(programs).toEqual([
      ['all', 122_800, 12_280],
      ['goods and cake', 1_800 + 72_000 + 4_000, 7_780],
      ['food', 1_800 + 45_000 + 4_000, 5_080],
      ['menu', 72_000, 7_200],
      ['hall', 4_000, 400],
      ['hall, goods', 4_000, 400],
      ['units', 5_800, 6_000],
      ['here', 0, 5_000],
    ]);
  });

  test('a repeated command changes nothing, and gives the first answer', async () => {
    const employee_id = await brand.hire('Twice');
    const send = (type: string, fields: object, command_id: string) =>
      brand.venue.till.post(`/venue/v1/commands/${type}`, { command_id, ...fields });
    const account = { payment_purpose_id: brand.advance, account_id: brand.account_id };
    const sent = [
      ['GiveBonus', { employee_id, amount: 500, reason: 'x' }],
      ['ImposeFine', { employee_id, amount: 70, reason: 'x' }],
      ['OpenSalaryBalance', { employee_id, amount: -20 }],
      ['PaySalary', { employee_id, ...account, amount: 90 }],
    ] as const;
    for (const [type, fields] of sent) {
      const command_id = crypto.randomUUID();
      const [one, two] = [await send(type, fields, command_id), await send(type, fields, command_id)];
      expect([one.body.status, two.body.status]).toEqual(['accepted', 'duplicate']);
      expect(two.body.result).toEqual(one.body.result);
    }
    expect(await rowOf(employee_id)).toMatchObject({ accrued_amount: 430, paid_amount: 90, balance_end: 320 });
  });
});
