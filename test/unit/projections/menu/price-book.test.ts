import { describe, expect, it } from 'vitest';
import { limitedPriceBook, pricesFor } from '../../../../src/projections/menu/price-book.ts';
import {
  basePrice,
  category,
  group,
  menuOf,
  product,
  type Source,
  showcase,
  shown,
  windowPrice,
} from './point-menu-fixture.ts';

const NOON = [1, '12:00'] as const;
const NIGHT = [1, '23:00'] as const;

/** The one product of a point, as a key with these showcases may order it. */
const sold = (source: Source, id = 1, showcaseIds: readonly number[] = [], at: readonly [number, string] = NOON) =>
  pricesFor(menuOf(source), showcaseIds, ...at).product(id);

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

  it('the price is the base price where the point has none', () =>
    expect(sold({ products: [product(1)] })?.price).toBe(100));

  it('the price is the point’s price, and that of a window while it is on', () => {
    expect(sold(everything, 1, [], NIGHT)?.price).toBe(90);
    expect(sold(everything, 1, [], NOON)?.price).toBe(80);
  });

  it('the price is the base price outside of windows where the point has no other', () => {
    const source = { products: [product(1)], prices: [windowPrice(1, 80, '11:00', '13:00')] };
    expect(sold(source, 1, [], NIGHT)?.price).toBe(100);
  });

  it('the price is the showcase’s where the key has one that names it; of several, the first', () => {
    expect(sold(everything, 1, [5])?.price).toBe(70);
    expect(sold(everything, 1, [6, 5])?.price).toBe(60);
    expect(sold(everything, 1, [7, 6])?.price).toBe(60);
  });

  it('the price is the point’s where the showcase names none, and where the key’s showcases are unknown', () => {
    expect(sold(everything, 1, [7], NIGHT)?.price).toBe(90);
    expect(sold(everything, 1, [8], NIGHT)?.price).toBe(90);
  });

  it('the price may be 0 at every level', () => {
    const free = [basePrice(1, 0)];
    expect(sold({ products: [product(1)], prices: free })?.price).toBe(0);
    expect(
      sold({ products: [product(1)], prices: [basePrice(1, 90), windowPrice(1, 0, '11:00', '13:00')] })?.price,
    ).toBe(0);
    expect(sold({ products: [product(1)], showcases: [showcase(5, [shown(1, { price: 0 })])] }, 1, [5])?.price).toBe(0);
  });

  it('the price of overlapping windows is that set last', () => {
    const wide = windowPrice(1, 80, '09:00', '18:00');
    const narrow = windowPrice(1, 70, '11:00', '13:00');
    expect(sold({ products: [product(1)], prices: [wide, narrow] })?.price).toBe(70);
    expect(sold({ products: [product(1)], prices: [narrow, wide] })?.price).toBe(80);
  });
});

