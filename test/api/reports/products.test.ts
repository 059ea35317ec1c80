import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toLocalDayAndTime } from '../../../src/domain/local-time.ts';
import { type ReportStore, rowSource } from '../../../src/projections/reports/products/row-source.ts';
import { rowsNow } from '../../../src/projections/reports/products/rows-now.ts';
import { rowsThen } from '../../../src/projections/reports/products/rows-then.ts';
import { command, type TestApp } from '../../support/app.ts';
import { createClock, DAY } from '../../support/clock.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other_point: string;
let kitchen: number;
let soups: number;
let bar: number;
let soup: number;
let juice: number;

/** Monday 2 March 2026, 14:00 in Tashkent. */
const clock = createClock();
const WEEK = [1, 2, 3, 4, 5, 6, 7];

// biome-ignore lint/suspicious/noExplicitAny: rows as they came
type Row = any;
const ask = async (query = ''): Promise<Row> => {
  const { status, body } = await venue.partner.get(`/v1/reports/products?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.count).toBe(body.items.length);
  return body;
};
const names = async (query = ''): Promise<string[]> => (await ask(query)).items.map(({ name }: Row) => name);
const itemOf = async (id: number, query = ''): Promise<Row> =>
  (await ask(query)).items.find(({ product_id }: Row) => product_id === id);
const here = async (id: number, query = `point_id=${venue.point_id}`): Promise<Row> =>
  (await itemOf(id, query)).points[0];
const define = async (type: string, fields: object): Promise<number> =>
  (await command(venue.till, type, { ...fields })).id;
const redefine = (id: number, fields: object) =>
  command(venue.till, 'DefineProduct', { id, type: 'product', name: 'Tea', base_price: 8_000, ...fields });

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  venue = await createVenue(app);
  other_point = (await definePoint(venue.till, { name: 'Airport' })).id;
  kitchen = await define('DefineMenuFolder', { name: 'Kitchen', parent_id: null, order_number: 2 });
  soups = await define('DefineMenuFolder', { name: 'Soups', parent_id: kitchen, order_number: 1 });
  bar = await define('DefineMenuFolder', { name: 'Bar', parent_id: null, order_number: 1 });
  soup = await define('DefineProduct', {
    type: 'product',
    name: 'ШУРПА 100%',
    base_price: 20_000,
    menu_folder_id: soups,
    order_number: 1,
    category_id: venue.category_id,
    unit: 'g',
    barcode: '4780001',
    plu: 'S_1',
    fiscal_code: '01',
    image: null,
  });
  const item = { type: 'item', base_price: 9_000, menu_folder_id: bar, order_number: 1 };
  juice = await define('DefineProduct', { ...item, name: 'Juice', barcode: '4780002', plu: 'J%2' });
});
afterAll(() => app.stop());

describe('the products of the catalogue', () => {
  test('the products of the catalogue each say what they are, where they stand and what they cost at each point', async () => {
    const item = await itemOf(soup);
    expect(item).toEqual({
      product_id: soup,
      name: 'ШУРПА 100%',
      type: 'product',
      type_name: 'Dish',
      is_active: true,
      menu_id: soups,
      menu_name: 'Soups',
      menu_path: 'Kitchen / Soups',
      category_id: venue.category_id,
      category_name: 'Food',
      unit: 'g',
      is_divisible: false,
      barcode: '4780001',
      plu: 'S_1',
      fiscal_code: '01',
      size_parent_id: null,
      image: null,
      base_price: 20_000,
      updated_at: '2026-03-02 14:00:00',
      points: [
        { point_id: other_point, point_name: 'Airport', ...SOLD_AT(20_000) },
        { point_id: venue.point_id, point_name: 'Chorsu', ...SOLD_AT(20_000) },
      ],
    });
    expect((await itemOf(venue.products.tea)).menu_path).toBeNull();
  });

  test('the products of the catalogue come by the path of their folder, then by their number and id', async () => {
    const late = await define('DefineProduct', {
      type: 'product',
      name: 'Late',
      base_price: 1,
      menu_folder_id: kitchen,
      order_number: 9,
    });
    const soon = await define('DefineProduct', {
      type: 'product',
      name: 'Soon',
      base_price: 1,
      menu_folder_id: kitchen,
      order_number: 1,
    });
    const order = (await ask()).items.map(({ product_id }: Row) => product_id);
    expect(order.slice(-4)).toEqual([juice, soon, late, soup]);
    for (const [id, name] of [
      [late, 'Late'],
      [soon, 'Soon'],
    ] as const) {
      await redefine(id, { name, base_price: 1, menu_folder_id: kitchen, is_active: false });
    }
  });

  test('the products of the catalogue are chosen by status, type, folder and a part of their name, barcode or PLU', async () => {
    expect(await names('status=inactive')).toEqual(['Late', 'Soon']);
    expect(await names('status=all')).toContain('Soon');
    expect(await names()).not.toContain('Soon');
    expect(await names('types=item')).toEqual(['Juice']);
    expect((await names('types=item,modifier')).toSorted()).toEqual(['Egg', 'Garlic', 'Juice', 'Large', 'Small']);
    expect(await names(`menu_ids=${kitchen}`)).toEqual(['ШУРПА 100%']);
    expect(await names(`menu_ids=${bar},${soups}`)).toEqual(['Juice', 'ШУРПА 100%']);
    const search = (text: string) => names(`search=${encodeURIComponent(text)}`);
    expect(await search('шурп')).toEqual(['ШУРПА 100%']);
    expect(await search('JUI')).toEqual(['Juice']);
    expect(await search('juİce')).toEqual(['Juice']);
    expect(await search('ｊｕıce')).toEqual(['Juice']);
    expect(await search('478000')).toEqual(['Juice', 'ШУРПА 100%']);
    expect(await search('s_1')).toEqual(['ШУРПА 100%']);
    expect(await search('j%')).toEqual(['Juice']);
    expect(await search('0%')).toEqual(['ШУРПА 100%']);
    expect(await search('%0')).toEqual([]);
    expect(await search('_')).toEqual(['ШУРПА 100%']);
    expect(await search('.*')).toEqual([]);
  });

  test('the products of the catalogue have the price that the till takes, their cost, and what is left of them', async () => {
    const { till, point_id, products } = venue;
    const { tea } = products;
    await command(till, 'SetCosts', { point_id, costs: [{ product_id: tea, cost: 2_510 }] });
    expect(await here(tea)).toMatchObject({ price: 8_000, cost_price: 2_510, cost_percent: 31.4 });
    const lunch = { days: WEEK, from: '13:00', to: '15:00' };
    await command(till, 'SetPrices', {
      point_id,
      prices: [
        { product_id: tea, price: 10_000 },
        { product_id: tea, price: 5_000, window: lunch },
      ],
    });
    expect(await here(tea)).toMatchObject({ price: 5_000, cost_percent: 50.2 });
    const { order_id } = await command(till, 'OpenCheque', {
      point_id,
      order_type_id: 2,
      items: [{ product_id: tea, quantity: 1 }],
    });
    expect((await till.get(`/venue/v1/orders/${order_id}`)).body.total_amount).toBe(5_000);
    clock.move(DAY / 8);
    expect(await here(tea)).toMatchObject({ price: 10_000 });
    expect((await itemOf(tea)).points).toMatchObject([{ price: 8_000, cost_price: null, cost_percent: null }, {}]);
    clock.move(-DAY / 8);

    await command(till, 'SetStopList', { point_id, entries: [{ product_id: tea, quantity: 1.5 }] });
    expect(await here(tea)).toMatchObject({ is_on_stop: false, stop_quantity: 1.5, is_on_sale: true });
    await command(till, 'SetStopList', { point_id, entries: [{ product_id: tea, quantity: 0 }] });
    expect(await here(tea)).toMatchObject({ is_on_stop: true, stop_quantity: 0, is_on_sale: true });
    expect(await here(tea, `point_id=${other_point}`)).toMatchObject({ is_on_stop: false, stop_quantity: null });
    await command(till, 'ClearStopList', { point_id });

    await command(till, 'SetOnSale', { point_id, product_ids: [tea], on_sale: false });
    expect(await here(tea)).toMatchObject({ is_on_sale: false });
    await command(till, 'SetOnSale', { point_id, product_ids: [tea], on_sale: true });
    await command(till, 'CloseMenuSection', { point_id, category_id: venue.category_id, closed: true });
    expect(await here(tea)).toMatchObject({ is_on_sale: false });
    expect(await here(juice)).toMatchObject({ is_on_sale: true });
    await command(till, 'CloseMenuSection', { point_id, category_id: venue.category_id, closed: false });
    expect(await here(tea)).toMatchObject({ is_on_sale: true });
  });

  test('the products for a key of one point have that point only', async () => {
    const { till, point_id } = venue;
    const terms = { audience: 'partner', name: 'bound', permissions: ['reports'], point_ids: [point_id] };
    const bound = await app.client((await command(till, 'IssueKey', terms)).api_key);
    const { body } = await bound.get('/v1/reports/products?types=item');
    expect(body.items[0].points.map((it: Row) => it.point_id)).toEqual([point_id]);
    expect((await bound.get(`/v1/reports/products?point_id=${other_point}`)).status).toBe(404);
  });

  test('the products of the catalogue are refused for fields that make no sense', async () => {
    const wrong: readonly [query: string, status: number, code: string, field: string][] = [
      ['types=dish', 400, 'field_not_allowed', 'types'],
      ['status=gone', 400, 'field_not_allowed', 'status'],
      ['menu_ids=x', 400, 'field_not_integer', 'menu_ids'],
      ['menu_ids=999999999', 404, 'menu_folder_not_found', 'menu_ids'],
      ['as_of=yesterday', 400, 'field_not_moment', 'as_of'],
      ['as_of=2999-01-01T00:00:00Z', 400, 'as_of_in_future', 'as_of'],
    ];
    for (const [query, status, code, field] of wrong) {
      const answer = await venue.partner.get(`/v1/reports/products?${query}`);
      expect([answer.status, answer.body.code], query).toEqual([status, code]);
      expect(answer.body.message, query).toContain(field);
    }
  });

  test('the products of the catalogue come as a table and as lines', async () => {
    const table = await venue.partner.get('/v1/reports/products?types=item', { accept: 'text/csv' });
    expect(table.headers.get('x-rows-count')).toBe('1');
    const [header, row] = (table.body as string).split('\r\n');
    expect(header).toBe(
      'product_id,name,type,type_name,is_active,menu_id,menu_name,menu_path,category_id,category_name,unit,' +
        'is_divisible,barcode,plu,fiscal_code,size_parent_id,image,base_price,updated_at,points',
    );
    expect(row).toContain(`${juice},Juice,item,Item,true,${bar},Bar,Bar,,,,false,4780002,J%2,,,,9000,`);
    expect(row).toContain(`"[{""point_id"":""${other_point}"",""point_name"":""Airport"",""price"":9000,`);
    const lines = await venue.partner.get('/v1/reports/products', { accept: 'application/x-ndjson' });
    const all = (lines.body as string).trim().split('\n');
    expect(all.map((line) => JSON.parse(line))).toEqual((await ask()).items);
  });
});

