// A database of its own: it rebuilds read models, and its answers name positions of the log.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/api/http/messages/languages.ts';
import { OLAP_TEXTS } from '../../../src/api/http/messages/olap/texts.ts';
import { allProjections } from '../../../src/projections/all-projections.ts';
import { rebuild } from '../../../src/projections/rebuild/rebuild.ts';
import { COLUMNS, KIND_NAMES } from '../../../src/projections/reports/olap/kinds.ts';
import { command, startTestApp, type TestApp } from '../../support/app.ts';
import { createClock, MINUTE } from '../../support/clock.ts';
import type { HttpClient } from '../../support/http-client.ts';
import { createDatasetT, type DatasetT, ofMarch2, olap } from '../../support/reports/dataset-t.ts';

let app: TestApp;
let data: DatasetT;
let partner: HttpClient;
const clock = createClock();

beforeAll(async () => {
  app = await startTestApp({ clock: clock.read });
  data = await createDatasetT(app, { language: 'ru' });
  partner = data.venue.partner;
});
afterAll(() => app.stop());

const report = (fields: Record<string, unknown> = {}) => olap(partner, ofMarch2(fields));

test('rows come as CSV and NDJSON, with their count and their as_of in headers', async () => {
  const { till, category_id } = data.venue;
  await command(till, 'DefineProduct', {
    id: data.salad,
    type: 'product',
    name: '=1+1, "x"',
    category_id,
    base_price: 1,
  });
  const body = ofMarch2({ group_by: ['product', 'order_type'], measures: ['net_amount'] });
  const { rows, as_of, columns } = await report(body);
  const csv = await partner.post('/v1/reports/olap', body, { accept: 'text/csv' });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.body).toBe(
    [
      columns.map(({ name }: { name: string }) => name).join(','),
      `${data.plov},Big plov,2,С собой,193750`,
      `${data.tea},Green tea,2,С собой,136250`,
      `${data.salad},"'=1+1, ""x""",2,С собой,50000`,
      '',
    ].join('\r\n'),
  );
  const ndjson = await partner.post('/v1/reports/olap', { ...body, limit: 2 }, { accept: 'application/x-ndjson' });
  const lines = ndjson.body.trimEnd().split('\n');
  expect(lines.map((line: string) => JSON.parse(line))).toEqual(rows.slice(0, 2));
  for (const { headers } of [csv, ndjson]) {
    expect(headers.get('x-as-of-position')).toBe(String(as_of.position));
    expect(headers.get('vary')).toContain('Accept');
  }
  expect([csv.headers.get('x-rows-count'), ndjson.headers.get('x-rows-count')]).toEqual(['3', '2']);
});

test('a limit is the first rows, and leaves totals and subtotals as they are', async () => {
  const asked = { group_by: ['point', 'product'], measures: ['net_amount'], subtotals: true };
  const all = await report(asked);
  const one = await report({ ...asked, limit: 1, filters: { net_amount: { to: 150_000 } } });
  expect(one.rows).toEqual([all.rows[1]]);
  expect([all.has_more, one.has_more, one.rows_count]).toEqual([false, true, 1]);
  expect(one.totals).toEqual(all.totals);
  const key = { point_id: data.venue.point_id, point_name: 'Chorsu' };
  expect(one.subtotals).toEqual([{ key, values: { net_amount: 380_000 } }]);
  expect(one.subtotals).toEqual(all.subtotals);
  const byProduct = await report({ ...asked, subtotals: false, subtotals_by: [['product'], ['product', 'point'], []] });
  const { rows } = await report({ ...asked, group_by: ['product'], order_by: ['product'] });
  const found = byProduct.subtotals.map(({ key, values }: { key: object; values: object }) => ({ ...key, ...values }));
  expect(found).toEqual(rows);
  const refused = ofMarch2({ ...asked, group_by: ['point'], subtotals_by: [['point'], ['product']] });
  const { status, body: answer } = await partner.post('/v1/reports/olap', refused);
  expect({ status, code: answer.code, field: answer.field }).toEqual({
    status: 400,
    code: 'field_not_allowed',
    field: 'subtotals_by[1][0]',
  });
});

