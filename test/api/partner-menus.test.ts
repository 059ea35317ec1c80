import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

interface Item {
  product_id: number;
  name: string;
  price: number;
  is_available: boolean;
  available_quantity: number | null;
  modifier_groups: { name: string; items: { product_id: number; price: number }[] }[];
}

let app: TestApp;
let venue: TestVenue;
let till: HttpClient;
let partner: HttpClient;
let second: string;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
});
afterAll(() => app.stop());

beforeEach(async () => {
  venue = await createVenue(app);
  ({ till, partner } = venue);
  second = (await definePoint(till, { name: 'Alay' })).id;
});

const ask = (point_id = venue.point_id, menuId = venue.menu_id, headers?: Record<string, string>) =>
  partner.get(`/v1/menus/${menuId}?point_id=${point_id}`, headers);
const items = async (point_id?: string, menuId?: number): Promise<Item[]> =>
  (await ask(point_id, menuId)).body.products;
const item = async (id: number, point_id?: string) => (await items(point_id)).find((it) => it.product_id === id)!;
const ids = async (point_id?: string, menuId?: number) => (await items(point_id, menuId)).map((it) => it.product_id);
const calculate = (product_id: number, quantity = 1, point_id = venue.point_id) =>
  partner.post('/v1/orders/calculate', { point_id, items: [{ product_id, quantity }] });

test('the list of menus and a menu are as in the contract, to the letter', async () => {
  // Not a ready one: the answer says when its menu was published.
  venue = await createVenue(app, {});
  partner = venue.partner;
  const { plov, tea, kazy, small, large, egg, garlic } = venue.products;
  expect((await partner.get('/v1/menus')).body).toEqual({
    menus: [{ id: venue.menu_id, name: 'App menu', description: 'For the app', updated_at: '2026-03-02 14:00:00' }],
  });
  const { body } = await ask();
  const plain = {
    category_id: 1,
    description: '',
    weight: null,
    unit: null,
    image: null,
    calories: 0,
    proteins: 0,
    fat: 0,
    carbohydrates: 0,
    is_available: true,
    available_quantity: null,
    modifier_groups: [],
  };
  const group = { id: expect.any(Number) };
  const modifier = (product_id: number, name: string, price: number, max_amount = 0) => ({
    product_id,
    name,
    price,
    min_amount: 0,
    max_amount,
  });
  expect(body).toEqual({
    id: venue.menu_id,
    name: 'App menu',
    categories: [{ id: 1, name: 'Everything', order_number: 1, image: null }],
    products: [
      {
        ...plain,
        product_id: plov,
        name: 'Plov',
        price: 45_000,
        order_number: 1,
        modifier_groups: [
          {
            ...group,
            name: 'Size',
            min: 1,
            max: 1,
            required: true,
            items: [modifier(small, 'Small', 0), modifier(large, 'Large', 15_000)],
          },
          {
            ...group,
            name: 'Extras',
            min: 0,
            max: 3,
            required: false,
            items: [modifier(egg, 'Egg', 4_000, 2), modifier(garlic, 'Garlic', 3_000)],
          },
        ],
      },
      { ...plain, product_id: tea, name: 'Tea', price: 8_000, order_number: 2 },
      { ...plain, product_id: kazy, name: 'Kazy', price: 120_000, order_number: 3, unit: 'kg' },
    ],
  });
});

test('a key without a menu gets 409; another key’s, another brand’s or an unknown menu is 404', async () => {
  const { point_id, menu_id } = venue;
  const mine = await command(till, 'PublishShowcase', { name: 'Kiosk', categories: [], products: [] });
  const none = await app.client((await command(till, 'IssueKey', { audience: 'partner', name: 'none' })).api_key);
  for (const path of ['/v1/menus', `/v1/menus/${menu_id}?point_id=${point_id}`]) {
    expect(await none.get(path)).toMatchObject({ status: 409, body: { code: 'menu_not_selected' } });
  }
  expect((await none.get(`/v1/stop-list?point_id=${point_id}`)).status).toBe(200);

  const other = await createVenue(app);
  for (const id of [mine.id, other.menu_id, 999_999_999]) {
    expect(await ask(point_id, id)).toMatchObject({ status: 404, body: { code: 'menu_not_found' } });
  }
  expect(await ask(other.point_id)).toMatchObject({ status: 404, body: { code: 'point_not_found' } });

  await command(till, 'UpdateKey', { key_id: venue.partnerKeyId, showcase_ids: [mine.id] });
  expect((await ask(point_id, mine.id)).status).toBe(200);
  expect((await ask(point_id, menu_id)).status).toBe(404);
  expect((await partner.get('/v1/menus')).body.menus).toMatchObject([{ id: mine.id, description: null }]);
});