const SOLD_AT = (price: number) => ({
  price,
  cost_price: null,
  cost_percent: null,
  is_on_sale: true,
  is_on_stop: false,
  stop_quantity: null,
});

describe('as of a moment', () => {
  test('the products are what was known then, to the byte, whatever happens afterwards', async () => {
    const { till, partner, point_id, products } = venue;
    const { tea, kazy, plov } = products;
    const noon = { days: WEEK, from: '00:00', to: '12:00' };
    await command(till, 'SetPrices', {
      point_id,
      prices: [
        { product_id: tea, price: 7_000, window: noon },
        { product_id: tea, price: 7_777, window: { ...noon, from: '12:00', to: '24:00' } },
      ],
    });
    await command(till, 'SetStopList', { point_id, entries: [{ product_id: kazy, quantity: 5 }] });
    const items = [{ product_id: kazy, quantity: 1.5 }];
    await partner.post('/v1/orders', orderBody(venue, { items }));

    const then = await app.tillstream.store.head();
    const text = async (what: string, as_of: number | string, accept = 'application/x-ndjson') => {
      const query = `status=all&as_of=${encodeURIComponent(as_of)}`;
      return (await partner.get(`/v1/reports/${what}?${query}`, { accept })).body as string;
    };
    // Of the tables, which still show that moment.
    const known = { products: await text('products', then), folders: await text('menu-folders', then) };
    expect(known.products).toContain('"stop_quantity":3.5');
    const json = await ask(`status=all&as_of=${then}`);

    clock.move(DAY);
    await redefine(tea, { name: 'Green tea', base_price: 1, menu_folder_id: soups });
    await command(till, 'DefineMenuFolder', { id: kitchen, name: 'Hot kitchen', order_number: 2, is_active: false });
    await command(till, 'DefineCategory', { id: venue.category_id, name: 'Dishes' });
    await definePoint(till, { id: point_id, name: 'Eski Shahar', timezone: 'Europe/London' });
    await command(till, 'SetPrices', { point_id, prices: [{ product_id: tea, price: 99, window: noon }] });
    await command(till, 'SetCosts', { point_id, costs: [{ product_id: plov, cost: 3 }] });
    await command(till, 'SetOnSale', { point_id, product_ids: [plov], on_sale: false });
    await command(till, 'CloseMenuSection', { point_id, category_id: venue.category_id, closed: true });
    await partner.post('/v1/orders', orderBody(venue, { items: [{ product_id: juice, quantity: 1 }] }));
    await command(till, 'ClearStopList', { point_id });
    const bistro = (await definePoint(till, { name: 'Bistro' })).id;
    const now = await text('products', await app.tillstream.store.head());
    expect(now).toContain('Green tea');
    expect(now).toContain(bistro);

    // Of the log.
    expect(await text('products', then)).toBe(known.products);
    expect(await text('menu-folders', then)).toBe(known.folders);
    expect(await ask(`status=all&as_of=${then}`)).toEqual(json);
    const { recorded_at } = json.as_of;
    expect(await text('products', recorded_at)).toBe(known.products);
    expect(json.prices_at).toBe(recorded_at);
    const { time } = toLocalDayAndTime(recorded_at, 'Asia/Tashkent');
    const soldAt = json.items.find(({ product_id }: Row) => product_id === tea).points[1].price;
    expect(soldAt).toBe(time < '12:00' ? 7_000 : 7_777);
    expect((await ask(`as_of=0`)).items).toEqual([]);
  });
});

