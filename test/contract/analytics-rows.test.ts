// A database of its own: an analyst logs in to it, and reads whole views.

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectAnalyst, withoutInstants } from '../support/analyst.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { booked, createFloor, type TestFloor } from '../support/floor.ts';
import { invite } from '../support/people.ts';
import { square } from '../support/polygons.ts';
import { definePoint, orderBody } from '../support/venue.ts';

let app: TestApp;
let floor: TestFloor;
let waiter_id: number;
let account_id: number;
let shift_id: number;
let order_id: number;
let return_id: number;
const clock = createClock();
const date = '2026-03-02';

/** An evening on which no two numbers and no two times are alike. */
beforeAll(async () => {
  app = await startTestApp({ clock: clock.read });
  floor = await createFloor(app);
  const { till, point_id, cashier_id, products, cash, card, table_id } = floor;
  const position = { role: 'waiter', role_name: 'Waiter', position_id: 2, position_name: 'Senior waiter' };
  const waiter = { login: 'botir', name: 'Botir Saidov', point_id, ...position };
  waiter_id = (await command(till, 'HireEmployee', waiter)).id;
  await command(till, 'BlockEmployee', { employee_id: waiter_id });
  await command(till, 'SetCosts', { point_id, costs: [{ product_id: products.plov, cost: 20_000 }] });

  ({ shift_id } = await command(till, 'OpenShift', { point_id, cashier_id, opening_cash: 10_000 }));
  clock.move(5 * MINUTE);
  const items = [{ product_id: products.plov, quantity: 2, modifiers: [{ product_id: products.small, quantity: 1 }] }];
  const opened = { point_id, order_type_id: 1, table_id, waiter_id, guests: 3, external_id: 'till-17', items };
  ({ order_id } = await command(till, 'OpenCheque', opened));
  await command(till, 'AdjustCheque', { order_id, discount: 9_000, service_amount: 5_000 });
  clock.move(20 * MINUTE);
  const payments = [
    { payment_type_id: card, amount: 20_000 },
    { payment_type_id: cash, amount: 66_000 },
  ];
  await command(till, 'CloseCheque', { order_id, cashier_id, payments });
  clock.move(10 * MINUTE);
  const sold = (await till.get(`/venue/v1/orders/${order_id}`)).body.items;
  const lines = [{ line_id: sold[0].line_id, quantity: 1 }];
  const returned = { order_id, lines, payment_type_id: cash };
  ({ return_id } = await command(till, 'ReturnGoods', returned));
  clock.move(MINUTE);
  await command(till, 'CloseShift', { shift_id, counted_cash: 7_000 });
  account_id = (await command(till, 'DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' })).id;
  // 10 000 at the opening, 66 000 that came and 20 500 that went back.
  await command(till, 'AcceptShift', { shift_id, account_id, amount: 54_500 });
});
afterAll(() => app.stop());

// biome-ignore lint/suspicious/noExplicitAny: rows are as varied as the views
const rowsOf = async (view: string, order: string): Promise<any[]> => {
  const analyst = await connectAnalyst(app.databaseUrl);
  const { rows } = await analyst.query(`select row_to_json(v) as row from analytics.${view} v order by ${order}`);
  return rows.map(({ row }) => withoutInstants(row));
};

/** The query of the page that has this column. */
const workedQuery = async (column: string): Promise<string> => {
  const page = await readFile(new URL('../../docs/analysts.md', import.meta.url), 'utf8');
  const [, sql] = new RegExp(`\`\`\`sql\\n((?:(?!\`\`\`).)*${column}.*?)\`\`\``, 's').exec(page)!;
  return sql!;
};

