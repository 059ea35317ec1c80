// A database of its own: it fills one read model, and needs no app.

import type pg from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { eventCatalogue } from '../../../src/domain/event-catalogue.ts';
import type { RecordedEvent } from '../../../src/event-store/event-store.ts';
import { createBatchWriters, send } from '../../../src/projections/engine/batch-writer.ts';
import { createIndexes, createTables, READ_SCHEMA } from '../../../src/projections/engine/schema.ts';
import {
  limitedPriceBook,
  listShowcases,
  loadBrandCatalogue,
  loadPointMenu,
  pricesFor,
  renderShowcase,
} from '../../../src/projections/menu/index.ts';
import { catalogueProjection } from '../../../src/projections/menu/projection.ts';
import { stopListProjection } from '../../../src/projections/stop-list/projection.ts';
import { loadStopList } from '../../../src/projections/stop-list/stop-list.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const brand_id = '0197f000-0000-7000-8000-000000000001';
const otherBrand = '0197f000-0000-7000-8000-000000000002';
const point_id = '0197f000-0000-7000-8000-00000000000a';
const otherPoint = '0197f000-0000-7000-8000-00000000000b';
const here = { brand_id, point_id };

type Told = readonly [type: keyof typeof eventCatalogue, data: object, occurred_at?: string];

const PROJECTIONS = [catalogueProjection, stopListProjection];

let databases: TestDatabase[] = [];
let pool: pg.Pool;
let position = 0;

beforeEach(async () => {
  const database = await createTestDatabase();
  databases.push(database);
  ({ pool } = database);
  for (const projection of PROJECTIONS) {
    await createTables(pool, READ_SCHEMA, projection);
    await createIndexes(pool, READ_SCHEMA, projection);
  }
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  databases = [];
});

const recorded = ([type, data, occurred_at = '2026-03-01T10:00:00.000Z']: Told): RecordedEvent => {
  position += 1;
  const { schema, version } = eventCatalogue[type];
  const metadata = {
    command_id: 'c',
    correlation_id: 'c',
    causation_id: null,
    actor: { kind: 'system', id: 'test', name: 'test' },
    brand_id,
    occurred_at,
    schema_version: version,
  } as const;
  // What is not of the stored shape would never come out of a log.
  const stored: unknown = schema.parse(data);
  return {
    id: String(position),
    type,
    data: stored,
    metadata,
    position,
    stream: 's',
    revision: 0,
    recorded_at: occurred_at,
  };
};

/** The events in one batch. */
const happened = async (...told: Told[]): Promise<void> => {
  const events = told.map(recorded);
  for (const { tables, on } of PROJECTIONS) {
    const write = createBatchWriters(READ_SCHEMA, tables)();
    for (const event of events) on[event.type]?.(event, write);
    await send(pool, write.statements());
  }
};

const product = (product_id: number, changes: object = {}): Told => [
  'ProductDefined',
  {
    brand_id,
    product_id,
    type: 'product',
    name: `Product ${product_id}`,
    description: null,
    category_id: null,
    menu_folder_id: null,
    unit: 'kg',
    weight: 0.35,
    is_divisible: true,
    barcode: null,
    plu: null,
    fiscal_code: null,
    size_parent_id: null,
    image: null,
    calories: 250.5,
    proteins: null,
    fat: null,
    carbohydrates: null,
    base_price: 1_000,
    order_number: 0,
    is_active: true,
    modifier_groups: [],
    ...changes,
  },
];

const category = (category_id: number, parent_id: number | null): Told => [
  'CategoryDefined',
  { brand_id, category_id, parent_id, name: 'Hot', order_number: 0, image: null },
];

const shown = (product_id: number, price: number | null) => ({
  product_id,
  category_id: 1,
  name: null,
  description: null,
  image: null,
  order_number: null,
  price,
});

const showcase = (menu_id: number, products: readonly object[], changes: object = {}): Told['1'] => ({
  brand_id,
  menu_id,
  name: `Showcase ${menu_id}`,
  description: null,
  categories: [{ id: 1, name: 'All', order_number: 0, image: null }],
  products,
  ...changes,
});

const everyDay = (from: string, to: string) => ({ days: [1, 2, 3, 4, 5, 6, 7], from, to });

const menuOf = async (point = point_id, brand = brand_id) =>
  loadPointMenu(pool, brand, point, await loadBrandCatalogue(pool, brand));

const pricesAt = async (time: string, point = point_id, showcases: number[] = []) => {
  const book = pricesFor(await menuOf(point), showcases, 1, time);
  return (productId: number) => book.product(productId)?.price;
};

