// A database of its own: analysts log in to it, and read whole views.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withDictionary } from '../../src/cli/analyst-docs.ts';
import { placeOf } from '../../src/projections/analytics/put-view.ts';
import { analyticsViews } from '../../src/projections/analytics/views.ts';
import { connectAnalyst } from '../support/analyst.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock, DAY } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { booked, createFloor, type TestFloor } from '../support/floor.ts';
import { invite } from '../support/people.ts';
import { definePoint, orderBody } from '../support/venue.ts';

const page = readFileSync(new URL('../../docs/analysts.md', import.meta.url), 'utf8');
const GUEST = { phone: '+998 90 765-43-21', name: 'Zulayho Hamroyeva' };

let database: TestDatabase;
let app: TestApp;
let floor: TestFloor;
const clock = createClock();

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ clock: clock.read, database });
  floor = await createFloor(app);
  const { till, point_id, cashier_id, cash, card, products } = floor;
  await command(till, 'SetCosts', { point_id, costs: [{ product_id: products.plov, cost: 20_000 }] });
  await command(till, 'DefinePaymentType', { name: 'Click', category_id: 5, point_ids: [point_id] });
  const debt = await command(till, 'DefinePaymentType', { name: 'Debt', category_id: 6, point_ids: [point_id] });
  const inCash = (amount: number) => ({ payment_type_id: cash, amount });
  const byCard = { payment_type_id: card, amount: 48_000 };
  const onDebt = { payment_type_id: debt.id, amount: 8_000, employee_id: cashier_id };
  for (const payments of [[inCash(98_000)], [inCash(50_000), byCard], [inCash(90_000), onDebt]]) {
    const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
    const order = (await floor.partner.post('/v1/orders', orderBody(floor, { client: GUEST, comment: GUEST.name })))
      .body;
    const waited = { discount: 1_000, service_amount: 1_000, discount_reason: 'Waited long' };
    await command(till, 'AdjustCheque', { order_id: order.order_id, ...waited });
    await command(till, 'CloseCheque', { order_id: order.order_id, cashier_id, payments });
    const { items } = (await till.get(`/venue/v1/orders/${order.order_id}`)).body;
    const lines = [{ line_id: items.at(-1).line_id, quantity: 1 }];
    const returned = { order_id: order.order_id, payment_type_id: cash, lines, refunded_amount: 7_000 };
    await command(till, 'ReturnGoods', returned);
    const added = [{ product_id: products.tea, quantity: 2 }];
    const deleted = await command(till, 'OpenCheque', { point_id, order_type_id: 2, items: added });
    const [{ line_id }] = (await till.get(`/venue/v1/orders/${deleted.order_id}`)).body.items;
    await command(till, 'RemoveItem', { order_id: deleted.order_id, line_id, quantity: 1, reason: 'one too many' });
    await command(till, 'DeleteCheque', { order_id: deleted.order_id });
    await command(till, 'CloseShift', { shift_id });
    clock.move(DAY);
  }
  const { id: account_id } = await command(till, 'DefineAccount', { source: 'safe', code: 'S', name: 'Safe' });
  const { id: payment_purpose_id } = await command(till, 'DefinePaymentPurpose', { name: 'Ice', is_payout: true });
  const whose = { employee_id: cashier_id, point_id };
  await command(till, 'SetSalaryTerms', { ...whose, salary_type_id: 2, rate: 20_000, from: '2026-01-01' });
  await command(till, 'OpenSalaryBalance', { ...whose, amount: 1_000 });
  await command(till, 'GiveBonus', { ...whose, amount: 5_000, reason: 'Thanks' });
  await command(till, 'PaySalary', { ...whose, payment_purpose_id, account_id, amount: 3_000 });
  const sales = { name: 'Sales', calculation_type: 'own_sales_percent', rate: 1 };
  const motivation_id = (await command(till, 'DefineMotivation', sales)).id;
  await command(till, 'AssignMotivation', { motivation_id, employee_ids: [cashier_id] });
  await command(till, 'MoveMoney', {
    point_id,
    register: 'account',
    account_id,
    direction: 'minus',
    amount: 9_000,
    operation: 'expense',
    payment_purpose_id,
    note: `For ${GUEST.name}, ${GUEST.phone}`,
  });
  const { id: region_id } = await command(till, 'DefineRegion', { name: 'Tashkent' });
  const { id: district_id } = await command(till, 'DefineDistrict', { region_id, name: 'Mirabad' });
  await command(till, 'DefineMenuFolder', { name: 'Kitchen' });
  const place = { address: `At ${GUEST.name}`, region_id, district_id };
  const organization = { name: 'Artel', phone: GUEST.phone, ...place, opening_balance: -5_000 };
  const { organization_id } = await command(till, 'RegisterOrganization', organization);
  await command(till, 'ReceiveOrganizationPayment', {
    organization_id,
    point_id,
    amount: 2_000,
    source: 'safe',
    account_id,
    note: GUEST.name,
  });
  const { supplier_id } = await command(till, 'RegisterSupplier', { name: 'Bozor', phone: GUEST.phone });
  await command(till, 'RecordSupply', { supplier_id, point_id, amount: 8_000, document: 'N 17' });
  const worked = { check_in: '2026-03-03T04:00:00Z', check_out: '2026-03-03T12:30:00Z' };
  await command(till, 'AddShift', { employee_id: cashier_id, point_id, ...worked });
  const { id: namesake } = await definePoint(till);
  await command(till, 'AddShift', {
    employee_id: cashier_id,
    point_id: namesake,
    check_in: '2026-02-28T04:00:00Z',
    check_out: '2026-02-28T06:00:00Z',
  });
  const unsold = { check_in: '2026-03-01T04:00:00Z', check_out: '2026-03-01T12:00:00Z' };
  await command(till, 'AddShift', { employee_id: cashier_id, point_id, ...unsold });
  const backwards = { check_in: '2026-03-04T12:00:00Z', check_out: '2026-03-04T04:00:00Z' };
  await command(till, 'AddShift', { employee_id: cashier_id, point_id, ...backwards });
  await booked(floor, { guest: GUEST, comment: `Call ${GUEST.name}` });
  await command(till, 'SetStopList', {
    point_id,
    entries: [{ product_id: products.egg, quantity: 0, reason: 'No eggs' }],
  });
  for (const price of [5_000, 6_000])
    await command(till, 'SetPrices', { point_id, prices: [{ product_id: products.egg, price }] });
  await invite(app, floor.brand_id, 'manager');
  await command(till, 'DefineClosedDay', { point_id, date: '2026-05-09', reason: 'Repairs' });
  await command(till, 'DefineOrderTypeSub', { name: 'Banquet', order_type_id: 1, is_default: false });
  await command(till, 'DefineCancelCause', { name: 'Guest left', is_default: false, is_comment_required: false });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