test('the query for tables has the cheques, guests, minutes and revenue that the report of sales has for the table', async () => {
  const analyst = await connectAnalyst(app.databaseUrl);
  const { rows } = await analyst.query(await workedQuery('turns_a_day'));
  const { body } = await floor.partner.post('/v1/reports/olap', {
    kind: 'sales',
    date_from: date,
    date_to: date,
    group_by: ['hall', 'table'],
    measures: ['cheques_count', 'guests_count', 'cheque_minutes', 'revenue'],
  });
  const [table] = body.rows;
  expect(
    rows.map((row) => [row.hall, row.table_name, ...[row.cheques, row.guests, row.minutes, row.revenue].map(Number)]),
  ).toEqual([
    [table.hall_name, table.table_name, table.cheques_count, table.guests_count, table.cheque_minutes, table.revenue],
    ...rows.slice(1).map((row) => ['Main', row.table_name, 0, 0, 0, 0]),
  ]);
  expect(rows.length).toBeGreaterThan(1);
  expect(table).toMatchObject({ cheques_count: 1, guests_count: 3, cheque_minutes: 20, revenue: 86_000 });
});

describe('what an analyst reads of a sale', () => {
  const ofPoint = () => ({ brand_id: floor.brand_id, point_id: floor.point_id, business_date: date });

  test('what an analyst reads of a sale is who sold it, to how many, when, and for what', async () => {
    expect(await rowsOf('cheques', 'cheque_id')).toEqual([
      {
        ...ofPoint(),
        cheque_id: order_id,
        cheque_number: 1,
        shift_id,
        source_id: 0,
        external_id: 'till-17',
        opened_at: '2026-03-02T14:05:00',
        closed_at: '2026-03-02T14:25:00',
        order_type_id: 1,
        order_type: 'hall',
        order_type_sub_id: null,
        table_id: floor.table_id,
        guests: 3,
        waiter_id,
        cashier_id: floor.cashier_id,
        courier_id: null,
        client_id: null,
        organization_id: null,
        goods_amount: 90_000,
        discount: 9_000,
        service_amount: 5_000,
        delivery_amount: 0,
        total_amount: 86_000,
      },
    ]);
    const payment = { ...ofPoint(), cheque_id: order_id };
    expect(await rowsOf('payments', 'payment_number')).toEqual([
      {
        ...payment,
        payment_number: 1,
        amount: 20_000,
        payment_type_id: floor.card,
        payment_type_name: 'Card',
        payment_category_id: 2,
        is_deposit: false,
      },
      {
        ...payment,
        payment_number: 2,
        amount: 66_000,
        payment_type_id: floor.cash,
        payment_type_name: 'Cash',
        payment_category_id: 1,
        is_deposit: false,
      },
    ]);
  });

  test('what an analyst reads of a sale is every dish and modifier, with its cost, whatever came back of it later', async () => {
    const { products, category_id } = floor;
    const [plov, small] = await rowsOf('cheque_lines', 'line_id');
    expect(plov).toEqual({
      ...ofPoint(),
      line_id: expect.any(Number),
      cheque_id: order_id,
      parent_line_id: null,
      is_modifier: false,
      waiter_id,
      product_id: products.plov,
      product_name: 'Plov',
      category_id,
      quantity: 2,
      price: 45_000,
      amount: 90_000,
      discount: 9_000,
      net_amount: 81_000,
      unit_cost: 20_000,
      cost_amount: 40_000,
      returned_quantity: 1,
    });
    expect(small).toMatchObject({ parent_line_id: plov.line_id, is_modifier: true, product_id: products.small });
  });

  test('what an analyst reads of a sale is what came back, when, and how much of it was paid out', async () => {
    expect(await rowsOf('returns', 'return_id')).toEqual([
      {
        ...ofPoint(),
        return_id,
        cheque_id: order_id,
        document_number: 1,
        returned_at: '2026-03-02T14:35:00',
        goods_amount: 40_500,
        service_amount: 0,
        delivery_amount: 0,
        total_amount: 40_500,
        refunded_amount: 40_500,
        debt_amount: 0,
        payment_type_id: floor.card,
        returned_by_id: null,
      },
    ]);
    // Money goes back as it was paid: first by card.
    const refund = { ...ofPoint(), return_id, cheque_id: order_id };
    expect(await rowsOf('refunds', 'refund_number')).toEqual([
      {
        ...refund,
        refund_number: 1,
        amount: 20_000,
        payment_type_id: floor.card,
        payment_type_name: 'Card',
        payment_category_id: 2,
      },
      {
        ...refund,
        refund_number: 2,
        amount: 20_500,
        payment_type_id: floor.cash,
        payment_type_name: 'Cash',
        payment_category_id: 1,
      },
    ]);
    const [{ line_id }] = await rowsOf('cheque_lines', 'line_id');
    expect(await rowsOf('return_lines', 'line_id')).toEqual([
      {
        ...ofPoint(),
        return_id,
        cheque_id: order_id,
        line_id,
        product_id: floor.products.plov,
        category_id: floor.category_id,
        quantity: 1,
        price: 45_000,
        amount: 40_500,
        unit_cost: 20_000,
      },
    ]);
  });

  test('what an analyst reads of a sale is the shift it was made in', async () => {
    const { brand_id, point_id, cashier_id } = floor;
    expect(await rowsOf('till_shifts', 'shift_id')).toEqual([
      {
        brand_id,
        point_id,
        shift_id,
        business_date: date,
        shift_number: 1,
        cashier_id,
        opened_at: '2026-03-02T14:00:00',
        closed_at: '2026-03-02T14:36:00',
        opening_cash: 10_000,
        counted_cash: 7_000,
        left_cash: 0,
        accepted_at: '2026-03-02T14:36:00',
        account_id,
        accepted_amount: 54_500,
        expected_amount: 55_500,
      },
    ]);
  });

  test('what an analyst reads of a sale is what became of its money, and what else was in the drawer', async () => {
    const { brand_id, point_id, card, cash } = floor;
    const paid = { brand_id, point_id, shift_id, payment_purpose_id: null };
    const money = await rowsOf('shift_money', 'kind, amount');
    expect(money).toEqual([
      { ...paid, kind: 'payment', payment_type_id: card, payment_category_id: 2, direction: 'plus', amount: 20_000 },
      { ...paid, kind: 'payment', payment_type_id: cash, payment_category_id: 1, direction: 'plus', amount: 66_000 },
      { ...paid, kind: 'return', payment_type_id: card, payment_category_id: 2, direction: 'minus', amount: 20_000 },
      { ...paid, kind: 'return', payment_type_id: cash, payment_category_id: 1, direction: 'minus', amount: 20_500 },
    ]);
    const movement = {
      brand_id,
      point_id,
      business_date: date,
      register: 'account',
      source: 'safe',
      account_id,
      shift_id,
    };
    const none = { payment_purpose_id: null, payment_type_id: null, payment_category_id: null };
    const handedOver = { ...movement, ...none, created_at: '2026-03-02T14:36:00', party_kind: null, party_id: null };
    expect(await rowsOf('money_movements', 'movement_id')).toEqual([
      {
        ...handedOver,
        movement_id: expect.any(Number),
        operation: 'shift_revenue',
        direction: 'plus',
        amount: 55_500,
        signed_amount: 55_500,
      },
      {
        ...handedOver,
        movement_id: expect.any(Number),
        operation: 'shift_accept_diff',
        direction: 'minus',
        amount: 1_000,
        signed_amount: -1_000,
      },
    ]);
    expect(await rowsOf('accounts', 'account_id')).toEqual([
      { account_id, brand_id, point_id, source: 'safe', code: 'S', name: 'Safe' },
    ]);
  });
});

