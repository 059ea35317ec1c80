import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import type { HttpClient } from '../../support/http-client.ts';
import { expectLaborCosts } from '../../support/reports/labor-cost.ts';
import { createPayrollBrand, noon, type PayrollBrand } from '../../support/reports/payroll-brand.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { definePoint } from '../../support/venue.ts';

/** Each day is judged by what was assigned on it: a change of today changes no earlier day. */
let app: TestApp;
let brand: PayrollBrand;
let reader: HttpClient;
let [home, other, third] = ['', '', ''];
const clock = createClock('2026-03-31T15:00:00.000Z');
const MARCH = 'date_from=2026-03-01&date_to=2026-03-30';

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  brand = await createPayrollBrand(app);
  home = brand.venue.point_id;
  [other, third] = [
    (await definePoint(brand.venue.till, { name: 'Sergeli' })).id,
    (await definePoint(brand.venue.till, { name: 'Yunusobod' })).id,
  ];
  const terms = { audience: 'partner', name: 'reports', permissions: ['attendance', 'reports'] };
  reader = await app.client((await command(brand.venue.till, 'IssueKey', terms)).api_key);
});
afterAll(() => app.stop());

const rowsOf = async (employee_id: number, query = MARCH) =>
  (await brand.payroll(query)).employees.filter((row) => row.employee_id === employee_id);

test('a transfer changes no pay of earlier days, nor what is due for them', async () => {
  const { send } = brand;
  const aziza = await brand.hire('Aziza');
  await send('SetSalaryTerms', { employee_id: aziza, salary_type_id: 2, rate: 20_000, from: '2026-03-01' });
  const there = { employee_id: aziza, point_id: third };
  await send('SetSalaryTerms', { ...there, point_id: other, salary_type_id: 2, rate: 30_000, from: '2026-03-01' });
  await send('OpenSalaryBalance', { ...there, amount: 0, date: '2026-03-01' });
  await brand.work(aziza, '2026-03-10', 8, { point_id: third });
  const paid = { salary_amount: 160_000, balance_end: 160_000 };
  expect(await rowsOf(aziza)).toMatchObject([{ ...paid, point_id: third, salary_type_id: 2 }]);
  const before = await rowsOf(aziza);
  await send('UpdateEmployee', { id: aziza, point_id: other });
  expect(await rowsOf(aziza)).toEqual(before);

  // On the 12th, as is told later: that day has begun at home.
  await send('UpdateEmployee', { id: aziza, point_id: other, role: 'chief', occurred_at: noon('2026-03-12') });
  await send('UpdateEmployee', { id: aziza, point_id: home });
  for (const day of ['12', '13']) await brand.work(aziza, `2026-03-${day}`, 1, { point_id: third });
  const salaryOf = async (day: string) =>
    (await rowsOf(aziza, `date_from=2026-03-${day}&date_to=2026-03-${day}`)).map((row) => row.salary_amount);
  expect([await salaryOf('10'), await salaryOf('12'), await salaryOf('13')]).toEqual([[160_000], [20_000], [30_000]]);
});

test('a transfer recorded late, twice or out of order counts from its own day until the next transfer', async () => {
  const { send } = brand;
  const lola = await brand.hire('Lola');
  const there = { employee_id: lola, from: '2026-03-01', salary_type_id: 1 };
  for (const [place, rate] of [home, other, third].map((place, index) => [place, 10 ** index] as const))
    await send('SetSalaryTerms', { ...there, point_id: place, rate });
  await send('UpdateEmployee', { id: lola, point_id: other });
  const elsewhere = (await definePoint(brand.venue.till, { name: 'Olmazor' })).id;
  for (const day of ['05', '18', '26']) await brand.work(lola, `2026-03-${day}`, 1, { point_id: elsewhere });
  const salary = async () => (await rowsOf(lola)).map((row) => row.salary_amount);
  expect(await salary()).toEqual([3]);
  await send('UpdateEmployee', { id: lola, point_id: other, occurred_at: noon('2026-03-25') });
  expect(await salary()).toEqual([1 + 1 + 10]);
  await send('UpdateEmployee', { id: lola, point_id: third, occurred_at: noon('2026-03-15') });
  await send('UpdateEmployee', { id: lola, position_name: 'Chief', occurred_at: noon('2026-03-10') });
  expect(await salary()).toEqual([1 + 100 + 10]);
  const { employees } = (await reader.get('/v1/attendance/employees?search=lola')).body;
  expect(employees).toMatchObject([{ point_id: other, position_name: 'Chief' }]);
  // A bonus and a fine of a day go to the own point of that day, whichever field says the day.
  await send('GiveBonus', { employee_id: lola, amount: 7, reason: 'Help', occurred_at: noon('2026-03-05') });
  await send('ImposeFine', { employee_id: lola, amount: 2, reason: 'Late', date: '2026-03-18' });
  await send('GiveBonus', { employee_id: lola, amount: 5, reason: 'Help' });
  const given = new Map(
    (await rowsOf(lola, 'date_from=2026-03-01&date_to=2026-03-31')).map((row) => [
      row.point_id,
      row.bonus_amount - row.fines_amount,
    ]),
  );
  expect([home, other, third].map((point) => given.get(point))).toEqual([7, 5, -2]);
});