test('the log says of the catalogue what the tables hold', async () => {
  const { brand_id, point_id } = venue;
  const { pool, store } = app.tillstream;
  const now = rowsNow({ db: pool }, brand_id);
  const [catalogue, told] = [await now.catalogue(), await rowsThenAt(await store.head()).catalogue()];
  const ids = { products: 'product_id', folders: 'menu_folder_id', categories: 'category_id' } as const;
  for (const [list, id] of Object.entries(ids)) {
    const byId = (rows: Row) => rows[list].toSorted((one: Row, other: Row) => one[id] - other[id]);
    expect(byId(catalogue).length, list).toBeGreaterThan(0);
    // The log says of what was never retired nothing about that.
    expect(byId(catalogue), list).toMatchObject(byId(told));
  }
  await command(venue.till, 'SetStopList', { point_id, entries: [{ product_id: juice, quantity: 2 }] });
  const [point, toldOfPoint] = [await now.point(point_id), await rowsThenAt(await store.head()).point(point_id)];
  for (const list of Object.keys(point) as (keyof typeof point)[]) {
    expect(point[list].length, list).toBeGreaterThan(0);
    expect(toldOfPoint[list], list).toMatchObject(point[list]);
  }
});

/** What the log says, up to a position. */
const rowsThenAt = (position: number) => {
  const signal = new AbortController().signal;
  return rowsThen(app.tillstream.store, { moment: { position, recorded_at: null }, signal }, venue.brand_id);
};

