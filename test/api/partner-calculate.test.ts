import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import type { HttpAnswer } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const calculate = (items: unknown, fields: object = {}): Promise<HttpAnswer> =>
  venue.partner.post('/v1/orders/calculate', { point_id: venue.point_id, items, ...fields });

/** The same cart as an order: it is refused alike. */
const place = (items: unknown): Promise<HttpAnswer> => venue.partner.post('/v1/orders', orderBody(venue, { items }));

const refused = async (items: unknown, code: string): Promise<string> => {
  const asked = await calculate(items);
  expect(asked).toMatchObject({ status: 400, body: { code } });
  expect((await place(items)).body).toMatchObject({ code, message: asked.body.message });
  return asked.body.message;
};

test('a calculation has products and modifiers as separate lines, and their sums', async () => {
  const { plov, tea, large, egg } = venue.products;
  const modifiers = [
    { product_id: large, quantity: 1, price: 1 },
    { product_id: egg, quantity: 2 },
  ];
  const items = [
    { product_id: plov, quantity: 2, price: 1, modifiers },
    { product_id: tea, quantity: 1 },
  ];
  const line = (product_id: number, name: string, quantity: number, price: number, is_modifier: boolean) => ({
    product_id,
    name,
    quantity,
    price,
    total: quantity * price,
    is_modifier,
  });
  const expected = {
    items: [
      line(plov, 'Plov', 2, 45_000, false),
      line(large, 'Large', 2, 15_000, true),
      line(egg, 'Egg', 4, 4_000, true),
      line(tea, 'Tea', 1, 8_000, false),
    ],
    items_amount: 144_000,
    delivery: null,
    total_amount: 144_000,
  };
  for (const repeat of [1, 2])
    expect({ repeat, body: (await calculate(items)).body }).toEqual({ repeat, body: expected });
  expect((await place(items)).body.total_amount).toBe(144_000);
});

test('delivery is calculated for a delivery with an address, and free without zones', async () => {
  const items = [{ product_id: venue.products.tea, quantity: 1 }];
  const address = { latitude: 41.3, longitude: 69.2 };
  const delivered = await calculate(items, { order_type_id: 3, address });
  const delivery = { price: 0, zone_id: null, zone_name: null, minutes: null, min_order_amount: 0 };
  expect(delivered.body).toMatchObject({ delivery, items_amount: 8_000, total_amount: 8_000 });
  for (const fields of [{}, { order_type_id: 3 }, { order_type_id: 1, address }, { order_type_id: 2, address }]) {
    expect((await calculate(items, fields)).body.delivery).toBeNull();
  }
});

test('parts of a divisible product are rounded half up, exactly', async () => {
  const { till, category_id } = venue;
  const define = async (base_price: number): Promise<number> => {
    const product = { type: 'product', name: 'Weighed', base_price, category_id, is_divisible: true };
    return (await command(till, 'DefineProduct', product)).id;
  };
  const cases: [price: number, quantity: number, total: number][] = [
    [120_000, 0.125, 15_000],
    [1_000, 0.615, 615],
    [15, 0.1, 2],
    [5, 0.1, 1],
    [1, 0.499, 0],
    [1_005, 1.001, 1_006],
    [999_999_999, 99.999, 99_998_999_900],
  ];
  for (const [price, quantity, total] of cases) {
    const product_id = await define(price);
    const { body } = await calculate([{ product_id, quantity }]);
    expect({ price, quantity, total: body.total_amount }).toEqual({ price, quantity, total });
  }
});

test('a part of an indivisible product, and more than three decimal places, are refused', async () => {
  const { tea, kazy, plov, small, egg } = venue.products;
  expect(await refused([{ product_id: tea, quantity: 1.5 }], 'quantity_not_divisible')).toContain('Tea');
  expect(await refused([{ product_id: kazy, quantity: 0.1234 }], 'quantity_too_precise')).toContain(
    'items[0].quantity',
  );
  const modifiers = [
    { product_id: small, quantity: 1 },
    { product_id: egg, quantity: 0.5 },
  ];
  expect(await refused([{ product_id: plov, quantity: 1, modifiers }], 'quantity_not_divisible')).toContain('Egg');
});

test('a calculation keeps the rules of modifier groups: least, most, per item, and duplicates are one', async () => {
  const { plov, small, large, egg, garlic } = venue.products;
  const cart = (...modifiers: [product_id: number, quantity?: number][]) => [
    {
      product_id: plov,
      quantity: 1,
      modifiers: modifiers.map(([product_id, quantity]) => ({ product_id, ...(quantity && { quantity }) })),
    },
  ];
  // Required, exactly one size.
  expect(await refused([{ product_id: plov, quantity: 1 }], 'modifier_group_too_few')).toContain('Size');
  expect(await refused([{ product_id: plov, quantity: 1, modifiers: null }], 'modifier_group_too_few')).toContain(
    'Size',
  );
  expect(await refused(cart([egg, 1]), 'modifier_group_too_few')).toContain('Size');
  expect(await refused(cart([small, 1], [large, 1]), 'modifier_group_too_many')).toContain('Size');
  expect(await refused(cart([small, 2]), 'modifier_group_too_many')).toContain('Size');
  // Up to three extras, up to two eggs.
  expect(await refused(cart([small, 1], [garlic, 4]), 'modifier_group_too_many')).toContain('Extras');
  expect(await refused(cart([small, 1], [egg, 2], [garlic, 2]), 'modifier_group_too_many')).toContain('Extras');
  expect(await refused(cart([small, 1], [egg, 3]), 'modifier_amount_too_big')).toContain('Extras');
  expect(await refused(cart([small, 1], [egg, 1], [egg, 2]), 'modifier_amount_too_big')).toContain('Extras');

  const priced = await calculate(cart([small, 1], [egg, 1], [garlic, 1], [egg, 1]));
  expect(priced.body.items.slice(1)).toMatchObject([
    { product_id: small, quantity: 1 },
    { product_id: egg, quantity: 2, total: 8_000 },
    { product_id: garlic, quantity: 1 },
  ]);
  expect((await calculate(cart([small]))).body.items[1]).toMatchObject({ quantity: 1 });
});