test('what an analyst reads of reservations is how they went, and what became of their deposits', async () => {
  const { till, booker, point_id, brand_id, card, tables, cashier_id } = floor;
  const deposit = { amount: 50_000, payment_type_id: card };
  await command(till, 'OpenShift', { point_id, cashier_id });
  const seated = await booked(floor, { date, start_time: '15:00', duration_minutes: 120, guests: 3, deposit });
  clock.move(20 * MINUTE);
  const { order_id } = await command(till, 'SeatReservation', { reservation_id: seated.id });
  const banquet = { date: '2026-03-07', start_time: '18:30', type: 'banquet', table_id: null };
  const off = await booked(floor, banquet);
  await booker.post(`/v1/reservations/${off.id}/cancel`, { reason: 'Ill', cancelled_by: 'guest' });

  expect(await rowsOf('reservations', 'starts_at')).toEqual([
    {
      reservation_id: seated.id,
      brand_id,
      point_id,
      source: 'partner',
      status: 'opened',
      type: 'table',
      date,
      starts_at: '2026-03-02T15:00:00',
      ends_at: '2026-03-02T17:00:00',
      duration_minutes: 120,
      guests: 3,
      table_id: tables.four,
      table_name: '1',
      hall_name: 'Main',
      cheque_id: order_id,
      deposit_amount: 50_000,
      deposit_status: 'applied',
      cancelled_by: null,
      seated_at: '2026-03-02T14:56:00',
      created_at: '2026-03-02T14:36:00',
    },
    {
      reservation_id: off.id,
      brand_id,
      point_id,
      source: 'partner',
      status: 'cancelled',
      type: 'banquet',
      date: '2026-03-07',
      starts_at: '2026-03-07T18:30:00',
      ends_at: expect.any(String),
      duration_minutes: expect.any(Number),
      guests: 2,
      table_id: null,
      table_name: null,
      hall_name: null,
      cheque_id: null,
      deposit_amount: null,
      deposit_status: null,
      cancelled_by: 'guest',
      seated_at: null,
      created_at: '2026-03-02T14:56:00',
    },
  ]);
});