test('rows are in the order asked for', async () => {
  const idsOf = async (...order_by: string[]) =>
    (await report({ group_by: ['product'], order_by })).rows.map(
      ({ product_id }: { product_id: number }) => product_id,
    );
  const { plov, tea, salad } = data;
  expect(await idsOf('net_amount')).toEqual([salad, tea, plov]);
  expect(await idsOf('-product')).toEqual([plov, tea, salad].toSorted((a, b) => b - a));
});

test('filters choose facts, null among their values', async () => {
  const revenue = async (filters: object) => (await report({ measures: ['revenue'], filters })).totals.revenue;
  expect(await revenue({ organization: { in: [data.organization_id] } })).toBe(80_000);
  expect(await revenue({ organization: { not_in: [null] } })).toBe(80_000);
  expect(await revenue({ organization: { in: [null] }, client: { not_in: [null] } })).toBe(310_000);
  expect(await revenue({ order_type: { in: [1] } })).toBe(0);
  expect(await revenue({ hour: { from: 14, to: 14 } })).toBe(390_000);
  expect(await revenue({ hour: { from: 15 } })).toBe(0);
});

test('payments are told by type and category', async () => {
  const asked = {
    kind: 'payments',
    group_by: ['payment_category'],
    measures: ['amount', 'payments_count', 'cheques_count'],
  };
  const { rows, totals } = await report(asked);
  const row = (id: number, name: string, amount: number, count: number) => ({
    payment_category_id: id,
    payment_category_name: name,
    amount,
    payments_count: count,
    cheques_count: count,
  });
  expect(rows).toEqual([
    row(1, 'Наличные', 200_000, 2),
    row(6, 'Долг', 80_000, 1),
    row(2, 'Карта', 50_000, 1),
    row(5, 'Онлайн', 40_000, 1),
    row(4, 'Бонусы', 20_000, 1),
  ]);
  expect(totals).toEqual({ amount: 390_000, payments_count: 6, cheques_count: 4 });
});

test('a cheque, a shift and a source are named, a client is a number alone', async () => {
  const { rows } = await report({ group_by: ['cheque', 'shift', 'source', 'client'], order_by: ['cheque'] });
  expect(rows[0]).toEqual({
    cheque_id: data.c1,
    cheque_name: '1',
    shift_id: expect.any(Number),
    shift_name: '1',
    source_id: 0,
    source_name: 'Свои заказы',
    client_id: expect.any(Number),
    net_amount: 100_000,
  });
});

test('returns, deletions and labor are told too', async () => {
  const { till, point_id, cash, cashier_id } = data.venue;
  const { items } = (await till.get(`/venue/v1/orders/${data.c2}`)).body;
  const tea = items.find((item: { product_id: number }) => item.product_id === data.tea);
  await command(till, 'ReturnGoods', {
    order_id: data.c2,
    lines: [{ line_id: tea.line_id, quantity: 2 }],
    payment_type_id: cash,
  });
  const returned = await report({
    kind: 'returns',
    group_by: ['product'],
    measures: ['quantity', 'goods_amount', 'returns_count'],
  });
  expect(returned.rows).toEqual([
    { product_id: data.tea, product_name: 'Green tea', quantity: 2, goods_amount: 37_500, returns_count: 1 },
  ]);
  const sold = await report({
    group_by: ['product'],
    measures: ['returned_quantity', 'returned_amount', 'net_amount'],
    limit: 1,
  });
  expect(sold.rows[0]).toMatchObject({ returned_quantity: 2, returned_amount: 37_500, net_amount: 136_250 });

  const open = async () =>
    (await command(till, 'OpenCheque', { point_id, order_type_id: 2, items: [{ product_id: data.tea, quantity: 2 }] }))
      .order_id;
  const [whole, part] = [await open(), await open()];
  const line = (await till.get(`/venue/v1/orders/${part}`)).body.items[0];
  await command(till, 'RemoveItem', { order_id: part, line_id: line.line_id, quantity: 1, reason: 'spilt' });
  await command(till, 'DeleteCheque', { order_id: whole });
  const deletions = ['deleted_cheques_count', 'deleted_cheques_amount', 'deleted_items_count', 'deleted_items_amount'];
  const deleted = await report({ kind: 'deletions', measures: deletions, group_by: ['date'] });
  expect(deleted.rows).toEqual([
    {
      date: '2026-03-02',
      deleted_cheques_count: 1,
      deleted_cheques_amount: 40_000,
      deleted_items_count: 1,
      deleted_items_amount: 20_000,
    },
  ]);

  await command(till, 'AddShift', {
    employee_id: cashier_id,
    point_id,
    check_in: '2026-03-02T05:00:00Z',
    check_out: '2026-03-02T08:30:00Z',
  });
  const labor = {
    kind: 'labor',
    measures: ['hours', 'worked_days', 'employees_count'],
    group_by: ['employee', 'role'],
  };
  expect((await report(labor)).rows).toEqual([
    { employee_id: cashier_id, employee_name: 'Aziz', role: 'cashier', hours: 3.5, worked_days: 1, employees_count: 1 },
  ]);
  const perHour = await report({ kind: 'labor', measures: ['revenue_per_hour'], group_by: ['point', 'date'] });
  // 390 000 / 3.5
  expect(perHour.rows[0].revenue_per_hour).toBe(111_429);
});