/** As Postgres spells them. */
const TYPES: Readonly<Record<string, string>> = {
  time: 'time without time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
};

describe('the views', () => {
  test('the analysts’ views are all there, and each of them and each column has its type and its comment', async () => {
    const { rows } = await database.pool.query(
      `select v.relname || case when v.relnamespace = 'analytics_history'::regnamespace then '_versions' else '' end as view, obj_description(v.oid, 'pg_class') as about, a.attname::text as column,
         format_type(a.atttypid, a.atttypmod) as type, col_description(v.oid, a.attnum) as meaning
       from pg_class v join pg_attribute a on a.attrelid = v.oid and a.attnum > 0
       where v.relnamespace in ('analytics'::regnamespace, 'analytics_history'::regnamespace) and v.relkind = 'v'
       order by 1, a.attnum`,
    );
    const expected = analyticsViews
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name: view, about, columns }) =>
        Object.entries(columns).map(([column, { type, about: meaning }]) => ({
          view,
          about,
          column,
          meaning,
          type: TYPES[type] ?? type,
        })),
      );
    expect(rows).toEqual(expected);
    expect(rows.filter((row) => !row.about || !row.meaning)).toEqual([]);
  });

  test('the analysts’ views are what docs/analysts.md says, as `npm run docs:analysts` writes it', () => {
    expect(page).toBe(withDictionary(page));
    for (const { name } of analyticsViews.filter(({ kind }) => kind !== 'versions')) {
      expect(page).toContain(`### analytics.${name}\n`);
    }
    const [, functions = ''] = page.split('`analytics.<view>_as_of(log_position bigint)`');
    for (const { name } of analyticsViews.filter(({ keepsVersions }) => keepsVersions)) {
      expect(functions).toContain(`\`${name}\``);
    }
  });

  test('the analysts’ views agree with each other and with the cheques', async () => {
    const one = async (sql: string) => (await database.pool.query(sql)).rows[0];
    const cheques = await one(
      'select count(*)::int as cheques, sum(total_amount)::int as total from analytics.cheques',
    );
    expect(cheques).toEqual({ cheques: 3, total: 294_000 });
    expect(await one('select sum(amount)::int as total from analytics.payments')).toEqual({ total: 294_000 });
    expect(await one('select sum(net_amount)::int as total from analytics.cheque_lines')).toEqual({ total: 291_000 });
    // A tea of 8 000 each, less its part of the discount.
    const returned = { total: 3 * 7_918, units: 3 };
    expect(
      await one(`select (select sum(total_amount)::int from analytics.returns) as total,
        sum(returned_quantity)::int as units from analytics.cheque_lines`),
    ).toEqual(returned);
    expect(
      await one('select sum(amount)::int as total, sum(quantity)::int as units from analytics.return_lines'),
    ).toEqual(returned);
    // Two dishes at 20 000 in each, with a modifier and a tea that cost nobody knows what.
    expect(
      await one(`select sum(cost_amount)::int as cost, sum(quantity) filter (where is_modifier)::int as modifiers
        from analytics.cheque_lines`),
    ).toEqual({ cost: 120_000, modifiers: 6 });
    expect(await one('select order_type, count(*)::int as cheques from analytics.cheques group by 1')).toEqual({
      order_type: 'takeaway',
      cheques: 3,
    });
    expect(await one(`select category from analytics.payment_types where name = 'Click'`)).toEqual({
      category: 'online',
    });
    const byType = `select category, sum(amount)::int as amount from analytics.payments
      join analytics.payment_types using (payment_type_id) group by 1 order by 1`;
    expect((await database.pool.query(byType)).rows).toEqual([
      { category: 'card', amount: 48_000 },
      { category: 'cash', amount: 238_000 },
      { category: 'debt', amount: 8_000 },
    ]);
    const days = `select day_of_week, is_weekend, week_start::text from analytics.dates
      where date between '2026-03-06' and '2026-03-09' order by date`;
    expect((await database.pool.query(days)).rows.map(Object.values)).toEqual([
      ...[[5, false, '2026-03-02'] as const, [6, true, '2026-03-02'] as const, [7, true, '2026-03-02'] as const],
      [1, false, '2026-03-09'],
    ]);
    const shifts = 'select hours::text, date::text from analytics.attendance_shifts order by date';
    expect((await database.pool.query(shifts)).rows).toEqual([
      { hours: '2.00', date: '2026-02-28' },
      { hours: '8.00', date: '2026-03-01' },
      { hours: '8.50', date: '2026-03-03' },
      // It ends before it begins: not counted, as in the API.
      { hours: null, date: '2026-03-04' },
    ]);
    expect(await one('select status, guests, starts_at::text, table_name from analytics.reservations')).toEqual({
      status: 'created',
      guests: 2,
      starts_at: '2026-03-10 19:00:00',
      table_name: '1',
    });
    expect(await one(`select min(opened_at)::text as opened from analytics.cheques`)).toEqual({
      opened: '2026-03-02 14:00:00',
    });
  });
});