describe('what an analyst reads beside the facts', () => {
  test('what an analyst reads beside the facts is the staff as it stands, and the places of the brand', async () => {
    const { brand_id, point_id, cashier_id } = floor;
    expect(await rowsOf('employees', 'employee_id')).toEqual([
      expect.objectContaining({ employee_id: cashier_id, standing: 'active', point_id: null }),
      {
        employee_id: waiter_id,
        brand_id,
        point_id,
        login: 'botir',
        name: 'Botir Saidov',
        role: 'waiter',
        position_id: 2,
        position_name: 'Senior waiter',
        standing: 'blocked',
      },
    ]);
    expect(await rowsOf('points', 'point_id')).toEqual([
      {
        point_id,
        brand_id,
        name: 'Chorsu',
        short_name: 'Ch',
        address: 'Chorsu 1',
        latitude: 41.3267,
        longitude: 69.235,
        timezone: 'Asia/Tashkent',
        business_day_cutoff: '00:00',
      },
    ]);
  });

  test('what an analyst reads beside the facts is a calendar of ISO weeks, of thirty years', async () => {
    const days = await rowsOf('dates', 'date');
    expect([days[0].date, days.at(-1).date, days.length]).toEqual(['2020-01-01', '2049-12-31', 10_958]);
    // The first days of 2027 are a Friday and a weekend, and still in the last week of 2026.
    expect(days.find((day) => day.date === '2027-01-02')).toEqual({
      date: '2027-01-02',
      year: 2027,
      quarter: 1,
      month: 1,
      month_start: '2027-01-01',
      week: 53,
      week_start: '2026-12-28',
      day_of_week: 6,
      is_weekend: true,
    });
  });
});

test('an analyst reads what was known at a position, by an index, and which position goes with which time', async () => {
  const analyst = await connectAnalyst(app.databaseUrl);
  const total = async (from: string) => {
    const { rows } = await analyst.query(`select sum(total_amount)::int as total from ${from}`);
    return rows[0].total;
  };
  const { known_from } = (await analyst.query('select known_from from analytics_history.cheques')).rows[0];
  expect(await total(`analytics.cheques_as_of(${known_from})`)).toBe(86_000);
  expect(await total(`analytics.cheques_as_of(${known_from - 1})`)).toBeNull();
  expect(await total('analytics.cheques_as_of(analytics.position_at(now()))')).toBe(86_000);
  expect(await total(`analytics.cheques_as_of(analytics.position_at('2020-01-01'))`)).toBeNull();
  // A line that came back later had not come back then.
  const back = async (at: string | number) => {
    const { rows } = await analyst.query(
      `select sum(returned_quantity)::int as units from analytics.cheque_lines_as_of(${at})`,
    );
    return rows[0].units;
  };
  expect([await back(known_from), await back('analytics.position_at(now())')]).toEqual([0, 1]);
  await analyst.query('set enable_seqscan to off');
  const { rows } = await analyst.query(
    `explain select * from analytics.cheques_as_of(5) where brand_id = '${floor.brand_id}' and business_date = '${date}'`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join()).toMatch(/Index Cond: .*brand_id.*business_date/);
});