it('a point sells the catalogue until it says otherwise, and another point is not concerned', async () => {
  const modifier_groups = [
    {
      id: 31,
      name: 'Sauces',
      min: 0,
      max: 2,
      required: false,
      items: [{ product_id: 2, min_amount: 0, max_amount: 2 }],
    },
  ];
  await happened(
    category(50, null),
    category(51, 50),
    product(1, { category_id: 51, modifier_groups }),
    product(2, { type: 'modifier' }),
    product(3),
    product(4),
    product(4, { name: 'Lagman', base_price: 2_000 }),
    ['CostsSet', { ...here, costs: [{ product_id: 1, cost: 400 }] }],
    ['ProductsWithdrawnFromSale', { ...here, product_ids: [3, 4] }],
    ['ProductsPutOnSale', { ...here, product_ids: [4] }],
    ['StopListSet', { ...here, entries: [{ product_id: 4, quantity: 2.5, reason: 'last portions' }] }],
  );
  const { units } = await loadStopList(pool, brand_id, point_id);
  const book = limitedPriceBook(pricesFor(await menuOf(), [], 1, '10:00'), units);
  expect(book.product(1)).toEqual({
    product_id: 1,
    name: 'Product 1',
    category_id: 51,
    price: 1_000,
    cost: 400,
    is_divisible: true,
    is_modifier: false,
    modifier_groups,
    available_quantity: null,
  });
  expect(book.product(3)).toBeUndefined();
  expect(book.product(4)).toMatchObject({ name: 'Lagman', price: 2_000, available_quantity: 2.5 });

  const otherBook = pricesFor(await menuOf(otherPoint), [], 1, '10:00');
  expect(otherBook.product(1)?.cost).toBeNull();
  expect(otherBook.product(3)?.product_id).toBe(3);
  expect((await loadStopList(pool, brand_id, otherPoint)).items).toEqual([]);
  expect((await loadStopList(pool, otherBrand, point_id)).items).toEqual([]);
  expect((await menuOf(point_id, otherBrand)).catalogue.products.size).toBe(0);
});

it('products that cannot be ordered are not read', async () => {
  await happened(
    product(1),
    product(2, { type: 'prep' }),
    product(3, { is_active: false }),
    product(4),
    product(4, { is_active: false }),
  );
  expect([...(await menuOf()).catalogue.products.keys()]).toEqual([1]);
});

it('a closed section closes what is below it, until it is opened', async () => {
  await happened(category(50, null), category(51, 50), product(1, { category_id: 51 }));
  await happened(['MenuSectionClosed', { ...here, category_id: 50 }]);
  expect((await pricesAt('10:00'))(1)).toBeUndefined();
  expect((await pricesAt('10:00', otherPoint))(1)).toBe(1_000);
  await happened(['MenuSectionOpened', { ...here, category_id: 50 }]);
  expect((await pricesAt('10:00'))(1)).toBe(1_000);
});

it('of windows that overlap the one set last wins, within an event and over events', async () => {
  const [day, noon] = [everyDay('09:00', '18:00'), everyDay('12:00', '13:00')];
  const prices = [
    { product_id: 1, price: 300, window: day },
    { product_id: 1, price: 250, window: noon },
    { product_id: 1, price: 200, window: null },
  ];
  await happened(product(1), ['PricesSet', { ...here, prices }]);
  expect((await pricesAt('08:00'))(1)).toBe(200);
  expect((await pricesAt('10:00'))(1)).toBe(300);
  expect((await pricesAt('12:30'))(1)).toBe(250);
  expect((await pricesAt('12:30', otherPoint))(1)).toBe(1_000);

  await happened(['PricesSet', { ...here, prices: [{ product_id: 1, price: 320, window: day }] }]);
  expect((await pricesAt('12:30'))(1)).toBe(320);
  await happened(['PricesSet', { ...here, prices: [{ product_id: 1, price: 260, window: noon }] }]);
  expect((await pricesAt('12:30'))(1)).toBe(260);
  expect((await pricesAt('13:00'))(1)).toBe(320);
  expect((await menuOf()).has_price_windows).toBe(true);
  expect((await menuOf(otherPoint)).has_price_windows).toBe(false);
});

it('windows set again in one batch keep the order they were set in last, not that of their rows', async () => {
  const day = { product_id: 1, price: 300, window: everyDay('09:00', '18:00') };
  const noon = { product_id: 1, price: 250, window: everyDay('12:00', '13:00') };
  await happened(
    product(1),
    ['PricesSet', { ...here, prices: [noon, day] }],
    ['PricesSet', { ...here, prices: [day, noon] }],
  );
  expect((await pricesAt('12:30'))(1)).toBe(250);
});