test('a menu the client still has is a 304; one that has changed is not', async () => {
  const first = await ask();
  const etag = first.headers.get('etag')!;
  expect(etag).toMatch(/^"[^"]+"$/);
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await ask(venue.point_id, venue.menu_id, { 'if-none-match': header });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(again.headers.get('etag')).toBe(etag);
  }
  expect((await ask(second)).headers.get('etag')).toBe(etag);
  await command(till, 'SetPrices', {
    point_id: venue.point_id,
    prices: [{ product_id: venue.products.tea, price: 1 }],
  });
  const changed = await ask(venue.point_id, venue.menu_id, { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(etag);
  expect((await ask(second, venue.menu_id, { 'if-none-match': etag })).status).toBe(304);
});

test('a menu has the point’s prices, surcharges of modifiers too, and an order has the same', async () => {
  const { tea, plov, small, egg } = venue.products;
  await command(till, 'SetPrices', {
    point_id: second,
    prices: [
      { product_id: tea, price: 9_900 },
      { product_id: egg, price: 5_500 },
    ],
  });
  expect((await item(tea)).price).toBe(8_000);
  expect((await item(tea, second)).price).toBe(9_900);
  expect((await calculate(tea, 1, second)).body.total_amount).toBe(9_900);
  const eggOf = async (point_id: string) =>
    (await item(plov, point_id)).modifier_groups.flatMap((group) => group.items).find((it) => it.product_id === egg);
  expect(await eggOf(second)).toMatchObject({ price: 5_500 });
  expect(await eggOf(venue.point_id)).toMatchObject({ price: 4_000 });
  const modifiers = [small, egg].map((product_id) => ({ product_id, quantity: 1 }));
  const cart = { point_id: second, items: [{ product_id: plov, quantity: 2, modifiers }] };
  expect((await partner.post('/v1/orders/calculate', cart)).body.total_amount).toBe(2 * (45_000 + 5_500));
});

test('a menu has the price of a window only in that part of the day, on the point’s clock', async () => {
  const { tea } = venue.products;
  const point_id = venue.point_id;
  // It is Monday, 14:00 in Tashkent.
  const lunch = { days: [1], from: '14:30', to: '15:00' };
  await command(till, 'SetPrices', { point_id, prices: [{ product_id: tea, price: 6_000, window: lunch }] });
  const prices = async () => [(await item(tea)).price, (await calculate(tea)).body.total_amount];
  expect(await prices()).toEqual([8_000, 8_000]);
  clock.move(30 * MINUTE);
  expect(await prices()).toEqual([6_000, 6_000]);
  clock.move(30 * MINUTE);
  expect(await prices()).toEqual([8_000, 8_000]);
});

test('in a menu the showcase’s own names, texts and prices win, and its order numbers sort', async () => {
  const { tea, kazy, plov } = venue.products;
  const shown = { name: 'Green tea', description: 'In a pot', image: 'https://pictures.test/tea.jpg' };
  await command(till, 'PublishShowcase', {
    id: venue.menu_id,
    name: 'Menu',
    categories: [
      { id: 2, name: 'Last', order_number: 20 },
      { id: 1, name: 'First', order_number: 10, image: 'https://pictures.test/first.jpg' },
    ],
    products: [
      { product_id: plov, category_id: 2, order_number: 3 },
      { product_id: tea, category_id: 1, order_number: 2, price: 7_777, ...shown },
      { product_id: kazy, category_id: 1, order_number: 1 },
    ],
  });
  const { body } = await ask();
  expect(body.name).toBe('Menu');
  expect(body.categories).toEqual([
    { id: 1, name: 'First', order_number: 10, image: 'https://pictures.test/first.jpg' },
    { id: 2, name: 'Last', order_number: 20, image: null },
  ]);
  expect(await ids()).toEqual([kazy, tea, plov]);
  expect(await item(tea)).toMatchObject({ ...shown, price: 7_777, order_number: 2, category_id: 1 });
  expect((await calculate(tea)).body).toMatchObject({ total_amount: 7_777, items: [{ name: 'Green tea' }] });
});

test('a product withdrawn from sale at a point is not in its menu, and cannot be ordered there', async () => {
  const { tea, kazy, plov } = venue.products;
  const { point_id } = venue;
  await command(till, 'SetOnSale', { point_id, product_ids: [tea], on_sale: false });
  expect(await ids()).toEqual([plov, kazy]);
  expect(await ids(second)).toEqual([plov, tea, kazy]);
  expect(await calculate(tea)).toMatchObject({ status: 400, body: { code: 'product_not_found' } });
  expect((await calculate(tea, 1, second)).status).toBe(200);
  await command(till, 'SetOnSale', { point_id, product_ids: [tea], on_sale: true });
  expect(await ids()).toEqual([plov, tea, kazy]);
});

test('a section closed at a point is not in its menu', async () => {
  const { point_id, category_id, products } = venue;
  await command(till, 'CloseMenuSection', { point_id, category_id, closed: true });
  expect(await ids()).toEqual([]);
  expect((await ids(second)).length).toBe(3);
  expect(await calculate(products.tea)).toMatchObject({ status: 400, body: { code: 'product_not_found' } });
  await command(till, 'CloseMenuSection', { point_id, category_id, closed: false });
  expect((await ids()).length).toBe(3);
});

test('the menu marks products of the stop-list, and an order that ignores it is refused with the units left', async () => {
  const { tea, kazy } = venue.products;
  const { point_id } = venue;
  const stopList = async (id = point_id) => (await partner.get(`/v1/stop-list?point_id=${id}`)).body;
  expect(await stopList()).toEqual({ stop_list: [] });
  const entries = [
    { product_id: tea, quantity: 0 },
    { product_id: kazy, quantity: 2.5 },
  ];
  await command(till, 'SetStopList', { point_id, entries });
  expect(await stopList()).toEqual({ stop_list: entries });
  expect(await stopList(second)).toEqual({ stop_list: [] });
  expect(await item(tea)).toMatchObject({ is_available: false, available_quantity: 0 });
  expect(await item(kazy)).toMatchObject({ is_available: true, available_quantity: 2.5 });
  expect(await item(tea, second)).toMatchObject({ is_available: true, available_quantity: null });

  expect(await calculate(tea)).toMatchObject({ status: 400, body: { code: 'product_in_stop_list' } });
  const tooMuch = await calculate(kazy, 2.501);
  expect(tooMuch).toMatchObject({ status: 400, body: { code: 'stop_list_insufficient' } });
  expect(tooMuch.body.message).toContain('2.5');
  expect((await calculate(kazy, 2.5)).status).toBe(200);

  await command(till, 'ClearStopList', { point_id, product_ids: [tea] });
  expect(await stopList()).toEqual({ stop_list: entries.slice(1) });
  await command(till, 'ClearStopList', { point_id });
  expect(await stopList()).toEqual({ stop_list: [] });
});

test('units that orders take are off the next menu, stop-list and cart; units of cancelled orders are back', async () => {
  const { tea } = venue.products;
  const { point_id } = venue;
  const left = async () => {
    const { body } = await partner.get(`/v1/stop-list?point_id=${point_id}`);
    return [body.stop_list[0].quantity, (await item(tea)).available_quantity, (await item(tea)).is_available];
  };
  const order = async (quantity: number) =>
    partner.post('/v1/orders', orderBody(venue, { items: [{ product_id: tea, quantity }] }));
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: tea, quantity: 5 }] });
  const first = await order(2);
  expect(await left()).toEqual([3, 3, true]);
  const etag = (await ask()).headers.get('etag')!;
  expect((await order(3)).status).toBe(200);
  expect((await ask(point_id, venue.menu_id, { 'if-none-match': etag })).status).toBe(200);
  expect(await left()).toEqual([0, 0, false]);
  expect(await calculate(tea)).toMatchObject({ status: 400, body: { code: 'product_in_stop_list' } });
  expect(await order(1)).toMatchObject({ status: 400, body: { code: 'product_in_stop_list' } });

  await partner.post(`/v1/orders/${first.body.order_id}/cancel`, { cancel_cause_id: venue.causes.plain });
  expect(await left()).toEqual([2, 2, true]);
  expect(await order(3)).toMatchObject({ status: 400, body: { code: 'stop_list_insufficient' } });
  expect((await order(2)).status).toBe(200);
});

