// A database of its own: it counts the statements of a read model without an app.

import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { createDeliveryMaps } from '../../../src/projections/delivery/delivery-maps.ts';
import { createPointViews, type PointViews } from '../../../src/projections/menu/point-views.ts';
import { createVenueWorld, NOW, point, venueOf } from '../../support/venue-world.ts';

const world = createVenueWorld();

let brand_id: string;
let point_id: string;
let tea: number;
let menu_id: number;
let views: PointViews;
/** The first table of every statement. */
let asked: string[];
/** Runs once an answer of this table is on its way back. */
let meanwhile: { readonly table: string; readonly work: () => Promise<void> } | undefined;

const run = (type: string, fields: object) => world.run(venueOf(brand_id), type, fields);
const units = (quantity: number) => run('SetStopList', { point_id, entries: [{ product_id: tea, quantity }] });
const menu = async () => {
  const rendered = await views.renderMenu((await views.find(brand_id, point_id))!, menu_id, [menu_id], NOW);
  return JSON.parse(rendered!.bytes.toString()).products[0];
};

const watchedPool = (): pg.Pool => {
  const query = async (sql: string, values: unknown[]) => {
    const answer = await world.pool.query(sql, values);
    // Special days come with their point.
    const table = /read\.(?!special_days)(\w+)/.exec(sql)![1]!;
    asked.push(table);
    if (meanwhile?.table === table) {
      const { work } = meanwhile;
      meanwhile = undefined;
      await work();
    }
    return answer;
  };
  return { query } as unknown as pg.Pool;
};

beforeEach(async () => {
  brand_id = await world.createBrand();
  point_id = (await run('DefinePoint', point)).id;
  tea = (await run('DefineProduct', { type: 'product', name: 'Tea', base_price: 8_000 })).id;
  const categories = [{ id: 1, name: 'All', order_number: 1 }];
  const showcase = { name: 'App', categories, products: [{ product_id: tea, category_id: 1 }] };
  menu_id = (await run('PublishShowcase', showcase)).id;
  asked = [];
  const pool = watchedPool();
  views = createPointViews(pool, createDeliveryMaps(pool));
});

it('a point’s view asks the database once, and never again while nothing changes', async () => {
  const view = await views.find(brand_id, point_id);
  await menu();
  const before = asked.length;
  for (let time = 0; time < 50; time++) expect(await views.find(brand_id, point_id)).toBe(view);
  expect((await menu()).price).toBe(8_000);
  expect(asked).toHaveLength(before);
});

it('a point’s view reads a changed stop-list in one statement, and nothing of the menu', async () => {
  expect(await menu()).toMatchObject({ is_available: true, available_quantity: null });
  const { menu: kept } = (await views.find(brand_id, point_id))!;
  for (const quantity of [3, 0.5, 0]) {
    await units(quantity);
    asked = [];
    views.drop('stop_list', brand_id);
    expect(await menu()).toMatchObject({ is_available: quantity > 0, available_quantity: quantity });
    const view = (await views.find(brand_id, point_id))!;
    expect(view.priceBook([menu_id], NOW).product(tea)?.available_quantity).toBe(quantity);
    expect(view.menu).toBe(kept);
    expect(asked).toEqual(['stop_list']);
  }
});

it('a point’s view reads no menu because a shift was opened, and no references because a price was set', async () => {
  await menu();
  asked = [];
  views.drop('venue', brand_id);
  await menu();
  expect(asked).not.toContain('products');
  expect(asked).toContain('points');

  await run('SetPrices', { point_id, prices: [{ product_id: tea, price: 9_000 }] });
  asked = [];
  views.drop('catalogue', brand_id);
  expect((await menu()).price).toBe(9_000);
  expect(asked.toSorted()).toEqual(['product_prices', 'products']);
});

it('a point’s view forgets nothing of one brand when another changes', async () => {
  const view = await views.find(brand_id, point_id);
  const other = await world.createBrand();
  for (const projection of ['venue', 'catalogue', 'stop_list']) views.drop(projection, other);
  views.drop('orders', brand_id);
  expect(await views.find(brand_id, point_id)).toBe(view);
  views.drop('stop_list', null);
  expect(await views.find(brand_id, point_id)).not.toBe(view);
});

it('the views of points read the catalogue once for all points of the brand', async () => {
  const points = [point_id];
  for (let more = 0; more < 4; more++) points.push((await run('DefinePoint', point)).id);
  const found = await Promise.all(points.map((id) => views.find(brand_id, id)));
  expect(new Set(found.map((view) => view?.menu.catalogue)).size).toBe(1);
  expect(asked.filter((table) => table === 'products')).toHaveLength(1);
});

it('the views of points read no catalogue for a point that the brand does not have', async () => {
  const other = await world.createBrand();
  expect(await views.find(other, point_id)).toBeUndefined();
  expect(asked).not.toContain('products');
});

it.each([
  ['stop_list', 'stop_list', () => units(0), { is_available: false }],
  [
    'product_prices',
    'catalogue',
    () => run('SetPrices', { point_id, prices: [{ product_id: tea, price: 5 }] }),
    { price: 5 },
  ],
  [
    'products',
    'catalogue',
    () => run('DefineProduct', { id: tea, type: 'product', name: 'Tea', base_price: 6 }),
    { price: 6 },
  ],
])(
  'a point’s view keeps nothing of %s that changed while it was being read',
  async (table, projection, change, expected) => {
    const work = async () => {
      await change();
      views.drop(projection, brand_id);
    };
    meanwhile = { table, work };
    expect((await menu()).price).toBe(8_000);
    expect(meanwhile).toBeUndefined();
    expect(await menu()).toMatchObject(expected);
  },
);
