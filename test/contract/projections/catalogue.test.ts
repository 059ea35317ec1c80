// A database of its own: it reads the tables of a read model without an app.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  listShowcases,
  loadBrandCatalogue,
  loadPointMenu,
  pricesFor,
  renderShowcase,
} from '../../../src/projections/menu/index.ts';
import { loadStopList } from '../../../src/projections/stop-list/stop-list.ts';
import { createVenueWorld, NOW, point, refused, venueOf } from '../../support/venue-world.ts';

const world = createVenueWorld();

/** A brand with one point, and how its venue runs commands. */
const open = async () => {
  const brand_id = await world.createBrand();
  const venue = venueOf(brand_id);
  const run = (type: string, fields: object, command_id?: string) => world.run(venue, type, fields, command_id);
  const point_id: string = (await run('DefinePoint', point)).id;
  const product = async (fields: object = {}): Promise<number> =>
    (await run('DefineProduct', { type: 'product', name: 'Plov', base_price: 45_000, ...fields })).id;
  const menuAt = async (pointId: string) =>
    loadPointMenu(world.pool, brand_id, pointId, await loadBrandCatalogue(world.pool, brand_id));
  const menu = () => menuAt(point_id);
  const productOf = async (id: number) => (await menu()).catalogue.products.get(id);
  const priceOf = async (id: number, day = 1, time = '12:00', showcaseIds: number[] = []) =>
    pricesFor(await menu(), showcaseIds, day, time).product(id)?.price;
  return { brand_id, point_id, run, product, menu, menuAt, productOf, priceOf };
};