test('a share of the sales of the own point is due at the point of each day', async () => {
  const botir = await brand.hire('Botir');
  await brand.motivation([botir], {
    name: 'All days',
    calculation_type: 'point_sales_percent',
    rate: 10,
    scope: { days: 'all' },
  });
  for (const day of ['20', '21', '22']) {
    await brand.sell(`2026-03-${day}`, null, [{ product_id: brand.goods, quantity: 10 }]);
  }
  expect(await rowsOf(botir)).toMatchObject([{ point_id: home, motivation_amount: 3_000 }]);
  await brand.send('UpdateEmployee', { id: botir, point_id: other, occurred_at: noon('2026-03-20') });
  await brand.send('UpdateEmployee', { id: botir, point_id: home, occurred_at: noon('2026-03-21') });
  expect(await rowsOf(botir)).toMatchObject([{ point_id: home, motivation_amount: 2_000 }]);
});

test('accruals go by the terms of the point that was the own one', async () => {
  const { send } = brand;
  const zafar = await brand.hire('Zafar');
  await send('SetSalaryTerms', { employee_id: zafar, salary_type_id: 5, from: '2026-03-01' });
  await send('UpdateEmployee', { id: zafar, point_id: other, occurred_at: noon('2026-03-12') });
  await send('AccrueSalary', { employee_id: zafar, date: '2026-03-12', amount: 7_000 });
  await send('AccrueSalary', { employee_id: zafar, point_id: third, date: '2026-03-12', amount: 500 });
  expect(await rowsOf(zafar)).toMatchObject([
    { point_id: home, salary_amount: 7_000 },
    { point_id: third, salary_amount: 500 },
  ]);
  await expect(send('AccrueSalary', { employee_id: zafar, date: '2026-03-13', amount: 1 })).rejects.toThrow(
    'AccrueSalary',
  );
});

test('terms that name no point are those of the point that was the own one on their first day', async () => {
  const { send } = brand;
  const dina = await brand.hire('Dina');
  await send('UpdateEmployee', { id: dina, point_id: other, occurred_at: noon('2026-03-12') });
  const terms = { employee_id: dina, salary_type_id: 1 };
  await send('SetSalaryTerms', { ...terms, rate: 10_000, from: '2026-03-10' });
  await send('SetSalaryTerms', { ...terms, rate: 7_000, from: '2026-03-13' });
  for (const day of ['2026-03-11', '2026-03-14']) await brand.work(dina, day, 8, { point_id: third });
  expect(await rowsOf(dina)).toMatchObject([{ point_id: third, salary_amount: 17_000 }]);
});

test('nothing that is assigned today changes a report of earlier days', async () => {
  const { send, venue } = brand;
  const nodir = await brand.hire('Nodir', { role: 'waiter', position_id: 41, position_name: 'Waiter of the hall' });
  const folder = async (name: string) => (await send('DefineMenuFolder', { name })).id;
  const category = async (name: string) => (await send('DefineCategory', { name })).id;
  const product = { type: 'product', name: 'Soup', base_price: 10_000 };
  const soup = (await send('DefineProduct', { ...product, category_id: await category('Soups') })).id;
  await send('SetCosts', { point_id: home, costs: [{ product_id: soup, cost: 4_000 }] });
  await send('SetSalaryTerms', { employee_id: nodir, salary_type_id: 2, rate: 10_000, from: '2026-03-01' });
  await brand.motivation([nodir], { name: 'Own', calculation_type: 'own_sales_percent', rate: 10 });
  await brand.work(nodir, '2026-03-16', 8);
  await brand.work(nodir, '2026-03-17', 8, { point_id: other });
  await brand.sell('2026-03-16', nodir, [{ product_id: soup, quantity: 2 }]);

  const olap = (kind: string, group_by: string[], measures: string[]) => async () => {
    const asked = { kind, date_from: '2026-03-16', date_to: '2026-03-17', group_by, measures };
    return (await reader.post('/v1/reports/olap', asked)).body;
  };
  const get = (path: string) => async () => (await reader.get(`${path}date_from=2026-03-16&date_to=2026-03-17`)).body;
  const reports = [
    get('/v1/reports/payroll?'),
    get('/v1/reports/attendance?'),
    get('/v1/attendance/shifts?'),
    get('/v1/export/cheques?'),
    olap('labor', ['employee', 'position', 'role'], ['hours', 'worked_days']),
    olap('sales', ['waiter', 'category'], ['net_amount', 'cost_amount', 'gross_profit']),
  ];
  const all = async () => {
    const answers = [];
    for (const read of reports) {
      const { as_of: _, ...answer } = await read();
      answers.push(answer);
    }
    return answers;
  };
  const before = await all();
  expect(before[5]).toMatchObject({ rows: [{ net_amount: 20_000, cost_amount: 8_000 }] });
  expect(before[4]).toMatchObject({
    rows: [{ position_id: 41, position_name: 'Waiter of the hall', role: 'waiter', hours: 16 }],
  });
  const changes: [type: string, fields: Record<string, unknown>][] = [
    ['UpdateEmployee', { id: nodir, point_id: other }],
    ['UpdateEmployee', { id: nodir, point_id: null }],
    ['UpdateEmployee', { id: nodir, position_id: 42, position_name: 'Cook of the hall' }],
    ['UpdateEmployee', { id: nodir, role: 'cook', role_name: 'Cook' }],
    ['DefineProduct', { ...product, id: soup, category_id: await category('Starters') }],
    ['SetCosts', { point_id: home, costs: [{ product_id: soup, cost: 1 }] }],
    ['DefineProduct', { ...product, id: soup, base_price: 99_000, menu_folder_id: await folder('Cold') }],
  ];
  for (const [type, fields] of changes) {
    await command(venue.till, type, fields);
    expect(await all(), `after ${type} ${JSON.stringify(fields)}`).toEqual(before);
  }
});