test('what an analyst reads of prices is what the products cost at each moment', async () => {
  const { till, point_id, products, partner } = floor;
  const product_id = products.tea;
  const morning = { days: [1, 2], from: '09:00', to: '11:00' };
  const set = (price: number | null, window?: object) =>
    command(till, 'SetPrices', { point_id, prices: [{ product_id, price, ...(window && { window }) }] });
  clock.move(MINUTE);
  await set(9_500);
  // Another name is another definition, and no other price.
  await command(till, 'ChangeProduct', { id: product_id, description: 'In a pot' });
  clock.move(MINUTE);
  await set(7_000, morning);
  await set(11_000);
  clock.move(MINUTE);
  await set(null);
  await set(null, morning);

  const rows = (await rowsOf('price_history', 'position, place')).filter((row) => row.product_id === product_id);
  const [base, ...others] = rows;
  expect(base).toMatchObject({ point_id: null, price_before: null, until_at: null, days: null });
  expect(others).toMatchObject([
    { point_id, price: 9_500, price_before: null, from_time: null },
    { point_id, price: 7_000, price_before: null, days: [1, 2], from_time: '09:00', to_time: '11:00' },
    { point_id, price: 11_000, price_before: 9_500, from_time: null },
  ]);
  expect(others[0].until_at).toBe(others[2].from_at);
  expect(others.filter(({ until_at }) => until_at === null)).toEqual([]);
  const priceThen = async (query: string): Promise<number> => {
    const { body } = await partner.get(`/v1/reports/products${query}`);
    const shown = body.items.find((row: { product_id: number }) => row.product_id === product_id);
    return shown.points[0].price;
  };
  for (const { position, price, from_time } of rows)
    if (from_time === null) expect(await priceThen(`?as_of=${position}`)).toBe(price);
  expect(await priceThen('')).toBe(base.price);
});

test('what an analyst reads of the stop-list is when a product was stopped, ran out and was there again', async () => {
  const { till, point_id, products, partner } = floor;
  const product_id = products.tea;
  const step = async <T>(act: () => Promise<T>): Promise<T> => {
    clock.move(MINUTE);
    return await act();
  };
  const setTo = (quantity: number, reason: string | null) =>
    step(() => command(till, 'SetStopList', { point_id, entries: [{ product_id, quantity, reason }] }));
  await setTo(2, 'Two pots');
  const order = () =>
    step(() => command(till, 'OpenCheque', { point_id, order_type_id: 2, items: [{ product_id, quantity: 2 }] }));
  const { order_id } = await order();
  await step(() => command(till, 'DeleteCheque', { order_id }));
  await setTo(0, 'No water');
  await step(() => command(till, 'ClearStopList', { point_id, product_ids: [product_id] }));
  await setTo(2, null);
  const kept = await order();
  await step(() => command(till, 'ClearStopList', { point_id, product_ids: [product_id] }));
  // It gives its units back to an entry that is gone.
  await step(() => command(till, 'DeleteCheque', { order_id: kept.order_id }));
  await setTo(0, 'Closing');
  onTestFinished(async () => {
    await command(till, 'ClearStopList', { point_id, product_ids: [product_id] });
  });

  const rows = (await rowsOf('stop_list_history', 'position')).filter((row) => row.product_id === product_id);
  expect(rows.map(({ cause, quantity, is_stopped, reason }) => [cause, quantity, is_stopped, reason])).toEqual([
    ['set', 2, false, 'Two pots'],
    ['sold', 0, true, null],
    ['returned', 2, false, null],
    ['set', 0, true, 'No water'],
    ['set', 2, false, null],
    ['sold', 0, true, null],
    ['set', 0, true, 'Closing'],
  ]);
  const minutes = rows.map(({ from_at, until_at }) =>
    until_at === null ? null : (Date.parse(until_at) - Date.parse(from_at)) / MINUTE,
  );
  expect(minutes).toEqual([1, 1, 1, 1, 1, 1, null]);
  const stopped = (await rowsOf('stop_list_history', 'position')).filter(
    (row) => row.is_stopped && row.until_at === null,
  );
  const { body } = await partner.get(`/v1/stop-list?point_id=${point_id}`);
  const listed: { product_id: number; quantity: number }[] = body.stop_list;
  expect(stopped.map((row) => row.product_id)).toEqual(
    listed.filter(({ quantity }) => quantity === 0).map((row) => row.product_id),
  );
});