test('the menu shows the units left of a limited product after each of twenty orders', async () => {
  const { tea } = venue.products;
  const { point_id } = venue;
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: tea, quantity: 20 }] });
  for (let left = 19; left >= 0; left--) {
    const placed = await partner.post('/v1/orders', orderBody(venue, { items: [{ product_id: tea, quantity: 1 }] }));
    expect(placed.status).toBe(200);
    expect((await item(tea)).available_quantity).toBe(left);
  }
});

test('a modifier in the stop-list stays in its group and is refused; a product left without a choice is not available', async () => {
  const { plov, small, large, egg } = venue.products;
  const { point_id } = venue;
  const order = (...ids: number[]) => {
    const modifiers = ids.map((product_id) => ({ product_id, quantity: 1 }));
    return partner.post('/v1/orders/calculate', { point_id, items: [{ product_id: plov, quantity: 1, modifiers }] });
  };
  const stop = (...ids: number[]) =>
    command(till, 'SetStopList', { point_id, entries: ids.map((product_id) => ({ product_id, quantity: 0 })) });
  const before = (await item(plov)).modifier_groups;
  await stop(egg, small);
  expect(await item(plov)).toMatchObject({ is_available: true, available_quantity: null, modifier_groups: before });
  const { body } = await partner.get(`/v1/stop-list?point_id=${point_id}`);
  expect(body.stop_list.map((it: { product_id: number }) => it.product_id)).toEqual([small, egg]);
  expect(await order(large, egg)).toMatchObject({ status: 400, body: { code: 'product_in_stop_list' } });
  expect((await order(large)).status).toBe(200);

  await stop(large);
  expect(await item(plov)).toMatchObject({ is_available: false, available_quantity: null });
  expect((await order(large)).status).toBe(400);
  await command(till, 'ClearStopList', { point_id, product_ids: [small] });
  expect(await item(plov)).toMatchObject({ is_available: true });
});