test('while one read model is ahead of another, a report reads from the log only what has changed between the two', async () => {
  const { brand_id, point_id, till } = venue;
  const { pool, store } = app.tillstream;
  const position = await store.head();
  const before = await rowsThenAt(position).point(point_id);
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: juice, quantity: 77 }] });

  const asked: string[] = [];
  const source = async (isNow: boolean, db = pool) => {
    const read: ReportStore['read'] = (stream, ...where) => {
      asked.push(stream);
      return store.read(stream, ...where);
    };
    const moment = { position, recorded_at: null };
    const watched = { read, readAll: store.readAll.bind(store) };
    const { signal } = new AbortController();
    return rowSource({ db, moment, signal }, watched, { brandId: brand_id, isNow });
  };
  const now = await source(true);
  const catalogue = await now.catalogue();
  await now.point(other_point);
  expect(asked).toEqual([]);
  expect((await now.point(point_id)).stop_list).toEqual(before.stop_list);
  expect(asked.toSorted()).toEqual([`point_menu-${point_id}`, `stop_list-${point_id}`]);

  // Tables of an older version are not asked.
  asked.length = 0;
  const older = [
    { projection: 'catalogue', position, version: 2 },
    { projection: 'stop_list', position, version: 1 },
  ];
  const old = await source(true, { query: async () => ({ rows: older }) } as unknown as typeof pool);
  expect((await old.point(point_id)).stop_list).toEqual(before.stop_list);
  await old.catalogue();
  expect(asked).toContain(`catalogue-${brand_id}`);
  asked.length = 0;

  const folders = (rows: Row) => rows.folders.map((row: Row) => row.menu_folder_id).toSorted();
  expect(folders(await (await source(false)).catalogue())).toEqual(folders(catalogue));
  expect(asked).toContain(`catalogue-${brand_id}`);
});

