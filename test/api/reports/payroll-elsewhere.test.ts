// A database of its own: analysts log in to it, and programs print from it.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAnalyst } from '../../support/analyst.ts';
import { command, startTestApp, type TestApp } from '../../support/app.ts';
import { bundled } from '../../support/bundle.ts';
import { createClock } from '../../support/clock.ts';
import { createPayrollBrand, noon, type PayrollBrand } from '../../support/reports/payroll-brand.ts';

/** The payroll for analysts and on a terminal. */
let app: TestApp;
let brand: PayrollBrand;
let aziza: number;
let motivation: number;
const clock = createClock('2026-03-31T15:00:00.000Z');

beforeAll(async () => {
  app = await startTestApp({ clock: clock.read });
  brand = await createPayrollBrand(app);
  const { send, goods } = brand;
  aziza = await brand.hire('Aziza');
  const whose = { employee_id: aziza };
  await send('SetSalaryTerms', { ...whose, salary_type_id: 2, rate: 20_000, from: '2026-03-01' });
  await send('OpenSalaryBalance', { ...whose, amount: 150_000, date: '2026-03-01' });
  motivation = await brand.motivation([aziza], { name: 'M1', calculation_type: 'own_sales_percent', rate: 5 });
  const sold = await brand.sell('2026-03-02', aziza, [{ product_id: goods, quantity: 1_000 }]);
  await brand.giveBack('2026-03-03', sold, [{ line: 0, quantity: 50 }]);
  await brand.work(aziza, '2026-03-02', 8);
  await brand.work(aziza, '2026-03-02', 0.5, { check_in: '2026-03-02 20:00:00', check_out: '2026-03-02 20:30:00' });
  await send('GiveBonus', { ...whose, amount: 100_000, reason: 'Secret', date: '2026-03-03' });
  await send('ImposeFine', { ...whose, amount: 30_000, reason: 'Late', date: '2026-03-03' });
  const gone = await send('GiveBonus', { ...whose, amount: 7, reason: 'Mistake', date: '2026-03-03' });
  await send('CancelAccrual', { accrual_id: gone.id });
  const payment = { ...whose, account_id: brand.account_id, occurred_at: noon('2026-03-04') };
  await send('PaySalary', { ...payment, payment_purpose_id: brand.advance, amount: 200_000 });
  await send('PaySalary', { ...payment, payment_purpose_id: brand.giving_back, amount: 50_000 });
});
afterAll(() => app.stop());

// biome-ignore lint/suspicious/noExplicitAny: rows are as varied as the views
const rowsOf = async (view: string, order: string): Promise<any[]> => {
  const analyst = await connectAnalyst(app.databaseUrl);
  const { rows } = await analyst.query(
    `select row_to_json(v) as row from ${view.includes('.') ? view : `analytics.${view}`} v order by ${order}`,
  );
  return rows.map(({ row }) => row);
};

test('analysts see terms, accruals, payments, balances, motivations, and what each day brought', async () => {
  const { brand_id, point_id } = brand.venue;
  const place = { employee_id: aziza, brand_id, point_id };
  expect(await rowsOf('salary_terms', 'from_date')).toEqual([
    { ...place, from_date: '2026-03-01', salary_type_id: 2, rate: 20_000 },
  ]);
  expect(await rowsOf('salary_accruals', 'accrual_id')).toEqual([
    expect.objectContaining({
      ...place,
      business_date: '2026-03-03',
      kind: 'bonus',
      amount: 100_000,
      kpi_percent: null,
    }),
    expect.objectContaining({ kind: 'fine', amount: 30_000 }),
  ]);
  expect(await rowsOf('analytics_history.salary_accruals', 'accrual_id')).toHaveLength(3);
  expect(await rowsOf('salary_payments', 'movement_id')).toEqual([
    expect.objectContaining({
      ...place,
      is_payout: true,
      amount: 200_000,
      source: 'safe',
      paid_at: '2026-03-04T12:00:00',
    }),
    expect.objectContaining({ is_payout: false, amount: 50_000 }),
  ]);
  expect(await rowsOf('salary_balances', 'point_id')).toEqual([
    { ...place, business_date: '2026-03-01', amount: 150_000 },
  ]);
  expect(await rowsOf('motivations', 'name')).toMatchObject([
    { motivation_id: motivation, name: 'M1', rate: 5, is_active: true, scope: { days: 'worked', product_ids: null } },
  ]);
  expect(await rowsOf('motivation_assignments', 'employee_id')).toEqual([
    { motivation_id: motivation, employee_id: aziza, brand_id },
  ]);
  const nothing = { is_worked: false, hours: 0, sales: 0, bonus_amount: 0, fines_amount: 0, paid_amount: 0 };
  expect((await rowsOf('payroll_days', 'date')).filter(({ employee_id }) => employee_id === aziza)).toEqual([
    { ...place, ...nothing, date: '2026-03-02', is_worked: true, hours: 8.5, sales: 1_000_000 },
    { ...place, ...nothing, date: '2026-03-03', sales: -50_000, bonus_amount: 100_000, fines_amount: 30_000 },
    { ...place, ...nothing, date: '2026-03-04', paid_amount: 150_000 },
  ]);
});

test('the payroll is printed as tables', async () => {
  const terms = { audience: 'partner', name: 'reports', permissions: ['reports'] };
  const { api_key } = await command(brand.venue.till, 'IssueKey', terms);
  const script = await bundled('src/cli/report.ts');
  const args = [script, 'payroll', '--from', '2026-03-01', '--to', '2026-03-31'];
  const env = { ...process.env, TILLSTREAM_URL: app.url, TILLSTREAM_API_KEY: api_key };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const lines = stdout.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim());
  expect(lines).toContain(
    '│ Aziza │ Chorsu │ 1 │ 8.5 │ 950 000 │ 170 000 │ 47 500 │ 100 000 │ 30 000 │ 287 500 │ 150 000 │ 150 000 │ 287 500 │',
  );
  expect(lines).toContain('│ Aziza │ Chorsu │ M1 │ 950 000 │ 47 500 │');
});