test('what an analyst reads of discounts and returns is who gave them, when and why, as the order says', async () => {
  const { till, point_id, products, cash, cashier_id, brand_id } = floor;
  const { account_id } = await invite(app, brand_id, 'manager');
  const items = [{ product_id: products.tea, quantity: 3 }];
  const opened = await command(till, 'OpenCheque', { point_id, order_type_id: 2, items });
  const of = { order_id: opened.order_id };
  await command(till, 'AdjustCheque', { ...of, discount: 5_000, discount_reason: 'Waited long' });
  clock.move(MINUTE);
  await command(till, 'AdjustCheque', { ...of, discount_percent: 10 });
  const { amounts, ...order } = (await till.get(`/venue/v1/orders/${opened.order_id}`)).body;
  expect(amounts).toBeUndefined();
  await command(till, 'CloseCheque', {
    ...of,
    cashier_id,
    payments: [{ payment_type_id: cash, amount: order.total_amount }],
  });
  const rows = (await rowsOf('adjustments', 'adjustment_id')).filter((row) => row.cheque_id === opened.order_id);
  const seen = (await till.get(`/venue/v1/orders/${opened.order_id}`)).body.adjustments;
  expect(seen).toHaveLength(2);
  expect(rows).toMatchObject(
    seen.map((one: Record<string, string>) => ({
      adjusted_at: one.at!.replace(' ', 'T'),
      adjusted_by_id: null,
      discount: one.discount,
      discount_percent: one.discount_percent,
      reason: one.reason,
      service_amount: one.total_amount_service,
      delivery_amount: one.delivery_price,
    })),
  );
  expect((await rowsOf('people', 'person_id')).map((row) => row.person_id)).toContain(account_id);
});

test('what an analyst reads of the life of an order is when the API says that it came to each status, and how late it was', async () => {
  const { till, partner, point_id, cashier_id, cash } = floor;
  // Another test may have opened it.
  await till.post('/venue/v1/commands/OpenShift', { command_id: randomUUID(), point_id, cashier_id });
  const zone = { point_id, name: 'Centre', polygon: square(69.2, 41.3, 0.1), price: 10_000, minutes: 40 };
  const { id: zone_id } = await command(till, 'DefineZone', { ...zone, min_order_amount: 0 });
  const address = { street: 'Navoi 1', latitude: 41.3, longitude: 69.2 };
  const place = async (fields: object) => (await partner.post('/v1/orders', orderBody(floor, { ...fields }))).body;
  const delivery = await place({ order_type_id: 3, address });
  const steps = ['AcceptOrder', 'StartCooking', 'PackOrder', 'HandToCourier', 'DeliverOrder'] as const;
  for (const [step, type] of steps.entries()) {
    clock.move((5 + step) * MINUTE);
    await command(till, type, { order_id: delivery.order_id });
  }
  clock.move(MINUTE);
  const payments = [{ payment_type_id: cash, amount: delivery.total_amount }];
  await command(till, 'CloseCheque', { order_id: delivery.order_id, cashier_id, payments });
  const deleted = await place({});
  clock.move(MINUTE);
  await command(till, 'DeleteCheque', { order_id: deleted.order_id });

  const { status_times, promised_at } = (await partner.get(`/v1/orders/${delivery.order_id}`)).body;
  const rows = await rowsOf('order_times', 'order_id');
  const iso = (text: string) => text.replace(' ', 'T');
  expect(rows.find(({ order_id: id }) => id === delivery.order_id)).toEqual({
    order_id: delivery.order_id,
    brand_id: floor.brand_id,
    point_id,
    business_date: date,
    order_type_id: 3,
    status: 'CLOSED',
    placed_at: iso(status_times.CREATED),
    accepted_at: iso(status_times.UNCONFIRMED_ORDER),
    cooking_at: iso(status_times.COOKING),
    packed_at: iso(status_times.PACKED),
    taken_at: iso(status_times.TAKEN_BY_COURIER),
    delivered_at: iso(status_times.DELIVERED),
    closed_at: iso(status_times.CLOSED),
    deleted_at: null,
    promised_at: iso(promised_at),
    // 5, 6, 7, 8 and 9 minutes where 40 were promised.
    late_by: -5,
    zone_id,
    zone_name: 'Centre',
  });
  expect(rows.find(({ order_id: id }) => id === deleted.order_id)).toMatchObject({
    status: 'DELETED',
    closed_at: null,
    deleted_at: expect.any(String),
    late_by: null,
  });

  const analyst = await connectAnalyst(app.databaseUrl);
  const { rows: zones } = await analyst.query(await workedQuery('minutes_on_the_way'));
  // 5, 6 and 7 minutes, then 8 and 9.
  expect(zones.find(({ zone_name }) => zone_name === 'Centre')).toMatchObject({
    orders: '1',
    minutes_to_pack: '18.0',
    minutes_on_the_way: '17.0',
    late_percent: '0.0',
  });
  const { body } = await floor.partner.post('/v1/reports/olap', {
    kind: 'sales',
    date_from: date,
    date_to: date,
    group_by: ['cheque'],
    measures: ['delivery_minutes', 'late_share'],
    filters: { cheque: { in: [delivery.order_id] } },
  });
  expect(body.totals).toEqual({ delivery_minutes: 35, late_share: 0 });
});