test('an answer with as_of is the same to the byte after whatever comes, and after a rebuild', async () => {
  const at = (await report()).as_of.position;
  const asked = ofMarch2({
    group_by: ['date', 'product', 'menu_folder'],
    subtotals: true,
    as_of: at,
    measures: ['net_amount', 'cheques_count', 'returned_amount', 'margin_percent'],
  });
  const textOf = () => partner.post('/v1/reports/olap', asked, { accept: 'text/csv' });
  const first = JSON.stringify(await olap(partner, asked)) + (await textOf()).body;
  const { till, cash, category_id } = data.venue;
  clock.move(60 * MINUTE);
  await command(till, 'ReopenCheque', { order_id: data.c1, reason: 'mistake' });
  await data.close(data.c1, [{ payment_type_id: cash, amount: 100_000 }]);
  await command(till, 'DefineProduct', {
    id: data.plov,
    type: 'product',
    name: 'Wedding plov',
    category_id,
    base_price: 1,
  });
  expect((await report({ group_by: ['product'] })).rows[0].product_name).toBe('Wedding plov');
  expect(JSON.stringify(await olap(partner, asked)) + (await textOf()).body).toBe(first);
  const { store } = app.tillstream;
  const rebuilt = await rebuild({ store, url: app.databaseUrl, projections: allProjections }, ['cheques', 'names']);
  expect(rebuilt.map(({ failure }) => failure)).toEqual([null, null]);
  expect(JSON.stringify(await olap(partner, asked)) + (await textOf()).body).toBe(first);
});

test.each(LANGUAGES)('columns have titles and descriptions in %s', (language) => {
  const { columns, kinds } = OLAP_TEXTS[language];
  expect(Object.keys(columns).toSorted()).toEqual(COLUMNS.map(({ name }) => name).toSorted());
  expect(Object.keys(kinds)).toEqual(KIND_NAMES);
  const script = language === 'ru' || language === 'uz_cyrl' ? /\p{Script=Cyrillic}/u : /^\P{Script=Cyrillic}+$/u;
  const texts = Object.values(columns);
  for (const [title, description] of texts) expect(title + description).toMatch(script);
  expect(new Set(texts.map(([, description]) => description)).size).toBe(texts.length);
});

test('the columns of each kind are listed with what they can do, in the language of the brand', async () => {
  const { body } = await partner.get('/v1/reports/olap/columns');
  expect(body.kinds[0]).toEqual({ name: 'sales', title: 'Продажи' });
  expect(body.columns).toHaveLength(COLUMNS.length);
  const of = (name: string) => body.columns.find((one: { name: string }) => one.name === name);
  expect(of('product')).toEqual({
    name: 'product',
    title: 'Товар',
    description: 'Товар позиции',
    type: 'id',
    level: 'line',
    additive: false,
    can_group: true,
    can_measure: false,
    can_filter: true,
    kinds: ['sales', 'returns', 'deletions'],
  });
  expect(of('revenue')).toMatchObject({
    can_measure: true,
    can_group: false,
    level: 'cheque',
    additive: true,
    kinds: ['sales'],
  });
  expect(of('clients_count')).toMatchObject({ level: 'line', additive: false });
  expect(of('guests_count')).toMatchObject({ additive: false });
  const labor = (await partner.get('/v1/reports/olap/columns?kind=labor')).body;
  expect(labor.kinds).toHaveLength(1);
  expect(labor.columns.every(({ kinds }: { kinds: string[] }) => kinds.includes('labor'))).toBe(true);
  expect((await partner.get('/v1/reports/olap/columns?kind=x')).status).toBe(400);
});
