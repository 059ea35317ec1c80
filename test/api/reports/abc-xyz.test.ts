import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbcXyzProduct } from '../../../src/projections/reports/abc-xyz/report.ts';
import { command, type TestApp } from '../../support/app.ts';
import { createClock, DAY } from '../../support/clock.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, definePoint, type TestVenue } from '../../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let dishes: { plov: number; lagman: number; salad: number; tea: number };
let folders: { kitchen: number; soups: number; bar: number };
/** The log after each week. */
const weekEnds: number[] = [];

/** Monday 2 March 2026, ten in the morning in Tashkent. */
const clock = createClock('2026-03-02T05:00:00.000Z');
const MARCH = 'date_from=2026-03-01&date_to=2026-03-31';

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by the expectations
const report = async (query: string): Promise<any> => {
  const answer = await venue.partner.get(`/v1/reports/abc-xyz?${query}`);
  expect(answer.body).toMatchObject({ as_of: { position: expect.any(Number) } });
  return answer.body;
};
const refusal = async (query: string) => {
  const { status, body } = await venue.partner.get(`/v1/reports/abc-xyz?${query}`);
  return [status, body.code];
};

const sell = async (items: readonly { product_id: number; quantity: number }[], point_id = venue.point_id) => {
  const { till, cashier_id, cash } = venue;
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 2, items });
  const { total_amount } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
  const payments = [{ payment_type_id: cash, amount: total_amount }];
  await command(till, 'CloseCheque', { order_id, cashier_id, payments });
  return order_id as number;
};

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  const { till, point_id, cashier_id, category_id } = venue;
  const define = async (type: string, fields: object) => (await command(till, type, { ...fields })).id as number;
  const kitchen = await define('DefineMenuFolder', { name: 'Kitchen', parent_id: null });
  const soups = await define('DefineMenuFolder', { name: 'Soups', parent_id: kitchen });
  const bar = await define('DefineMenuFolder', { name: 'Bar', parent_id: null });
  folders = { kitchen, soups, bar };
  const dish = (name: string, base_price: number, menu_folder_id: number, fields: object = {}) =>
    define('DefineProduct', { type: 'product', name, base_price, menu_folder_id, category_id, ...fields });
  dishes = {
    plov: await dish('Plov', 30_000, kitchen, { unit: 'portion' }),
    lagman: await dish('Lagman', 18_000, soups),
    salad: await dish('Salad', 9_000, kitchen),
    tea: await dish('Tea', 6_000, bar, { category_id: null }),
  };
  const { plov, lagman, salad, tea } = dishes;
  await command(till, 'SetCosts', {
    point_id,
    costs: [
      { product_id: plov, cost: 29_000 },
      { product_id: lagman, cost: 8_000 },
    ],
  });
  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
  const weeks = [
    { plov: 10, lagman: 8, salad: 9, tea: 0 },
    { plov: 10, lagman: 12, salad: 11, tea: 20 },
    { plov: 10, lagman: 10, salad: 9, tea: 0 },
    { plov: 10, lagman: 10, salad: 11, tea: 0 },
  ];
  for (const week of weeks) {
    const items = [
      { product_id: plov, quantity: week.plov },
      { product_id: lagman, quantity: week.lagman },
      { product_id: salad, quantity: week.salad },
      { product_id: tea, quantity: week.tea },
    ];
    await sell(items.filter(({ quantity }) => quantity > 0));
    weekEnds.push(await app.tillstream.store.head());
    clock.move(7 * DAY);
  }
  await command(till, 'CloseShift', { shift_id });
}, 60_000);
afterAll(() => app.stop());

// biome-ignore lint/suspicious/noExplicitAny: rows as they came
const cells = (products: any[]) =>
  products.map((row) => [
    ...[row.product_name, row.net_amount, row.share_percent, row.cumulative_percent],
    ...[row.std_quantity, row.cv_percent, row.class],
  ]);