test('the keys of the views tell their rows apart, and what a row refers to is there', async () => {
  const { rows: relations } = await database.pool.query('select * from analytics.relations');
  for (const { name, key } of analyticsViews.filter(({ kind, key }) => kind !== 'versions' && key.length > 0)) {
    if (name === 'relations') continue;
    const { rows } = await database.pool.query(
      `select ${key.join(', ')} from analytics.${name} group by ${key.join(', ')} having count(*) > 1`,
    );
    expect(rows, name).toEqual([]);
    const told = relations.filter(({ table_name, is_key }) => table_name === name && is_key);
    expect(told.map(({ column_name }) => column_name).toSorted(), name).toEqual(key.toSorted());
  }
  let found = 0;
  for (const { table_name, column_name, references_table, references_column } of relations) {
    if (references_table === null || column_name === 'from_date') continue;
    const { rows } = await database.pool.query(
      `select t.${column_name} as value, o.${references_column} as target from analytics.${table_name} as t
       left join analytics.${references_table} as o on o.${references_column} = t.${column_name}
       where t.${column_name} is not null`,
    );
    expect(
      rows.filter(({ target }) => target === null),
      `${table_name}.${column_name}`,
    ).toEqual([]);
    found += rows.length;
  }
  expect(found).toBeGreaterThan(100);
});