test('a calculation allows a modifier group with a least that is not required, a least for an item, and no upper bound', async () => {
  const { till, category_id, products } = venue;
  const { egg, garlic } = products;
  const define = async (fields: object, items: object[]): Promise<number> => {
    const group = { name: 'Sauces', min: 0, max: 0, required: false, items, ...fields };
    const product = { type: 'product', name: 'Somsa', base_price: 6_000, category_id, modifier_groups: [group] };
    return (await command(till, 'DefineProduct', product)).id;
  };
  const cart = (product_id: number, ...units: [number, number][]) => [
    { product_id, quantity: 1, modifiers: units.map(([id, quantity]) => ({ product_id: id, quantity })) },
  ];
  const both = [{ product_id: egg }, { product_id: garlic }];
  const endless = await define({}, both);
  expect((await calculate(cart(endless, [egg, 500]))).body.total_amount).toBe(6_000 + 500 * 4_000);
  expect((await calculate(cart(endless))).status).toBe(200);
  const two = await define({ min: 2 }, both);
  expect(await refused(cart(two, [egg, 1]), 'modifier_group_too_few')).toContain('2');
  expect((await calculate(cart(two, [egg, 1], [garlic, 1]))).status).toBe(200);
  const must = await define({ required: true }, both);
  expect(await refused(cart(must), 'modifier_group_too_few')).toContain('Sauces');
  const pairs = await define({}, [{ product_id: egg, min_amount: 2, max_amount: 3 }]);
  expect(await refused(cart(pairs, [egg, 1]), 'modifier_amount_too_small')).toContain('Sauces');
  expect((await calculate(cart(pairs))).status).toBe(200);
  expect((await calculate(cart(pairs, [egg, 2]))).status).toBe(200);
});

test('a calculation refuses products and modifiers that are not in the menu, and each in the other’s place', async () => {
  const { plov, tea, small, egg } = venue.products;
  const other = await createVenue(app);
  for (const product_id of [999_999_999, other.products.tea, egg]) {
    const message = await refused(
      [
        { product_id: tea, quantity: 1 },
        { product_id, quantity: 1 },
      ],
      'product_not_found',
    );
    expect(message).toContain(String(product_id));
  }
  for (const product_id of [999_999_999, other.products.egg, tea]) {
    const modifiers = [{ product_id: small }, { product_id }];
    const message = await refused([{ product_id: plov, quantity: 1, modifiers }], 'modifier_not_found');
    expect(message).toContain(String(product_id));
  }
  await refused([{ product_id: tea, quantity: 1, modifiers: [{ product_id: egg }] }], 'modifier_not_found');
});

test('a calculation adds up units of the stop-list over lines and modifiers', async () => {
  const { point_id, till, products } = venue;
  const { plov, tea, small, egg } = products;
  const entries = [
    { product_id: tea, quantity: 3 },
    { product_id: egg, quantity: 2 },
  ];
  await command(till, 'SetStopList', { point_id, entries });
  const teas = (...quantities: number[]) => quantities.map((quantity) => ({ product_id: tea, quantity }));
  expect((await calculate(teas(2, 1))).status).toBe(200);
  expect(await refused(teas(2, 2), 'stop_list_insufficient')).toMatch(/Tea.*3/);
  const withEggs = (quantity: number, eggs: number) => ({
    product_id: plov,
    quantity,
    modifiers: [{ product_id: small }, { product_id: egg, quantity: eggs }],
  });
  expect((await calculate([withEggs(2, 1)])).status).toBe(200);
  expect(await refused([withEggs(2, 2)], 'stop_list_insufficient')).toMatch(/Egg.*2/);
  expect(await refused([withEggs(1, 2), withEggs(1, 1)], 'stop_list_insufficient')).toContain('Egg');
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: small, quantity: 0 }] });
  expect(await refused([withEggs(1, 1)], 'product_in_stop_list')).toContain('Small');
  await command(till, 'ClearStopList', { point_id });
});

test('a calculation at a point of another brand, outside of the key’s, or that does not exist is a 404', async () => {
  const other = await createVenue(app);
  const second = await definePoint(venue.till);
  const items = [{ product_id: venue.products.tea, quantity: 1 }];
  const key = await command(venue.till, 'IssueKey', { audience: 'partner', name: 'bound', point_ids: [second.id] });
  const bound = await app.client(key.api_key);
  for (const point_id of [other.point_id, '00000000-0000-4000-8000-000000000000']) {
    expect(await calculate(items, { point_id })).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
  }
  expect((await bound.post('/v1/orders/calculate', { point_id: venue.point_id, items })).status).toBe(404);
  expect((await bound.post('/v1/orders/calculate', { point_id: second.id, items })).status).toBe(200);
});