test('what an analyst reads of opening times has nights and special days, and a stopped dish is missed only while it is open', async () => {
  const { till, point_id, products } = floor;
  // Monday 2 March to Thursday 5 March.
  const open = (day: number, from: string, to: string) => ({ day, is_open: true, open: from, close: to });
  const working_hours = [open(1, '10:00', '01:30'), open(2, '10:00', '24:00'), open(3, '10:00', '22:00')];
  await definePoint(till, { id: point_id, working_hours, reservation_rules: {} });
  await command(till, 'DefineClosedDay', { point_id, date: '2026-03-03', reason: 'Repairs' });
  await command(till, 'DefineSpecialHours', {
    point_id,
    date: '2026-03-04',
    open: '12:00',
    close: '13:00',
    reason: 'Feast',
  });
  const times = (row: Record<string, unknown>) => [row.opens_at, row.closes_at, row.closes_next_day];
  const week = (await rowsOf('working_hours', 'day_of_week')).filter((row) => row.point_id === point_id);
  expect(week.map(times)).toEqual([
    ['10:00:00', '01:30:00', true],
    ['10:00:00', '24:00:00', false],
    ['10:00:00', '22:00:00', false],
    ...Array(4).fill([null, null, false]),
  ]);
  expect((await rowsOf('special_days', 'date')).map((row) => [row.date, ...times(row)])).toEqual([
    ['2026-03-03', null, null, false],
    ['2026-03-04', '12:00:00', '13:00:00', false],
  ]);

  await command(till, 'SetStopList', { point_id, entries: [{ product_id: products.tea, quantity: 0, reason: null }] });
  clock.move(72 * 60 * MINUTE);
  await command(till, 'ClearStopList', { point_id, product_ids: [products.tea] });
  const analyst = await connectAnalyst(app.databaseUrl);
  const { from_at } = (await rowsOf('stop_list_history', 'position desc'))[0];
  const untilNight = (Date.parse('2026-03-03T01:30:00Z') - Date.parse(`${from_at}Z`)) / (60 * MINUTE);
  const { rows } = await analyst.query(
    (await workedQuery('hours_while_open')).replace(
      'where s.is_stopped',
      `where s.from_at = '${from_at}' and s.is_stopped`,
    ),
  );
  expect(rows).toMatchObject([
    { dish: 'Tea', cause: 'set', times: '1', hours_while_open: (untilNight + 1).toFixed(1) },
  ]);
});