test('each local time has its instant beside it', async () => {
  let found = 0;
  for (const view of analyticsViews.filter(({ columns }) => 'point_id' in columns)) {
    const { name, columns, kind } = view;
    for (const column of Object.keys(columns).filter((each) => columns[each]!.instant)) {
      const { rows } = await database.pool.query(
        `select v.${column}::text as local, (v.${column}_utc at time zone coalesce(p.timezone, 'Asia/Tashkent'))::text as expected
         from ${placeOf(view, 'analytics')} as v left join analytics.points as p using (point_id) where v.${column} is not null`,
      );
      expect(
        rows.map(({ local }) => local),
        `${name}.${column}`,
      ).toEqual(rows.map(({ expected }) => expected));
      if (kind === 'fact') found += rows.length;
    }
  }
  expect(found).toBeGreaterThan(20);
});

const queries = [...page.split('## Worked queries')[1]!.matchAll(/```sql\n(.+?)```/gs)].map(([, sql]) => sql!);

test('each of the worked queries runs for an analyst, and finds something', async () => {
  const analyst = await connectAnalyst(app.databaseUrl);
  expect(queries).toHaveLength(32);
  for (const sql of queries) {
    const { rows } = await analyst.query(sql).catch((error) => {
      throw new Error(`${error.message}\n${sql}`);
    });
    expect(rows.length, sql).toBeGreaterThan(0);
  }
});

test('the query for the drawers of shifts has what the report of shifts says', async () => {
  const sql = queries.find((query) => query.includes('cash_balance'))!;
  const { rows } = await database.pool.query(sql);
  const { body } = await floor.partner.get('/v1/reports/shifts?date_from=2026-03-01&date_to=2026-03-31');
  const balances = body.shifts.map(({ cash_balance }: { cash_balance: number }) => cash_balance);
  expect(rows.map(({ cash_balance }) => Number(cash_balance))).toEqual(balances);
  // 7 000 of each cheque came back in cash.
  expect(balances).toEqual([91_000, 43_000, 83_000]);
});

/** The rows of a report of sales or hours, by the columns that are asked for. */
const olap = async (question: object) => {
  const days = { date_from: '2026-02-01', date_to: '2026-03-31' };
  const { status, body } = await floor.partner.post('/v1/reports/olap', { ...days, ...question });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows;
};

test('the query for cohorts has the guests, cheques and revenue of the months', async () => {
  const { rows } = await database.pool.query(queries.find((query) => query.includes('cohort'))!);
  const [month] = await olap({
    kind: 'sales',
    group_by: ['month'],
    measures: ['clients_count', 'cheques_count', 'revenue'],
  });
  expect(rows.map(({ guests, cheques, spent }) => [guests, cheques, spent].map(Number))).toEqual([
    [month.clients_count, month.cheques_count, month.revenue],
  ]);
});

test('the query for what is bought together counts the cheques that the report of both dishes counts', async () => {
  const { rows } = await database.pool.query(queries.find((query) => query.includes('with_dish'))!);
  const dishes = await olap({
    kind: 'sales',
    group_by: ['product'],
    measures: ['cheques_count'],
    filters: { is_modifier: { in: [false] } },
  });
  expect(dishes.map(({ cheques_count }: { cheques_count: number }) => cheques_count)).toEqual([3, 3]);
  expect(rows.map(({ together, percent_of_cheques }) => [Number(together), percent_of_cheques])).toEqual([
    [3, '100.0'],
    [3, '100.0'],
  ]);
});