describe('menu folders', () => {
  const folders = async (query = ''): Promise<Row[]> => {
    const { status, body } = await venue.partner.get(`/v1/reports/menu-folders?${query}`);
    expect(status).toBe(200);
    expect(body.count).toBe(body.folders.length);
    return body.folders;
  };

  test('menu folders come depth first, with their products, and those inside of an inactive folder are inactive', async () => {
    const drinks = await define('DefineMenuFolder', { name: 'Drinks', parent_id: bar, order_number: 5 });
    await redefine(juice, { type: 'item', name: 'Juice', base_price: 9_000, menu_folder_id: drinks });
    // The kitchen was made inactive before.
    expect(await folders('status=all')).toEqual([
      FOLDER(bar, 'Bar', null, 'Bar', 1, 1, true, 0, 1),
      FOLDER(drinks, 'Drinks', bar, 'Bar / Drinks', 2, 5, true, 1, 1),
      FOLDER(kitchen, 'Hot kitchen', null, 'Hot kitchen', 1, 2, false, 0, 2),
      FOLDER(soups, 'Soups', kitchen, 'Hot kitchen / Soups', 2, 1, false, 2, 2),
    ]);
    expect((await folders()).map(({ id }) => id)).toEqual([bar, drinks]);
    expect((await folders('status=inactive')).map(({ id }) => id)).toEqual([kitchen, soups]);
    expect((await venue.partner.get('/v1/reports/menu-folders?status=x')).body.code).toBe('field_not_allowed');
  });

  test('menu folders come as a table', async () => {
    const { body } = await venue.partner.get('/v1/reports/menu-folders', { accept: 'text/csv' });
    const [header, first] = (body as string).split('\r\n');
    expect(header).toBe('id,name,parent_id,path,level,order_number,is_active,products_count,products_count_nested');
    expect(first).toBe(`${bar},Bar,,Bar,1,1,true,0,1`);
  });
});

const FOLDER = (
  id: number,
  name: string,
  parent_id: number | null,
  path: string,
  level: number,
  order_number: number,
  is_active: boolean,
  products_count: number,
  products_count_nested: number,
) => ({ id, name, parent_id, path, level, order_number, is_active, products_count, products_count_nested });