test('products below a closed section are not in the menu, and its showcase category goes with it', async () => {
  const { tea, kazy, plov } = venue.products;
  const { point_id, category_id } = venue;
  const cold = await command(till, 'DefineCategory', { name: 'Cold', parent_id: category_id });
  const drinks = await command(till, 'DefineCategory', { name: 'Drinks', parent_id: cold.id });
  const juice = await command(till, 'DefineProduct', {
    type: 'product',
    name: 'Juice',
    base_price: 1,
    category_id: drinks.id,
  });
  await command(till, 'PublishShowcase', {
    id: venue.menu_id,
    name: 'Menu',
    categories: [1, 2, 3].map((id) => ({ id, name: `Category ${id}`, order_number: 4 - id })),
    products: [
      { product_id: juice.id, category_id: 1 },
      { product_id: tea, category_id: 2, order_number: 7 },
      { product_id: kazy, category_id: 2, order_number: 6 },
    ],
  });
  const shown = async (id = point_id) => {
    const { categories, products } = (await ask(id)).body;
    return [categories, products].map((list) => list.map((it: Item & { id: number }) => it.id ?? it.product_id));
  };
  const all = [
    [3, 2, 1],
    [juice.id, kazy, tea],
  ];
  expect(await shown()).toEqual(all);
  await command(till, 'CloseMenuSection', { point_id, category_id: cold.id, closed: true });
  expect(await shown()).toEqual([
    [3, 2],
    [kazy, tea],
  ]);
  expect(await shown(second)).toEqual(all);
  expect(await calculate(juice.id)).toMatchObject({ status: 400, body: { code: 'product_not_found' } });
  // Not in the key's showcase, but on sale: the nomenclature names it, so it can be ordered.
  const small = { product_id: venue.products.small, quantity: 1 };
  const items = [{ product_id: plov, quantity: 1, modifiers: [small] }];
  expect((await partner.post('/v1/orders/calculate', { point_id, items })).status).toBe(200);
});

test('a menu leaves out modifier groups without items, and then no choice is required', async () => {
  const { plov, small, large } = venue.products;
  const { point_id } = venue;
  const groups = async (id?: string) => (await item(plov, id)).modifier_groups.map((group) => group.name);
  await command(till, 'SetOnSale', { point_id, product_ids: [small, large], on_sale: false });
  expect(await groups()).toEqual(['Extras']);
  expect(await groups(second)).toEqual(['Size', 'Extras']);
  expect((await calculate(plov)).status).toBe(200);
  expect((await calculate(plov, 1, second)).status).toBe(400);

  const empty = { name: 'Empty', min: 1, max: 1, required: true, items: [] };
  const soup = await command(till, 'DefineProduct', {
    type: 'product',
    name: 'Soup',
    base_price: 20_000,
    category_id: venue.category_id,
    modifier_groups: [empty],
  });
  await command(till, 'PublishShowcase', {
    id: venue.menu_id,
    name: 'Menu',
    categories: [{ id: 1, name: 'All', order_number: 1 }],
    products: [{ product_id: soup.id, category_id: 1 }],
  });
  expect(await items()).toMatchObject([{ product_id: soup.id, modifier_groups: [] }]);
});

test('a command’s change is in the very next menu, twenty times in a row', async () => {
  const { tea } = venue.products;
  for (let price = 1; price <= 20; price++) {
    await command(till, 'SetPrices', { point_id: venue.point_id, prices: [{ product_id: tea, price }] });
    expect((await item(tea)).price).toBe(price);
    const placed = await partner.post('/v1/orders', orderBody(venue, { items: [{ product_id: tea, quantity: 1 }] }));
    expect(placed.body.total_amount).toBe(price);
  }
});