describe('a catalogue', () => {
  it('a catalogue travels from commands to the menu a partner reads', async () => {
    const { brand_id, run, product, menu } = await open();
    const food = (await run('DefineCategory', { name: 'Food' })).id;
    const garlic = await product({ type: 'modifier', name: 'Garlic', base_price: 3_000 });
    const choice = { name: 'Extras', min: 0, max: 2, required: false, items: [{ product_id: garlic, max_amount: 1 }] };
    const plov = await product({
      category_id: food,
      description: 'Rice',
      unit: 'g',
      weight: 350.5,
      calories: 600,
      order_number: 2,
      modifier_groups: [choice],
    });
    const tea = await product({ name: 'Tea', base_price: 8_000, order_number: 1 });
    const { result } = await run('PublishShowcase', {
      name: 'App',
      description: 'For the app',
      categories: [{ id: 1, name: 'All', order_number: 1 }],
      products: [
        { product_id: plov, category_id: 1, name: 'Plov!', price: 50_000 },
        { product_id: tea, category_id: 1 },
      ],
    });
    const menu_id = result.menu_id as number;
    expect(result.id).toBe(menu_id);
    expect(await listShowcases(world.pool, brand_id, [menu_id, 999_999_999])).toEqual([
      { id: menu_id, name: 'App', description: 'For the app', updated_at: NOW },
    ]);
    const rendered = await renderShowcase(await menu(), menu_id, 1, '12:00');
    expect(rendered).toMatchObject({
      id: menu_id,
      categories: [{ id: 1, name: 'All', order_number: 1, image: null }],
      products: [
        { product_id: tea, name: 'Tea', price: 8_000, modifier_groups: [] },
        {
          product_id: plov,
          category_id: 1,
          name: 'Plov!',
          description: 'Rice',
          price: 50_000,
          weight: 350.5,
          modifier_groups: [
            {
              id: expect.any(Number),
              name: 'Extras',
              min: 0,
              max: 2,
              required: false,
              items: [{ product_id: garlic, name: 'Garlic', price: 3_000, min_amount: 0, max_amount: 1 }],
            },
          ],
        },
      ],
    });
  });

  it('a catalogue keeps the ids of modifier groups that are named, and mints the others, alike for a repeat', async () => {
    const { run, product, productOf } = await open();
    const garlic = await product({ type: 'modifier', name: 'Garlic' });
    const group = (fields: object) => ({
      min: 0,
      max: 0,
      required: false,
      items: [{ product_id: garlic }],
      ...fields,
    });
    const command_id = randomUUID();
    const fields = { type: 'product', name: 'Plov', base_price: 1, modifier_groups: [group({ name: 'A' })] };
    const first = await run('DefineProduct', fields, command_id);
    expect(await run('DefineProduct', fields, command_id)).toEqual({ ...first, status: 'duplicate' });
    const [kept] = (await productOf(first.id))!.modifier_groups;

    const more = [group({ name: 'B' }), group({ name: 'A, renamed', id: kept!.id })];
    await run('DefineProduct', { ...fields, id: first.id, modifier_groups: more });
    const groups = (await productOf(first.id))!.modifier_groups;
    expect(groups.map(({ id, name }) => [id === kept!.id, name])).toEqual([
      [false, 'B'],
      [true, 'A, renamed'],
    ]);
    await expect(
      run('DefineProduct', { ...fields, modifier_groups: [group({ name: 'C', id: kept!.id })] }),
    ).rejects.toEqual(refused('invalid', 'modifier_group_not_found'));
  });

  it('a catalogue replaces what is defined again, whole', async () => {
    const { run, product, productOf } = await open();
    const plov = await product({ description: 'Rice', is_active: false });
    expect(await productOf(plov)).toBeUndefined();
    await run('DefineProduct', { id: plov, type: 'product', name: 'Osh', base_price: 1 });
    expect(await productOf(plov)).toMatchObject({ name: 'Osh', description: null });
  });

  it('a catalogue is its brand’s alone', async () => {
    const [mine, theirs] = [await open(), await open()];
    const plov = await mine.product();
    const category = (await mine.run('DefineCategory', { name: 'Food' })).id;
    const folder = (await mine.run('DefineMenuFolder', { name: 'Food' })).id;
    const menu_id = (await mine.run('PublishShowcase', { name: 'App', categories: [], products: [] })).id;
    expect((await theirs.menu()).catalogue.products.size).toBe(0);
    expect(await listShowcases(world.pool, theirs.brand_id, [menu_id])).toEqual([]);

    const product = { type: 'product', name: 'Plov', base_price: 1 };
    const { point_id } = theirs;
    const notFound: [type: string, fields: object, code: string][] = [
      ['DefineProduct', { ...product, id: plov }, 'product_not_found'],
      ['DefineCategory', { name: 'Food', id: category }, 'category_not_found'],
      ['DefineMenuFolder', { name: 'Food', id: folder }, 'menu_folder_not_found'],
      ['PublishShowcase', { id: menu_id, name: 'App', categories: [], products: [] }, 'menu_not_found'],
      ['SetCosts', { point_id: mine.point_id, costs: [{ product_id: plov, cost: 1 }] }, 'point_not_found'],
    ];
    for (const [type, fields, code] of notFound) {
      await expect(theirs.run(type, fields), type).rejects.toEqual(refused('not_found', code));
    }
    const invalid: [type: string, fields: object, code: string, field: string][] = [
      ['DefineProduct', { ...product, category_id: category }, 'category_not_found', 'category_id'],
      ['DefineProduct', { ...product, menu_folder_id: folder }, 'menu_folder_not_found', 'menu_folder_id'],
      [
        'SetPrices',
        { point_id, prices: [{ product_id: plov, price: 1 }] },
        'product_not_found',
        'prices[0].product_id',
      ],
      ['SetCosts', { point_id, costs: [{ product_id: plov, cost: 1 }] }, 'product_not_found', 'costs[0].product_id'],
      ['SetOnSale', { point_id, product_ids: [plov], on_sale: false }, 'product_not_found', 'product_ids[0]'],
      ['CloseMenuSection', { point_id, category_id: category, closed: true }, 'category_not_found', 'category_id'],
      [
        'SetStopList',
        { point_id, entries: [{ product_id: plov, quantity: 0 }] },
        'product_not_found',
        'entries[0].product_id',
      ],
      ['ClearStopList', { point_id, product_ids: [plov] }, 'product_not_found', 'product_ids[0]'],
      [
        'PublishShowcase',
        {
          name: 'App',
          categories: [{ id: 1, name: 'All', order_number: 1 }],
          products: [{ product_id: plov, category_id: 1 }],
        },
        'product_not_found',
        'products[0].product_id',
      ],
    ];
    for (const [type, fields, code, field] of invalid) {
      await expect(theirs.run(type, fields), type).rejects.toMatchObject({ kind: 'invalid', code, params: { field } });
    }
  });

  it('a catalogue is not for a key that is bound to some points; their prices and stop-lists are', async () => {
    const { brand_id, point_id, run, product } = await open();
    const plov = await product();
    const other: string = (await run('DefinePoint', point)).id;
    const till = venueOf(brand_id, [point_id]);
    await expect(world.run(till, 'DefineCategory', { name: 'Food' })).rejects.toEqual(
      refused('forbidden', 'points_forbidden'),
    );
    const entries = [{ product_id: plov, quantity: 0 }];
    await world.run(till, 'SetStopList', { point_id, entries });
    await expect(world.run(till, 'SetStopList', { point_id: other, entries })).rejects.toEqual(
      refused('not_found', 'point_not_found'),
    );
  });
});

