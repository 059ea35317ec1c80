import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, type TestVenue } from '../support/venue.ts';

interface Item {
  product_id: number;
  price: number;
  is_available: boolean;
  available_quantity: number | null;
}

let app: TestApp;
let venue: TestVenue;
let till: HttpClient;
let partner: HttpClient;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
});
afterAll(() => app.stop());

beforeEach(async () => {
  venue = await createVenue(app);
  ({ till, partner } = venue);
});

const ask = (point_id = venue.point_id, headers?: Record<string, string>) =>
  partner.get(`/v1/nomenclature?point_id=${point_id}`, headers);
const items = async (point_id?: string): Promise<Item[]> => (await ask(point_id)).body.products;
const item = async (id: number, point_id?: string) => (await items(point_id)).find((it) => it.product_id === id)!;
const ids = async (point_id?: string) => (await items(point_id)).map((it) => it.product_id);
const define = async (fields: Record<string, unknown>): Promise<number> =>
  (await command(till, 'DefineProduct', { type: 'product', category_id: venue.category_id, ...fields })).id;
const total = async (product_id: number, quantity = 1) =>
  (await partner.post('/v1/orders/calculate', { point_id: venue.point_id, items: [{ product_id, quantity }] })).body
    .total_amount;

test('the nomenclature is the whole catalogue as in the contract, to the letter', async () => {
  const { plov, tea, kazy, small, large, egg, garlic } = venue.products;
  const { category_id } = venue;
  const hot = await command(till, 'DefineCategory', {
    name: 'Hot',
    parent_id: category_id,
    order_number: 3,
    image: 'https://pictures.test/hot.jpg',
  });
  const soups = await command(till, 'DefineCategory', { name: 'Soups', parent_id: hot.id, order_number: 2 });
  const soup = await define({
    name: 'Shurpa',
    description: 'Lamb',
    category_id: soups.id,
    base_price: 30_000,
    order_number: 0,
    unit: 'g',
    weight: 350.5,
    image: 'https://pictures.test/shurpa.jpg',
    calories: 300,
    proteins: 20.5,
    fat: 10,
    carbohydrates: 15,
  });
  await define({ type: 'prep', name: 'Broth', base_price: 0 });
  await define({ name: 'Old soup', base_price: 1, is_active: false });

  const plain = {
    category_id,
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
  expect((await ask()).body).toEqual({
    categories: [
      { id: category_id, name: 'Food', parent_id: null, order_number: 1, image: null },
      { id: soups.id, name: 'Soups', parent_id: hot.id, order_number: 2, image: null },
      { id: hot.id, name: 'Hot', parent_id: category_id, order_number: 3, image: 'https://pictures.test/hot.jpg' },
    ],
    products: [
      {
        ...plain,
        product_id: soup,
        name: 'Shurpa',
        description: 'Lamb',
        category_id: soups.id,
        price: 30_000,
        order_number: 0,
        unit: 'g',
        weight: 350.5,
        image: 'https://pictures.test/shurpa.jpg',
        calories: 300,
        proteins: 20.5,
        fat: 10,
        carbohydrates: 15,
      },
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

test('the nomenclature is 409 for a key without a menu, 404 for another brand’s point, 400 without a point', async () => {
  const key = await command(till, 'IssueKey', { audience: 'partner', name: 'none' });
  const none = await app.client(key.api_key);
  expect(await none.get(`/v1/nomenclature?point_id=${venue.point_id}`)).toMatchObject({
    status: 409,
    body: { code: 'menu_not_selected' },
  });
  const other = await createVenue(app);
  expect(await ask(other.point_id)).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
  expect(await ask('nonsense')).toMatchObject({ status: 400, body: { code: 'field_not_uuid' } });
  expect(await partner.get('/v1/nomenclature')).toMatchObject({ status: 400, body: { code: 'field_required' } });

  const second = (await definePoint(till)).id;
  await command(till, 'UpdateKey', { key_id: venue.partnerKeyId, point_ids: [venue.point_id] });
  expect((await ask()).status).toBe(200);
  expect((await ask(second)).status).toBe(404);
});

test('the nomenclature has the prices of orders (showcase, window, point, base) and the venue’s own names', async () => {
  const { plov, tea, kazy } = venue.products;
  const { point_id } = venue;
  const cake = await define({ name: 'Cake', base_price: 9_000 });
  await command(till, 'PublishShowcase', {
    id: venue.menu_id,
    name: 'Menu',
    categories: [{ id: 1, name: 'All', order_number: 1 }],
    products: [
      { product_id: tea, category_id: 1, price: 7_000, name: 'Green tea', description: 'Hot' },
      { product_id: plov, category_id: 1 },
    ],
  });
  // It is Monday, 14:00 in Tashkent.
  const soon = { days: [1], from: '14:30', to: '15:00' };
  await command(till, 'SetPrices', {
    point_id,
    prices: [
      { product_id: tea, price: 1 },
      { product_id: kazy, price: 100_000 },
      { product_id: kazy, price: 90_000, window: soon },
    ],
  });
  const shown = async () => Promise.all([tea, kazy, cake].map(async (id) => (await item(id)).price));
  const charged = () => Promise.all([tea, kazy, cake].map((id) => total(id)));
  expect(await shown()).toEqual([7_000, 100_000, 9_000]);
  expect(await charged()).toEqual(await shown());
  expect(await item(tea)).toMatchObject({ name: 'Tea', description: '' });
  clock.move(30 * MINUTE);
  expect(await shown()).toEqual([7_000, 90_000, 9_000]);
  expect(await charged()).toEqual(await shown());
  clock.move(-30 * MINUTE);
});

test('the nomenclature shows a product that is not on sale at the point as not available, and its order is refused', async () => {
  const { tea, plov, small, large } = venue.products;
  const { point_id } = venue;
  const second = (await definePoint(till)).id;
  const product_ids = [tea, small];
  await command(till, 'SetOnSale', { point_id, product_ids, on_sale: false });
  expect(await item(tea)).toMatchObject({ price: 8_000, is_available: false, available_quantity: null });
  expect(await item(tea, second)).toMatchObject({ is_available: true });
  expect(await total(tea)).toBeUndefined();
  // A modifier has no flag to say so: what can't be chosen is not in its group.
  const sizes = ((await item(plov)) as unknown as { modifier_groups: { items: { product_id: number }[] }[] })
    .modifier_groups[0]!.items;
  expect(sizes.map((it) => it.product_id)).toEqual([large]);
  await command(till, 'SetOnSale', { point_id, product_ids, on_sale: true });
  expect(await item(tea)).toMatchObject({ is_available: true });
});

test('the nomenclature leaves out sections closed at the point, with everything below them', async () => {
  const { category_id, point_id } = venue;
  const drinks = await command(till, 'DefineCategory', { name: 'Drinks', order_number: 2 });
  const soft = await command(till, 'DefineCategory', { name: 'Soft', parent_id: drinks.id, order_number: 3 });
  const juice = await define({ name: 'Juice', base_price: 1, category_id: soft.id });
  const close = (id: number, closed: boolean) =>
    command(till, 'CloseMenuSection', { point_id, category_id: id, closed });
  await close(drinks.id, true);
  expect((await ask()).body.categories.map((it: { id: number }) => it.id)).toEqual([category_id]);
  expect(await ids()).not.toContain(juice);
  await close(drinks.id, false);
  await close(category_id, true);
  expect((await ask()).body.categories.map((it: { id: number }) => it.id)).toEqual([drinks.id, soft.id]);
  expect(await ids()).toEqual([juice]);
});

test('a client that still has the nomenclature gets a 304, until a price or the stop-list changes', async () => {
  const { tea } = venue.products;
  const { point_id } = venue;
  let etag = (await ask()).headers.get('etag')!;
  const changes: [type: string, fields: object][] = [
    ['SetPrices', { prices: [{ product_id: tea, price: 1 }] }],
    ['SetStopList', { entries: [{ product_id: tea, quantity: 3 }] }],
    ['SetStopList', { entries: [{ product_id: tea, quantity: 2 }] }],
    ['SetOnSale', { product_ids: [tea], on_sale: false }],
  ];
  for (const [type, fields] of changes) {
    expect(await ask(point_id, { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' });
    await command(till, type, { point_id, ...fields });
    const changed = await ask(point_id, { 'if-none-match': etag });
    expect(changed.status, type).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    etag = changed.headers.get('etag')!;
  }
  expect(await item(tea)).toMatchObject({ price: 1, is_available: false, available_quantity: 2 });
});

test('a product’s picture is an address on the web, and nothing that a page would run', async () => {
  const pictured = (image: string) =>
    till.post('/venue/v1/commands/DefineCategory', { command_id: randomUUID(), name: 'Pictured', image });
  for (const image of ['javascript:alert(1)', 'data:text/html,hello', 'plov.jpg']) {
    const { status, body } = await pictured(image);
    expect({ image, status, code: body.code }).toEqual({ image, status: 400, code: 'field_not_url' });
    expect(body.message).toContain('image');
  }
  expect((await pictured('HTTP://pictures.test/plov.jpg')).status).toBe(200);
});
