import { describe, expect, it } from 'vitest';
import type { PointMenuSource } from '../../../src/projections/catalogue/point-menu.ts';
import { hasPriceWindows, priceBookFor } from '../../../src/projections/catalogue/price-book.ts';
import { basePrice, group, menuOf, product, showcase, shown, windowPrice } from './point-menu-fixture.ts';

const NOON = [1, '12:00'] as const;
const NIGHT = [1, '23:00'] as const;

/** The one product of a point, as a key with these showcases may order it. */
const sold = (
  source: Partial<PointMenuSource>,
  id = 1,
  showcaseIds: readonly number[] = [],
  at: readonly [number, string] = NOON,
) => priceBookFor(menuOf(source), showcaseIds, ...at).product(id);

describe('the price', () => {
  const everything = {
    products: [product(1)],
    prices: [basePrice(1, 90), windowPrice(1, 80, '11:00', '13:00')],
    showcases: [
      showcase(5, [shown(1, { price: 70 })]),
      showcase(6, [shown(1, { price: 60 })]),
      showcase(7, [shown(1)]),
    ],
  };

  it('is the base price where the point has none', () => expect(sold({ products: [product(1)] })?.price).toBe(100));

  it('is the point’s price, and that of a window while it is on', () => {
    expect(sold(everything, 1, [], NIGHT)?.price).toBe(90);
    expect(sold(everything, 1, [], NOON)?.price).toBe(80);
  });

  it('is the base price outside of windows where the point has no other', () => {
    const source = { products: [product(1)], prices: [windowPrice(1, 80, '11:00', '13:00')] };
    expect(sold(source, 1, [], NIGHT)?.price).toBe(100);
  });

  it('is the showcase’s where the key has one that names it; of several, the first', () => {
    expect(sold(everything, 1, [5])?.price).toBe(70);
    expect(sold(everything, 1, [6, 5])?.price).toBe(60);
    expect(sold(everything, 1, [7, 6])?.price).toBe(60);
  });

  it('is the point’s where the showcase names none, and where the key’s showcases are unknown', () => {
    expect(sold(everything, 1, [7], NIGHT)?.price).toBe(90);
    expect(sold(everything, 1, [8], NIGHT)?.price).toBe(90);
  });

  it('may be 0 at every level', () => {
    const free = [basePrice(1, 0)];
    expect(sold({ products: [product(1)], prices: free })?.price).toBe(0);
    expect(
      sold({ products: [product(1)], prices: [basePrice(1, 90), windowPrice(1, 0, '11:00', '13:00')] })?.price,
    ).toBe(0);
    expect(sold({ products: [product(1)], showcases: [showcase(5, [shown(1, { price: 0 })])] }, 1, [5])?.price).toBe(0);
  });

  it('of overlapping windows is that set last', () => {
    const wide = windowPrice(1, 80, '09:00', '18:00');
    const narrow = windowPrice(1, 70, '11:00', '13:00');
    expect(sold({ products: [product(1)], prices: [wide, narrow] })?.price).toBe(70);
    expect(sold({ products: [product(1)], prices: [narrow, wide] })?.price).toBe(80);
  });
});