test('the query for what work costs has the salaries of the payroll and the revenue of the sales', async () => {
  const { rows } = await database.pool.query(queries.find((query) => query.includes('labor_percent'))!);
  const { body } = await floor.partner.get('/v1/reports/payroll?date_from=2026-02-01&date_to=2026-03-31');
  // At the other point, in February, the employee worked without a salary.
  const costs: number[] = body.employees
    .map(
      (paid: { salary_amount: number; bonus_amount: number; fines_amount: number }) =>
        paid.salary_amount + paid.bonus_amount - paid.fines_amount,
    )
    .toSorted((one: number, other: number) => one - other);
  expect(rows.map(({ labor_cost }) => Number(labor_cost))).toEqual(costs);
  const [{ revenue }] = await olap({ kind: 'sales', group_by: ['month'], measures: ['revenue'] });
  expect(rows.map((row) => Number(row.revenue))).toEqual([0, revenue]);
  expect(rows.map(({ labor_percent }) => labor_percent)).toEqual([null, ((100 * costs[1]!) / revenue).toFixed(2)]);
});

test('the query for revenue by hours worked counts all hours, none of them twice, and points of one name apart', async () => {
  const away = await database.pool.query(`select point_id from analytics.attendance_shifts where date = '2026-02-28'`);
  // For an hour of it the employee was still on shift at the other point.
  await command(floor.till, 'AddShift', {
    employee_id: floor.cashier_id,
    point_id: away.rows[0].point_id,
    check_in: '2026-03-01T11:00:00Z',
    check_out: '2026-03-01T13:00:00Z',
  });
  const told = await olap({
    kind: 'labor',
    group_by: ['week', 'point'],
    measures: ['hours'],
    order_by: ['week', 'hours'],
  });
  const sql = queries.find((query) => query.includes('revenue_per_hour'))!.replace(/;\s*$/, '');
  const { rows } = await database.pool.query<{ row: string; hours: string }>(
    `select week_start || ': ' || revenue || ' in ' || hours as row, hours from (${sql}) as q order by week_start, hours`,
  );
  expect(rows.map(({ row }) => row)).toEqual([
    '2026-02-23: 0 in 3.00',
    '2026-02-23: 0 in 8.00',
    '2026-03-02: 294000 in 8.50',
  ]);
  expect(rows.map(({ hours }) => Number(hours))).toEqual(told.map(({ hours }: { hours: number }) => hours));
});

describe('an analyst', () => {
  const ddl = [
    'create table analytics.mine ()',
    'create table public.mine ()',
    'delete from analytics.points',
    'update analytics.points set name = name',
    "select app.claim('{a}', '{b}', '{c}')",
    "select pg_read_file('PG_VERSION')",
  ];

  test('an analyst sees nothing but the views', async () => {
    const analyst = await connectAnalyst(app.databaseUrl);
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('log', 'app', 'read')`,
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const sql of [...tables.map(({ name }) => `select from ${name} limit 1`), ...ddl]) {
      await expect(analyst.query(sql), sql).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|55000)$/) });
    }
    const { rows } = await analyst.query<{ name: string }>(
      `select distinct table_schema::text as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['analytics', 'analytics_history']);
  });

  test('an analyst finds no guest’s phone, name or words anywhere', async () => {
    const analyst = await connectAnalyst(app.databaseUrl);
    let texts = '';
    for (const view of analyticsViews.filter(({ name }) => name !== 'dates')) {
      const name = placeOf(view, 'analytics');
      const { rows } = await analyst.query(`select v::text as row from ${name} as v`);
      expect(rows.length, name).toBeGreaterThan(0);
      texts += rows.map(({ row }) => row).join('\n');
    }
    expect(texts).toContain('Plov');
    expect(texts).not.toMatch(/Zulayho|Hamroyeva|7654321|765-43-21/);
  });

  test('an analyst has a login that is made for reading', async () => {
    const { rows } = await database.pool.query(
      `select rolsuper, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls from pg_roles
       where rolname = 'analyst'`,
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: true,
        rolreplication: false,
        rolbypassrls: false,
      },
    ]);
  });
});