test('a motivation for menu folders counts what was in them when it was sold, wherever products and folders are now', async () => {
  const { send } = brand;
  const waiter = await brand.hire('Farhod');
  const folder = async (name: string, fields: object = {}) => (await send('DefineMenuFolder', { name, ...fields })).id;
  const [menu, closet] = [await folder('Menu'), await folder('Closet')];
  const sweet = await folder('Sweet', { parent_id: menu });
  const define = async (name: string, menu_folder_id: number | null, fields: object = {}) =>
    (await send('DefineProduct', { type: 'product', name, base_price: 1_000, menu_folder_id, ...fields })).id;
  const [cake, tart, plate] = [await define('Cake', sweet), await define('Tart', sweet), await define('Plate', closet)];
  const units = { calculation_type: 'per_item', rate: 1 };
  await brand.motivation([waiter], { ...units, name: 'menu', scope: { menu_folder_ids: [menu] } });
  await brand.motivation([waiter], { ...units, name: 'closet', scope: { menu_folder_ids: [closet] } });
  const both = { menu_folder_ids: [menu], product_ids: [cake], order_type_ids: [2] };
  await brand.motivation([waiter], { ...units, name: 'cakes', scope: both });
  const sell = (date: string, product_id: number, quantity: number) =>
    brand.sell(date, waiter, [{ product_id, quantity }]);
  const counted = async (query = MARCH) => {
    const [row] = await rowsOf(waiter, query);
    const paid = row.motivation_programs.map((it: { name: string; amount: number }) => [it.name, it.amount]);
    return Object.fromEntries(paid);
  };
  const first = await sell('2026-03-05', cake, 2);
  await sell('2026-03-05', tart, 10);
  await sell('2026-03-05', plate, 100);
  const before = { menu: 12, closet: 100, cakes: 2 };
  expect(await counted()).toEqual(before);
  const known = (await brand.payroll(MARCH)).as_of.position;

  // Today: no sale of earlier days is counted otherwise.
  await define('Cake', null, { id: cake });
  await folder('Sweet', { id: sweet, parent_id: closet });
  expect(await counted()).toEqual(before);
  // On the 10th and the 20th, as is told later.
  await define('Cake', closet, { id: cake, occurred_at: noon('2026-03-10') });
  await folder('Closet', { id: closet, parent_id: menu, occurred_at: noon('2026-03-20') });
  await folder('Sweet', { id: sweet, parent_id: null, occurred_at: noon('2026-03-20') });
  for (const date of ['2026-03-10', '2026-03-21']) {
    await sell(date, cake, 3);
    await sell(date, tart, 20);
  }
  await brand.giveBack('2026-03-25', first, [{ line: 0, quantity: 1 }]);
  expect(await counted()).toEqual({ menu: 12 + 20 + 3 - 1, closet: 100 + 3 + 3, cakes: 2 + 3 - 1 });
  expect(await counted(`${MARCH}&as_of=${known}`)).toEqual(before);
});

test('what work cost goes by the terms of the point that was the own one, as the payroll does', async () => {
  await expectLaborCosts(app.databaseUrl, brand.venue, ['2026-03-01', '2026-03-31']);
});