describe('a product', () => {
  it('a product is sold with what an order records of it', () =>
    expect(
      sold({
        products: [product(1, { category_id: 3, is_divisible: true })],
        costs: [{ product_id: 1, cost: 40 }],
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
      available_quantity: null,
    }));

  it('a product has no cost and no restriction unless they are set; a cost of 0 is one', () => {
    expect(sold({ products: [product(1)] })).toMatchObject({ cost: null, available_quantity: null });
    expect(sold({ products: [product(1)], costs: [{ product_id: 1, cost: 0 }] })?.cost).toBe(0);
  });

  it('a product bears the name of the first showcase that gives it one', () => {
    const showcases = [showcase(5, [shown(1)]), showcase(6, [shown(1, { name: 'Plov!' })])];
    expect(sold({ products: [product(1)], showcases }, 1, [5, 6])?.name).toBe('Plov!');
    expect(sold({ products: [product(1)], showcases }, 1, [5])?.name).toBe('Product 1');
  });

  it.each([
    ['unknown', { products: [] }],
    ['withdrawn from sale', { products: [product(1)], withdrawn: [{ product_id: 1 }] }],
    [
      'in a closed section',
      {
        products: [product(1, { category_id: 3 })],
        categories: [category(3)],
        closed_sections: [{ category_id: 3 }],
      },
    ],
    [
      'far below a closed section',
      {
        products: [product(1, { category_id: 5 })],
        categories: [category(5, 4), category(4, 3), category(3)],
        closed_sections: [{ category_id: 3 }],
      },
    ],
  ])('a product is not sold when it is %s', (_, source) => expect(sold(source)).toBeUndefined());

  it('a product is sold above a closed section, and beside it', () => {
    const categories = [category(4, 3), category(5, 3), category(3)];
    const products = [product(1, { category_id: 3 }), product(2, { category_id: 5 })];
    const source = { products, categories, closed_sections: [{ category_id: 4 }] };
    expect(sold(source, 1)).toBeDefined();
    expect(sold(source, 2)).toBeDefined();
  });

  it.each(['item', 'service'] as const)('a product may be of type %s', (type) =>
    expect(sold({ products: [product(1, { type })] })).toMatchObject({ is_modifier: false }),
  );
});

describe('modifiers', () => {
  it('modifiers are told apart: only those of that type cannot be ordered alone', () => {
    const products = [product(1, { modifier_groups: [group(9, 2, 3)] }), product(2, { type: 'modifier' }), product(3)];
    expect(sold({ products }, 2)?.is_modifier).toBe(true);
    expect(sold({ products }, 3)?.is_modifier).toBe(false);
  });

  it('modifiers that cannot be sold leave their groups, and groups nothing is left of are gone', () => {
    const products = [
      product(1, { modifier_groups: [group(8, 2, 3), group(9, 3, 4), { ...group(10), required: true }] }),
      product(2, { type: 'modifier' }),
      product(3, { type: 'modifier' }),
    ];
    const source = { products, withdrawn: [{ product_id: 3 }] };
    expect(sold(source)?.modifier_groups).toEqual([{ ...group(8, 2) }]);
  });

  it('modifiers are the catalogue’s own groups, not copies, where nothing of them is missing', () => {
    const products = [product(1, { modifier_groups: [group(9, 2)] }), product(2, { type: 'modifier' })];
    expect(sold({ products })?.modifier_groups).toBe(products[0]!.modifier_groups);
  });
});

describe('the stop-list over a book', () => {
  const menu = menuOf({
    products: [product(1, { modifier_groups: [group(9, 2)] }), product(2, { type: 'modifier' }), product(3)],
  });
  const prices = pricesFor(menu, [], ...NOON);
  const book = limitedPriceBook(
    prices,
    new Map([
      [1, 2.5],
      [2, 0],
      [404, 1],
    ]),
  );

  it('the stop-list over a book says how many units are left, of modifiers too; they stay in their groups', () => {
    expect(book.product(1)).toEqual({ ...prices.product(1), available_quantity: 2.5 });
    expect(book.product(2)?.available_quantity).toBe(0);
    expect(book.product(1)?.modifier_groups).toEqual([group(9, 2)]);
  });

  it('the stop-list over a book restricts nothing else, and sells nothing that was not sold', () => {
    expect(book.product(3)).toBe(prices.product(3));
    expect(book.product(404)).toBeUndefined();
    expect(limitedPriceBook(prices, new Map())).toBe(prices);
  });
});

describe('a book', () => {
  const plain = menuOf({
    products: [product(1)],
    prices: [basePrice(1, 90)],
    showcases: [showcase(5, [shown(1, { price: 70 })])],
  });
  const timed = menuOf({ products: [product(1)], prices: [windowPrice(1, 80, '11:00', '13:00')] });

  it('a price book knows whether its prices follow the clock', () => {
    expect(plain.has_price_windows).toBe(false);
    expect(timed.has_price_windows).toBe(true);
  });

  it('a price book is made once, and looks a product up once, while no price can change', () => {
    const book = pricesFor(plain, [5], ...NOON);
    expect(pricesFor(plain, [5], ...NIGHT)).toBe(book);
    expect(book.product(1)).toBe(book.product(1));
  });

  it('a price book is one per selection of showcases', () => {
    expect(pricesFor(plain, [5], ...NOON).product(1)?.price).toBe(70);
    expect(pricesFor(plain, [], ...NOON).product(1)?.price).toBe(90);
    expect(pricesFor(plain, [5], ...NOON).product(1)?.price).toBe(70);
  });

  it('a price book is one per order of them: two keys may have the same showcases, and another first', () => {
    const menu = menuOf({
      products: [product(1)],
      showcases: [showcase(5, [shown(1, { price: 70 })]), showcase(6, [shown(1, { price: 60 })])],
    });
    const price = (...showcaseIds: number[]) => pricesFor(menu, showcaseIds, ...NOON).product(1)?.price;
    expect([price(5, 6), price(6, 5), price(5, 6)]).toEqual([70, 60, 70]);
  });

  it('a price book lasts until a window begins or ends', () => {
    const prices = (['10:59', '11:00', '12:59', '13:00'] as const).map(
      (time) => pricesFor(timed, [], 1, time).product(1)?.price,
    );
    expect(prices).toEqual([100, 80, 80, 100]);
    const noon = pricesFor(timed, [], ...NOON);
    expect(pricesFor(timed, [], 2, '11:00')).toBe(noon);
    expect(pricesFor(timed, [], 2, '13:00')).not.toBe(noon);
  });

  it('a price book prices what cannot be ordered as well, for menus that show it', () => {
    const menu = menuOf({ products: [product(1)], prices: [basePrice(1, 90)], withdrawn: [{ product_id: 1 }] });
    expect(pricesFor(menu, [], ...NOON).product(1)).toBeUndefined();
    expect(pricesFor(menu, [], ...NOON).priceOf(product(1))).toBe(90);
  });
});