describe('ABC-XYZ', () => {
  test('ABC-XYZ puts four dishes of four weeks into their classes', async () => {
    const body = await report(MARCH);
    expect(cells(body.products)).toEqual([
      ['Plov', 1_200_000, 50, 50, 0, 0, 'AX'],
      ['Lagman', 720_000, 30, 80, 1.41, 14.14, 'AY'],
      ['Salad', 360_000, 15, 95, 1, 10, 'BX'],
      ['Tea', 120_000, 5, 100, 8.66, 173.21, 'CZ'],
    ]);
    expect(body).toMatchObject({
      date_from: '2026-03-02',
      date_to: '2026-03-29',
      active_from: '2026-03-02',
      bucket: 'week',
      buckets_count: 4,
      abc_by: 'net_amount',
      products_count: 4,
      thresholds: { abc: [80, 95], x_max: 10, y_max: 25 },
      matrix: { AX: 1, AY: 1, AZ: 0, BX: 1, BY: 0, BZ: 0, CX: 0, CY: 0, CZ: 1 },
      data_freshness: [{ point_id: venue.point_id, point_name: 'Chorsu', last_sync_at: '2026-03-30 10:00:00' }],
    });
    expect(body.products[0]).toEqual({
      product_id: dishes.plov,
      product_name: 'Plov',
      unit_name: 'portion',
      quantity: 40,
      net_amount: 1_200_000,
      gross_profit: 40_000,
      share_percent: 50,
      cumulative_percent: 50,
      abc: 'A',
      buckets_with_sales: 4,
      avg_quantity: 10,
      std_quantity: 0,
      cv_percent: 0,
      xyz: 'X',
      class: 'AX',
    });
    expect(body.products[3]).toMatchObject({ gross_profit: null, buckets_with_sales: 1, avg_quantity: 5 });
  });

  test('ABC-XYZ goes by profit or by units, and by other bounds of variation', async () => {
    const byProfit = await report(`${MARCH}&abc_by=gross_profit`);
    expect(byProfit.products).toMatchObject([
      { product_name: 'Lagman', gross_profit: 400_000, share_percent: 90.91, abc: 'A' },
      { product_name: 'Plov', gross_profit: 40_000, share_percent: 9.09, cumulative_percent: 100, abc: 'C' },
      { product_name: 'Salad', gross_profit: null, share_percent: 0, abc: 'C' },
      { product_name: 'Tea', gross_profit: null, share_percent: 0, abc: 'C' },
    ]);
    const byUnits = await report(`${MARCH}&abc_by=quantity&x_max=9.99&y_max=173.21`);
    expect(byUnits.products).toMatchObject([
      { product_name: 'Plov', share_percent: 28.57, xyz: 'X' },
      { product_name: 'Lagman', share_percent: 28.57, xyz: 'Y' },
      { product_name: 'Salad', share_percent: 28.57, xyz: 'Y' },
      { product_name: 'Tea', share_percent: 14.29, xyz: 'Y' },
    ]);
  });

  test('ABC-XYZ counts days, and tells the units of each', async () => {
    const { products, ...body } = await report('date_from=2026-03-09&date_to=2026-03-22&bucket=day&with_series=true');
    expect(body).toMatchObject({ date_from: '2026-03-09', active_from: null, buckets_count: 14 });
    expect(products.find((it: { product_id: number }) => it.product_id === dishes.lagman).series).toEqual([
      ...[12, 0, 0, 0, 0, 0, 0],
      ...[10, 0, 0, 0, 0, 0, 0],
    ]);
    const weekly = await report(`${MARCH}&with_series=true`);
    expect(weekly.products.map((it: { series: number[] }) => it.series)).toEqual([
      [10, 10, 10, 10],
      [8, 12, 10, 10],
      [9, 11, 9, 11],
      [0, 20, 0, 0],
    ]);
  });

  test('ABC-XYZ chooses products by menu folder, with the folders inside, and by category', async () => {
    const names = async (query: string) =>
      (await report(`${MARCH}&${query}`)).products.map((it: { product_name: string }) => it.product_name);
    expect(await names(`menu_ids=${folders.kitchen}`)).toEqual(['Plov', 'Lagman', 'Salad']);
    expect(await names(`menu_ids=${folders.soups},${folders.bar}`)).toEqual(['Lagman', 'Tea']);
    expect(await names(`category_ids=${venue.category_id}`)).toEqual(['Plov', 'Lagman', 'Salad']);
    expect(await names(`category_ids=${venue.category_id}&menu_ids=${folders.bar}`)).toEqual([]);
    expect(await refusal(`${MARCH}&menu_ids=999999999`)).toEqual([404, 'menu_folder_not_found']);
    expect(await refusal(`${MARCH}&category_ids=999999999`)).toEqual([404, 'category_not_found']);
  });

  test('ABC-XYZ is the same for its points, and for others there is nothing to analyse yet', async () => {
    expect((await report(`${MARCH}&point_id=${venue.point_id}`)).products_count).toBe(4);
    const { id } = await definePoint(venue.till, { name: 'New' });
    expect(await report(`${MARCH}&point_id=${id}`)).toMatchObject({
      products: [],
      products_count: 0,
      active_from: null,
      buckets_count: 4,
      data_freshness: [{ point_id: id, point_name: 'New', last_sync_at: null }],
    });
  });

  test('ABC-XYZ needs enough whole weeks or days since the first cheque', async () => {
    const TOO_SHORT = [400, 'report_period_too_short'];
    expect(await refusal('date_from=2026-03-03&date_to=2026-03-31')).toEqual(TOO_SHORT);
    expect(await refusal('date_from=2026-02-01&date_to=2026-03-28')).toEqual(TOO_SHORT);
    expect(await refusal('date_from=2026-02-20&date_to=2026-03-14&bucket=day')).toEqual(TOO_SHORT);
    expect(await refusal('date_from=2026-03-02&date_to=2026-03-14&bucket=day')).toEqual(TOO_SHORT);
    expect((await report('date_from=2026-02-20&date_to=2026-03-15&bucket=day')).active_from).toBe('2026-03-02');
  });

  test('ABC-XYZ refuses what makes no sense, and names the field', async () => {
    const wrong: readonly [query: string, field: string, code: string][] = [
      ['date_from=2026-01-01&date_to=2026-04-03', 'date_to', 'period_too_long'],
      ['date_from=2026-04-01&date_to=2026-03-01', 'date_to', 'period_reversed'],
      ['date_to=2026-03-31', 'date_from', 'field_required'],
      [`${MARCH}&bucket=month`, 'bucket', 'field_not_allowed'],
      [`${MARCH}&abc_by=revenue`, 'abc_by', 'field_not_allowed'],
      [`${MARCH}&x_max=0`, 'x_max', 'field_too_small'],
      [`${MARCH}&x_max=-1`, 'x_max', 'field_too_small'],
      [`${MARCH}&x_max=1e3`, 'x_max', 'field_not_number'],
      [`${MARCH}&x_max=25`, 'y_max', 'field_not_above'],
      [`${MARCH}&x_max=30&y_max=20`, 'y_max', 'field_not_above'],
      [`${MARCH}&menu_ids=a`, 'menu_ids', 'field_not_integer'],
      [`${MARCH}&category_ids=1,,2`, 'category_ids', 'field_not_integer'],
      [`${MARCH}&with_series=perhaps`, 'with_series', 'field_not_boolean'],
      [`${MARCH}&as_of=2999-01-01T00:00:00Z`, 'as_of', 'as_of_in_future'],
    ];
    for (const [query, field, code] of wrong) {
      const { status, body } = await venue.partner.get(`/v1/reports/abc-xyz?${query}`);
      expect([status, body.code], query).toEqual([400, code]);
      expect(body.message, query).toContain(field);
    }
    const stranger = await createVenue(app);
    expect(await refusal(`${MARCH}&point_id=${stranger.point_id}`)).toEqual([404, 'point_not_found']);
    expect(await refusal(`${MARCH}&menu_ids=${stranger.category_id}`)).toEqual([404, 'menu_folder_not_found']);
  });

  test('ABC-XYZ gives its products as a table and as lines', async () => {
    const text = async (accept: string, query = MARCH) => {
      const { partner } = venue;
      const answer = await partner.get(`/v1/reports/abc-xyz?${query}`, { accept });
      expect(answer.headers.get('x-rows-count')).toBe('4');
      expect(Number(answer.headers.get('x-as-of-position'))).toBeGreaterThan(0);
      return answer.body as string;
    };
    const [header, first] = (await text('text/csv')).split('\r\n');
    expect(header).toBe(
      'product_id,product_name,unit_name,quantity,net_amount,gross_profit,share_percent,cumulative_percent,abc,' +
        'buckets_with_sales,avg_quantity,std_quantity,cv_percent,xyz,class',
    );
    expect(first).toBe(`${dishes.plov},Plov,portion,40,1200000,40000,50,50,A,4,10,0,0,X,AX`);
    expect((await text('text/csv', `${MARCH}&with_series=true`)).split('\r\n')[1]).toContain('AX,"[10,10,10,10]"');
    const lines = (await text('application/x-ndjson')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).class)).toEqual(['AX', 'AY', 'BX', 'CZ']);
  });

  test('ABC-XYZ says the same again as of its own moment, whatever happens afterwards', async () => {
    const { till, partner, cashier_id, point_id } = venue;
    const now = await partner.get(`/v1/reports/abc-xyz?${MARCH}&with_series=true`);
    const again = (as_of: string | number) =>
      partner.get(`/v1/reports/abc-xyz?${MARCH}&with_series=true&as_of=${encodeURIComponent(as_of)}`);
    const { position, recorded_at } = now.body.as_of;
    expect((await again(position)).body).toEqual(now.body);

    await command(till, 'DefineProduct', { id: dishes.plov, type: 'product', name: 'Osh', base_price: 1 });
    await definePoint(till, { id: point_id, name: 'Eski Shahar' });
    await command(till, 'OpenShift', { point_id, cashier_id });
    clock.move(-2 * DAY);
    const order_id = await sell([{ product_id: dishes.tea, quantity: 500 }]);
    const { items } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
    const lines = [{ line_id: items[0].line_id, quantity: 500 }];
    await command(till, 'ReturnGoods', { order_id, lines, payment_type_id: venue.cash });
    const later = await report(MARCH);
    expect(later.products[0]).toMatchObject({ product_name: 'Tea', quantity: 520, abc: 'A' });
    expect(later.products.find((it: { product_id: number }) => it.product_id === dishes.plov)).toMatchObject({
      product_name: 'Osh',
      unit_name: null,
    });
    expect(later.data_freshness.map((it: { point_name: string }) => it.point_name)).toContain('Eski Shahar');

    expect((await again(position)).body).toEqual(now.body);
    expect((await again(recorded_at)).body).toEqual(now.body);
  });

  test('ABC-XYZ counts what OLAP counts by product', async () => {
    const { date_from, date_to, products } = await report(MARCH);
    const measures = ['net_amount', 'quantity', 'gross_profit'];
    const body = { kind: 'sales', date_from, date_to, group_by: ['product'], measures };
    const { rows } = (await venue.partner.post('/v1/reports/olap', body)).body;
    const counted = products.map(({ product_id, product_name, net_amount, quantity, gross_profit }: AbcXyzProduct) => ({
      // Where no line has a cost, the sum over such lines is 0 there, and not known here.
      product_id,
      product_name,
      net_amount,
      quantity,
      gross_profit: gross_profit ?? 0,
    }));
    expect(counted).toHaveLength(4);
    const byId = (list: { product_id: number }[]) => list.toSorted((one, other) => one.product_id - other.product_id);
    expect(byId(rows)).toEqual(byId(counted));
  });

  test('ABC-XYZ as of a moment before everything knows nothing', async () => {
    expect(await report(`${MARCH}&as_of=0`)).toMatchObject({ products: [], data_freshness: [], active_from: null });
  });

  test('ABC-XYZ as of an earlier moment knows only what was sold by then', async () => {
    const early = await report(`${MARCH}&as_of=${weekEnds[1]}`);
    expect(early.products).toMatchObject([
      { product_name: 'Plov', quantity: 20, buckets_with_sales: 2 },
      { product_name: 'Lagman', quantity: 20 },
      { product_name: 'Salad', quantity: 20 },
      { product_name: 'Tea', quantity: 20 },
    ]);
    expect(early.data_freshness).toEqual([
      { point_id: venue.point_id, point_name: 'Chorsu', last_sync_at: '2026-03-09 10:00:00' },
    ]);
  });
});