describe('a point', () => {
  it('a point has prices and windows of its own; the window set last wins', async () => {
    const { point_id, run, product, menu, priceOf } = await open();
    const plov = await product();
    expect((await menu()).has_price_windows).toBe(false);
    const set = (price: number, window?: object) =>
      run('SetPrices', { point_id, prices: [{ product_id: plov, price, ...(window && { window }) }] });
    const night = { days: [7, 5], from: '22:00', to: '02:00' };
    await set(40_000);
    await set(30_000, night);
    await set(20_000, { days: [1, 5], from: '00:00', to: '24:00' });
    expect((await menu()).has_price_windows).toBe(true);
    expect(await priceOf(plov, 7, '21:59')).toBe(40_000);
    expect(await priceOf(plov, 7, '22:00')).toBe(30_000);
    expect(await priceOf(plov, 6, '01:59')).toBe(30_000);
    expect(await priceOf(plov, 6, '02:00')).toBe(40_000);
    expect(await priceOf(plov, 5, '23:00')).toBe(20_000);

    await set(35_000, { ...night, days: [5, 7] });
    expect(await priceOf(plov, 5, '23:00')).toBe(35_000);
    expect((await menu()).prices.get(plov)?.windows).toHaveLength(2);
  });

  it('a point leaves the prices and costs of another point alone', async () => {
    const { point_id, run, product, priceOf, menu, menuAt } = await open();
    const plov = await product();
    const other: string = (await run('DefinePoint', point)).id;
    await run('SetPrices', { point_id: other, prices: [{ product_id: plov, price: 1 }] });
    await run('SetCosts', { point_id, costs: [{ product_id: plov, cost: 20_000 }] });
    await run('SetOnSale', { point_id: other, product_ids: [plov], on_sale: false });
    expect(await priceOf(plov)).toBe(45_000);
    expect((await menu()).costs.get(plov)).toBe(20_000);
    const elsewhere = await menuAt(other);
    expect(elsewhere.costs.get(plov)).toBeUndefined();
    expect(pricesFor(elsewhere, [], 1, '12:00').product(plov)).toBeUndefined();
  });

  it('a point withdraws products and puts them back, closes sections with what is below them, and opens them', async () => {
    const { point_id, run, product, priceOf } = await open();
    const food = (await run('DefineCategory', { name: 'Food' })).id;
    const hot = (await run('DefineCategory', { name: 'Hot', parent_id: food })).id;
    const plov = await product({ category_id: hot });
    const steps: [type: string, fields: object, price: number | undefined][] = [
      ['SetOnSale', { product_ids: [plov], on_sale: false }, undefined],
      ['SetOnSale', { product_ids: [plov], on_sale: true }, 45_000],
      ['CloseMenuSection', { category_id: food, closed: true }, undefined],
      ['CloseMenuSection', { category_id: food, closed: false }, 45_000],
    ];
    for (const [type, fields, price] of steps) {
      await run(type, { point_id, ...fields });
      expect(await priceOf(plov), JSON.stringify(fields)).toBe(price);
    }
  });

  it('a point keeps a stop-list', async () => {
    const { brand_id, point_id, run, product } = await open();
    const [plov, tea, soup] = [await product(), await product(), await product()];
    const stopped = async () =>
      (await loadStopList(world.pool, brand_id, point_id)).items.map(({ product_id, quantity }) => [
        product_id,
        quantity,
      ]);
    const set = (...entries: [product_id: number, quantity: number][]) =>
      run('SetStopList', {
        point_id,
        entries: entries.map(([product_id, quantity]) => ({ product_id, quantity, reason: 'no rice' })),
      });
    await set([plov, 0], [tea, 2.5]);
    await set([tea, 1.125], [soup, 3]);
    expect(await stopped()).toEqual([
      [plov, 0],
      [tea, 1.125],
      [soup, 3],
    ]);
    await run('ClearStopList', { point_id, product_ids: [tea] });
    expect(await stopped()).toEqual([
      [plov, 0],
      [soup, 3],
    ]);
    await run('ClearStopList', { point_id });
    expect(await stopped()).toEqual([]);
    expect((await run('ClearStopList', { point_id })).result).toEqual({});
  });
});