describe('a product', () => {
  it('is sold with what an order records of it', () =>
    expect(
      sold({
        products: [product(1, { category_id: 3, is_divisible: true })],
        costs: [{ product_id: 1, cost: 40 }],
        stop_list: [{ product_id: 1, quantity: 2.5 }],
      }),
    ).toEqual({
      product_id: 1,
      name: 'Product 1',
      category_id: 3,
      price: 100,
      cost: 40,
      is_divisible: true,
      is_modifier: false,
      modifier_groups: [],
      available_quantity: 2.5,
    }));

  it('has no cost and no restriction unless they are set; a cost of 0 is one', () => {
    expect(sold({ products: [product(1)] })).toMatchObject({ cost: null, available_quantity: null });
    const zeros = { costs: [{ product_id: 1, cost: 0 }], stop_list: [{ product_id: 1, quantity: 0 }] };
    expect(sold({ products: [product(1)], ...zeros })).toMatchObject({ cost: 0, available_quantity: 0 });
  });

  it('bears the name of the first showcase that gives it one', () => {
    const showcases = [showcase(5, [shown(1)]), showcase(6, [shown(1, { name: 'Plov!' })])];
    expect(sold({ products: [product(1)], showcases }, 1, [5, 6])?.name).toBe('Plov!');
    expect(sold({ products: [product(1)], showcases }, 1, [5])?.name).toBe('Product 1');
  });

  it.each([
    ['unknown', { products: [] }],
    ['inactive', { products: [product(1, { is_active: false })] }],
    ['withdrawn from sale', { products: [product(1)], withdrawn: [{ product_id: 1 }] }],
    ['a prep', { products: [product(1, { type: 'prep' as const })] }],
    [
      'in a closed section',
      {
        products: [product(1, { category_id: 3 })],
        categories: [{ category_id: 3, parent_id: null }],
        closed_sections: [{ category_id: 3 }],
      },
    ],
    [
      'far below a closed section',
      {
        products: [product(1, { category_id: 5 })],
        categories: [
          { category_id: 5, parent_id: 4 },
          { category_id: 4, parent_id: 3 },
          { category_id: 3, parent_id: null },
        ],
        closed_sections: [{ category_id: 3 }],
      },
    ],
  ])('is not sold when it is %s', (_, source) => expect(sold(source)).toBeUndefined());

  it('is sold above a closed section, and beside it', () => {
    const categories = [
      { category_id: 4, parent_id: 3 },
      { category_id: 5, parent_id: 3 },
      { category_id: 3, parent_id: null },
    ];
    const products = [product(1, { category_id: 3 }), product(2, { category_id: 5 })];
    const source = { products, categories, closed_sections: [{ category_id: 4 }] };
    expect(sold(source, 1)).toBeDefined();
    expect(sold(source, 2)).toBeDefined();
  });

  it.each(['item', 'service'] as const)('may be of type %s', (type) =>
    expect(sold({ products: [product(1, { type })] })).toMatchObject({ is_modifier: false }),
  );
});

describe('modifiers', () => {
  it('are told apart: only those of that type can not be ordered alone', () => {
    const products = [product(1, { modifier_groups: [group(9, 2, 3)] }), product(2, { type: 'modifier' }), product(3)];
    expect(sold({ products }, 2)?.is_modifier).toBe(true);
    expect(sold({ products }, 3)?.is_modifier).toBe(false);
  });

  it('that can not be sold leave their groups, and groups nothing is left of are gone', () => {
    const products = [
      product(1, { modifier_groups: [group(8, 2, 3), group(9, 3, 4), { ...group(10), required: true }] }),
      product(2, { type: 'modifier' }),
      product(3, { type: 'modifier' }),
      product(4, { type: 'prep' }),
    ];
    const source = { products, withdrawn: [{ product_id: 3 }] };
    expect(sold(source)?.modifier_groups).toEqual([{ ...group(8, 2) }]);
  });

  it('stay in their groups when they are in the stop-list', () => {
    const products = [product(1, { modifier_groups: [group(9, 2)] }), product(2, { type: 'modifier' })];
    const source = { products, stop_list: [{ product_id: 2, quantity: 0 }] };
    expect(sold(source)?.modifier_groups).toEqual([group(9, 2)]);
    expect(sold(source, 2)?.available_quantity).toBe(0);
  });
});

describe('a book', () => {
  const plain = menuOf({
    products: [product(1)],
    prices: [basePrice(1, 90)],
    showcases: [showcase(5, [shown(1, { price: 70 })])],
  });
  const timed = menuOf({ products: [product(1)], prices: [windowPrice(1, 80, '11:00', '13:00')] });

  it('knows whether its prices follow the clock', () => {
    expect(hasPriceWindows(plain)).toBe(false);
    expect(hasPriceWindows(timed)).toBe(true);
  });

  it('is made once, and looks a product up once, while no price can change', () => {
    const book = priceBookFor(plain, [5], ...NOON);
    expect(priceBookFor(plain, [5], ...NIGHT)).toBe(book);
    expect(book.product(1)).toBe(book.product(1));
  });

  it('is one per selection of showcases', () => {
    expect(priceBookFor(plain, [5], ...NOON).product(1)?.price).toBe(70);
    expect(priceBookFor(plain, [], ...NOON).product(1)?.price).toBe(90);
    expect(priceBookFor(plain, [5], ...NOON).product(1)?.price).toBe(70);
  });

  it('lasts a minute where prices follow the clock', () => {
    const prices = (['10:59', '11:00', '12:59', '13:00'] as const).map(
      (time) => priceBookFor(timed, [], 1, time).product(1)?.price,
    );
    expect(prices).toEqual([100, 80, 80, 100]);
    expect(priceBookFor(timed, [], ...NOON)).toBe(priceBookFor(timed, [], ...NOON));
    expect(priceBookFor(timed, [], 1, '12:00')).not.toBe(priceBookFor(timed, [], 2, '12:00'));
  });
});
