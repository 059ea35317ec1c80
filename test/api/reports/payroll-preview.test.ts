// A database of its own: a preview may add nothing to the log, which it measures.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { startVenueApp } from '../../support/ready-venues.ts';
import { createPayrollBrand, type PayrollBrand } from '../../support/reports/payroll-brand.ts';
import { createVenue, definePoint } from '../../support/venue.ts';

let app: TestApp;
let brand: PayrollBrand;
let point: string;
let here: number;
let there: number;
let known: number;
const clock = createClock('2026-03-31T15:00:00.000Z');
const MARCH = { date_from: '2026-03-01', date_to: '2026-03-31' };
const OWN = { name: 'Own', calculation_type: 'own_sales_percent', rate: 10 };

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read });
  brand = await createPayrollBrand(app);
  const { venue, goods, dessert } = brand;
  point = (await definePoint(venue.till, { name: 'Sergeli' })).id;
  await brand.send('OpenShift', {
    point_id: point,
    cashier_id: venue.cashier_id,
    occurred_at: '2026-03-01T08:00:00+05:00',
  });
  await brand.send('DefinePaymentType', {
    id: venue.cash,
    name: 'Cash',
    category_id: 1,
    point_ids: [venue.point_id, point],
  });
  here = await brand.hire('Here');
  there = await brand.hire('There', { point_id: point });
  known = await brand.motivation([here, there], OWN);
  await brand.sell('2026-03-02', here, [
    { product_id: goods, quantity: 100 },
    { product_id: dessert, quantity: 2 },
  ]);
  await brand.sell('2026-03-03', there, [{ product_id: goods, quantity: 200 }], { point_id: point });
  await brand.work(here, '2026-03-02', 8);
});
afterAll(() => app.stop());

const preview = (motivation: object, more: object = {}, client = brand.venue.till) =>
  client.post('/venue/v1/payroll/preview', { ...MARCH, motivation, ...more });

test('a new motivation is counted beside those that are, by employee and point', async () => {
  const { dessert, venue } = brand;
  const desserts = { name: 'Desserts', calculation_type: 'per_item', rate: 700, scope: { product_ids: [dessert] } };
  const before = await app.tillstream.store.head();
  const { status, body } = await preview({ ...desserts, employee_ids: [here, there] });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...MARCH,
    point_id: null,
    as_of: { position: before },
    employees: [
      {
        point_id: venue.point_id,
        point_name: 'Chorsu',
        employee_id: here,
        employee_name: 'Here',
        motivation_amount: 15_000,
        proposed_amount: 16_400,
        difference: 1_400,
      },
      { point_id: point, employee_id: there, motivation_amount: 20_000, proposed_amount: 20_000, difference: 0 },
    ],
    totals: { motivation_amount: 35_000, proposed_amount: 36_400, difference: 1_400 },
  });
  expect(await app.tillstream.store.head()).toBe(before);
});

test('another definition of a motivation takes its place, with those who have it unless told', async () => {
  const half = await preview({ ...OWN, id: known, rate: 5 });
  expect(half.body.totals).toEqual({ motivation_amount: 35_000, proposed_amount: 17_500, difference: -17_500 });
  const only = await preview({ ...OWN, id: known, employee_ids: [there] });
  expect(only.body.totals).toEqual({ motivation_amount: 35_000, proposed_amount: 20_000, difference: -15_000 });
  const off = await preview({ ...OWN, id: known, is_active: false });
  expect(off.body.totals).toMatchObject({ proposed_amount: 0 });
  const day = await preview({ ...OWN, id: known, rate: 5 }, { date_to: '2026-03-02', point_id: brand.venue.point_id });
  expect(day.body).toMatchObject({ point_id: brand.venue.point_id, totals: { difference: -7_500 } });
});

test('the payroll says the same once the motivation is really defined', async () => {
  const shifts = { name: 'Shifts', calculation_type: 'per_shift', rate: 3_000 };
  const share = { name: 'Share', calculation_type: 'point_sales_percent', rate: 1.5, scope: { days: 'all' } };
  for (const motivation of [shifts, share]) {
    const told = (await preview({ ...motivation, employee_ids: [here, there] })).body;
    await brand.motivation([here, there], motivation);
    const { employees } = await brand.payroll('date_from=2026-03-01&date_to=2026-03-31');
    const paid = employees.map(({ employee_id, point_id, motivation_amount }) => ({
      employee_id,
      point_id,
      motivation_amount,
    }));
    expect(told.totals.difference).toBeGreaterThan(0);
    expect(paid).toEqual(
      told.employees.map(({ employee_id, point_id, proposed_amount: motivation_amount }: Record<string, unknown>) => ({
        employee_id,
        point_id,
        motivation_amount,
      })),
    );
  }
});

test('a key of some points sees these points alone', async () => {
  const { brand_id } = brand.venue;
  const terms = { brand_id, audience: 'venue', name: 'bound', point_ids: [point] };
  const bound = await app.client((await command(await app.platform(), 'IssueKey', terms)).api_key);
  const { body } = await preview({ ...OWN, id: known, rate: 5 }, {}, bound);
  expect(body.employees.map(({ employee_id }: { employee_id: number }) => employee_id)).toEqual([there]);
  const elsewhere = { ...OWN, employee_ids: [there], scope: { point_ids: [brand.venue.point_id] } };
  expect(await preview(elsewhere, {}, bound)).toMatchObject({ status: 400, body: { code: 'point_not_found' } });
  expect(await preview(OWN, { point_id: brand.venue.point_id }, bound)).toMatchObject({ status: 404 });
});

test('what the brand does not have is refused, with the field named by its path', async () => {
  const other = await createVenue(app);
  const refusedAt = async (motivation: object, field: string, status = 400) => {
    const answer = await preview({ ...OWN, employee_ids: [here], ...motivation });
    expect({ field, status: answer.status }).toEqual({ field, status });
    expect(answer.body.message).toContain(field);
  };
  await refusedAt({ employee_ids: [here, 999_999] }, 'motivation.employee_ids[1]');
  await refusedAt({ employee_ids: [other.cashier_id] }, 'motivation.employee_ids[0]');
  await refusedAt({ scope: { product_ids: [brand.goods, other.products.tea] } }, 'motivation.scope.product_ids[1]');
  await refusedAt({ scope: { category_ids: [other.category_id] } }, 'motivation.scope.category_ids[0]');
  await refusedAt({ scope: { menu_folder_ids: [1] } }, 'motivation.scope.menu_folder_ids[0]');
  await refusedAt({ scope: { point_ids: [other.point_id] } }, 'motivation.scope.point_ids[0]');
  await refusedAt({ scope: { order_type_ids: [4] } }, 'motivation.scope.order_type_ids[0]');
  await refusedAt({ rate: 100.5 }, 'motivation.rate');
  await refusedAt({ rate: 1.2345 }, 'motivation.rate');
  await refusedAt({ calculation_type: 'per_shift', rate: 0.5 }, 'motivation.rate');
  await refusedAt({ employee_ids: undefined }, 'motivation.employee_ids');
  expect(await preview({ ...OWN, id: 999_999 })).toMatchObject({ status: 404, body: { code: 'motivation_not_found' } });
  const long = { date_from: '2026-01-01', date_to: '2026-03-04' };
  expect(await preview({ ...OWN, id: known }, long)).toMatchObject({ status: 400, body: { code: 'period_too_long' } });
  expect(await preview({ ...OWN, id: known }, {}, brand.venue.partner)).toMatchObject({ status: 403 });
});