describe('a showcase', () => {
  it('a showcase is replaced whole under its id', async () => {
    const { brand_id, run, product, menu } = await open();
    const plov = await product();
    const categories = [{ id: 1, name: 'All', order_number: 1 }];
    const menu_id = (
      await run('PublishShowcase', { name: 'App', categories, products: [{ product_id: plov, category_id: 1 }] })
    ).id;
    const again = await run('PublishShowcase', { id: menu_id, name: 'Empty', categories: [], products: [] });
    expect(again.result).toEqual({ id: menu_id, menu_id });
    expect(await renderShowcase(await menu(), menu_id, 1, '12:00')).toEqual({
      id: menu_id,
      name: 'Empty',
      categories: [],
      products: [],
    });
    expect(await listShowcases(world.pool, brand_id, [menu_id])).toHaveLength(1);
  });

  it('a showcase is listed in the order the key names it', async () => {
    const { brand_id, run } = await open();
    const empty = { categories: [], products: [] };
    const first: number = (await run('PublishShowcase', { name: 'First', ...empty })).id;
    const second: number = (await run('PublishShowcase', { name: 'Second', ...empty })).id;
    const listed = await listShowcases(world.pool, brand_id, [second, first]);
    expect(listed.map((entry) => entry.id)).toEqual([second, first]);
  });
});

describe('fields', () => {
  it.each([
    ['DefineCategory', { name: ' ' }, 'field_empty', 'name'],
    ['DefineProduct', { type: 'cake', name: 'X', base_price: 1 }, 'field_not_allowed', 'type'],
    ['DefineProduct', { type: 'item', name: 'X', base_price: -1 }, 'field_too_small', 'base_price'],
    ['DefineProduct', { type: 'item', name: 'X', base_price: 1.5 }, 'field_not_integer', 'base_price'],
    ['DefineProduct', { type: 'item', name: 'X', base_price: 1, image: 'x' }, 'field_not_url', 'image'],
    [
      'PublishShowcase',
      { name: 'X', categories: [{ id: 0, name: 'X', order_number: 1 }], products: [] },
      'field_not_above',
      'categories[0].id',
    ],
  ])('fields of %s are checked: %o', async (type, fields, code, field) => {
    const { run } = await open();
    await expect(run(type, fields)).rejects.toMatchObject({ kind: 'invalid', code, params: { field } });
  });

  it.each([
    [{ days: [], from: '10:00', to: '12:00' }, 'field_empty', 'prices[0].window.days'],
    [{ days: [8], from: '10:00', to: '12:00' }, 'field_too_big', 'prices[0].window.days[0]'],
    [{ days: [1, 1], from: '10:00', to: '12:00' }, 'field_duplicate', 'prices[0].window.days'],
    [{ days: [1], from: '24:00', to: '12:00' }, 'field_not_time', 'prices[0].window.from'],
    [{ days: [1], from: '10:00', to: '24:01' }, 'field_not_time', 'prices[0].window.to'],
    [{ days: [1], from: '10:00', to: '10:00' }, 'price_window_empty', 'prices[0].window.to'],
  ])('fields of a price window are checked: %o', async (window, code, field) => {
    const { point_id, run, product } = await open();
    const prices = [{ product_id: await product(), price: 1, window }];
    await expect(run('SetPrices', { point_id, prices })).rejects.toMatchObject({ code, params: { field } });
  });
});