it('a price that is removed, or a window, holds no longer; the others stay', async () => {
  const [day, noon] = [everyDay('09:00', '18:00'), everyDay('12:00', '13:00')];
  const entry = (price: number | null, window: object | null = null) => ({ product_id: 1, price, window });
  const set = (...prices: object[]): Told => ['PricesSet', { ...here, prices }];
  const prices = async () => [(await pricesAt('08:00'))(1), (await pricesAt('12:30'))(1)];
  await happened(product(1), set(entry(200), entry(300, day), entry(250, noon)));
  expect(await prices()).toEqual([200, 250]);
  await happened(set(entry(null, noon)));
  expect(await prices()).toEqual([200, 300]);
  await happened(set(entry(null)));
  expect(await prices()).toEqual([1_000, 300]);
  // In one batch with what sets it.
  await happened(set(entry(240, noon)), set(entry(null, day), entry(null, noon)));
  expect(await prices()).toEqual([1_000, 1_000]);
  expect((await menuOf()).has_price_windows).toBe(false);
});

it('units that orders take and give back move what is left, and never bring an entry back', async () => {
  const units = (product_id: number, quantity: number, left: number) => ({ product_id, quantity, left });
  const order = { ...here, order_id: 900, hold_id: '0197f000-0000-7000-8000-0000000000f1' };
  const entries = [1, 2].map((product_id) => ({ product_id, quantity: 5, reason: 'few' }));
  const left = async () =>
    (await loadStopList(pool, brand_id, point_id)).items.map((it) => [it.product_id, it.quantity]);
  await happened(['StopListSet', { ...here, entries }], ['UnitsTaken', { ...order, units: [units(1, 2, 3)] }]);
  expect(await left()).toEqual([
    [1, 3],
    [2, 5],
  ]);
  await happened(['UnitsTaken', { ...order, units: [units(1, 1.5, 1.5), units(2, 5, 0)] }]);
  expect(await left()).toEqual([
    [1, 1.5],
    [2, 0],
  ]);
  await happened(['StopListCleared', { ...here, product_ids: [2] }]);
  await happened(['UnitsReturned', { ...order, units: [units(1, 1.5, 3), units(2, 5, 5)] }]);
  expect(await left()).toEqual([[1, 3]]);
});

it('a point’s stop-list changes by product', async () => {
  const set = (...entries: [number, number][]): Told => [
    'StopListSet',
    { ...here, entries: entries.map(([product_id, quantity]) => ({ product_id, quantity, reason: null })) },
  ];
  await happened(product(1), product(2), product(3), set([2, 0], [1, 4]));
  await happened(set([1, 3.5], [3, 1]), ['StopListCleared', { ...here, product_ids: [3] }]);
  expect((await loadStopList(pool, brand_id, point_id)).items).toEqual([
    { product_id: 1, quantity: 3.5 },
    { product_id: 2, quantity: 0 },
  ]);
});

it('showcases are replaced whole, listed in the order asked for, and never another brand’s', async () => {
  await happened(
    product(1),
    product(2),
    ['ShowcasePublished', showcase(7, [shown(1, 500)])],
    ['ShowcasePublished', showcase(8, [], { description: 'Kiosk' }), '2026-03-02T10:00:00.000Z'],
    ['ShowcasePublished', showcase(9, [], { brand_id: otherBrand })],
    ['ShowcasePublished', showcase(7, [shown(2, 700)], { name: 'Website' }), '2026-03-03T10:00:00.000Z'],
  );
  expect(await listShowcases(pool, brand_id, [8, 9, 404, 7])).toEqual([
    { id: 8, name: 'Showcase 8', description: 'Kiosk', updated_at: '2026-03-02T10:00:00.000Z' },
    { id: 7, name: 'Website', description: null, updated_at: '2026-03-03T10:00:00.000Z' },
  ]);
  expect((await listShowcases(pool, brand_id, [7, 8])).map(({ id }) => id)).toEqual([7, 8]);
  expect(await listShowcases(pool, brand_id, [])).toEqual([]);

  const menu = await menuOf();
  expect(await renderShowcase(menu, 7, 1, '10:00')).toMatchObject({
    name: 'Website',
    products: [{ product_id: 2, price: 700, weight: 0.35, calories: 250.5 }],
  });
  expect(await renderShowcase(menu, 9, 1, '10:00')).toBeUndefined();
  const ordered = await pricesAt('10:00', point_id, [7]);
  expect([ordered(1), ordered(2)]).toEqual([1_000, 700]);
});
