import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModifierGroup, PriceBook, SellableProduct } from '../../../../src/domain/orders/price-book.ts';
import { priceCart } from '../../../../src/domain/orders/pricing.ts';
import type { RequestedItem } from '../../../../src/domain/orders/requested-item.ts';
import { Refusal } from '../../../../src/domain/refusal.ts';

const product = (product_id: number, changes: Partial<SellableProduct> = {}): SellableProduct => ({
  product_id,
  name: `Product ${product_id}`,
  category_id: 3,
  price: 1_000,
  cost: 400,
  is_divisible: false,
  is_modifier: false,
  modifier_groups: [],
  available_quantity: null,
  ...changes,
});

const group = (changes: Partial<ModifierGroup> = {}): ModifierGroup => ({
  id: 1,
  name: 'Sauces',
  min: 0,
  max: 0,
  required: false,
  items: [
    { product_id: 21, min_amount: 0, max_amount: 0 },
    { product_id: 22, min_amount: 0, max_amount: 0 },
  ],
  ...changes,
});

const bookOf = (...products: SellableProduct[]): PriceBook => {
  const byId = new Map(products.map((it) => [it.product_id, it]));
  return { product: (productId) => byId.get(productId) };
};

const PLOV = 11;
const MEAT = 12;
const [GARLIC, PEPPER, ONION] = [21, 22, 23];

const garlic = product(GARLIC, { name: 'Garlic', price: 300, is_modifier: true });
const pepper = product(PEPPER, { name: 'Pepper', price: 50, is_modifier: true });
const onion = product(ONION, { is_modifier: true });

/** Plov with these groups, meat by weight, and three modifiers, of which onion is in no group. */
const book = (...modifier_groups: ModifierGroup[]): PriceBook =>
  bookOf(
    product(PLOV, { name: 'Plov', price: 45_000, modifier_groups }),
    product(MEAT, { name: 'Meat', price: 1_005, is_divisible: true, cost: null, modifier_groups }),
    garlic,
    pepper,
    onion,
  );

const item = (product_id: number, quantity: number, ...chosen: (readonly [number, number])[]): RequestedItem => ({
  product_id,
  quantity,
  modifiers: chosen.map(([id, units]) => ({ product_id: id, quantity: units })),
});

const refusalOf = (items: readonly RequestedItem[], prices: PriceBook): Pick<Refusal, 'kind' | 'code' | 'params'> => {
  try {
    priceCart(items, prices);
  } catch (error) {
    if (error instanceof Refusal) return { kind: error.kind, code: error.code, params: error.params };
    throw error;
  }
  throw new Error('the cart was not refused');
};

const refused = (code: string, params: Refusal['params']) => ({ kind: 'invalid', code, params });

describe('a cart', () => {
  it('has 2000 lines at most, modifiers among them; merged ones count once', () => {
    const most = Array(1_000).fill(item(PLOV, 1, [GARLIC, 1], [GARLIC, 1]));
    expect(priceCart(most, book(group())).items).toHaveLength(1_000);
    const tooLong = refused('field_too_long', { field: 'items', max: 2_000 });
    expect(refusalOf([...most, item(PLOV, 1)], book(group()))).toEqual(tooLong);
    expect(refusalOf(Array(700).fill(item(PLOV, 1, [GARLIC, 1], [PEPPER, 1])), book(group()))).toEqual(tooLong);
  });

  it('a cart has the prices of the book, and modifiers for every unit of their product', () => {
    const { items, items_amount } = priceCart([item(PLOV, 2, [GARLIC, 3]), item(MEAT, 0.1)], book(group()));
    expect(items).toEqual([
      {
        product_id: PLOV,
        name: 'Plov',
        category_id: 3,
        quantity: 2,
        price: 45_000,
        total: 90_000,
        cost: 400,
        comment: null,
        modifiers: [
          { product_id: GARLIC, name: 'Garlic', category_id: 3, quantity: 6, price: 300, total: 1_800, cost: 400 },
        ],
      },
      expect.objectContaining({ product_id: MEAT, quantity: 0.1, total: 101, cost: null, modifiers: [] }),
    ]);
    expect(items_amount).toBe(91_901);
  });

  it('a cart ignores prices that come with it', () => {
    const cheap = { ...item(PLOV, 1), price: 1, total: 1 };
    expect(priceCart([cheap], book()).items_amount).toBe(45_000);
  });

  it('a cart keeps lines of one product apart, and its comments', () => {
    const { items } = priceCart([{ ...item(PLOV, 1), comment: 'no salt' }, item(PLOV, 1)], book());
    expect(items.map(({ comment }) => comment)).toEqual(['no salt', null]);
  });

  it('a cart merges a modifier that is named twice', () => {
    const { items } = priceCart([item(PLOV, 1, [GARLIC, 1], [PEPPER, 1], [GARLIC, 2])], book(group()));
    expect(items[0]?.modifiers.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
      [GARLIC, 3],
      [PEPPER, 1],
    ]);
  });

  it.each([
    ['a product that is not in the book', item(99, 1), 'items[0].product_id', 99],
    ['a modifier alone', item(GARLIC, 1), 'items[0].product_id', GARLIC],
  ])('a cart with %s is refused', (_what, line, field, product_id) => {
    expect(refusalOf([line], book(group()))).toEqual(refused('product_not_found', { field, product_id }));
  });

  it.each([
    ['is not in the book', 99],
    ['the product does not offer', ONION],
    ['is a product nobody offers inside another', MEAT],
  ])('a cart with a modifier that %s is refused', (_what, product_id) => {
    const field = 'items[1].modifiers[1].product_id';
    expect(refusalOf([item(PLOV, 1), item(PLOV, 1, [GARLIC, 1], [product_id, 1])], book(group()))).toEqual(
      refused('modifier_not_found', { field, product_id }),
    );
  });

  it('a cart with a part of what is sold whole is refused', () => {
    expect(refusalOf([item(PLOV, 1.5)], book())).toEqual(
      refused('quantity_not_divisible', { field: 'items[0].quantity', name: 'Plov' }),
    );
    expect(refusalOf([item(PLOV, 1, [GARLIC, 0.5])], book(group()))).toEqual(
      refused('quantity_not_divisible', { field: 'items[0].modifiers[0].quantity', name: 'Garlic' }),
    );
  });

  it('a cart with more than three decimal places is refused', () => {
    expect(refusalOf([item(MEAT, 0.1234)], book())).toEqual(
      refused('quantity_too_precise', { field: 'items[0].quantity' }),
    );
  });

  it('a cart with a modifier that rounds to no units is refused, not given a line of 0', () => {
    expect(refusalOf([item(MEAT, 0.1, [GARLIC, 0.004])], book(group()))).toEqual(
      refused('quantity_too_precise', { field: 'items[0].modifiers[0].quantity' }),
    );
  });

  it('a cart that costs more than money is counted to is refused', () => {
    const dear = bookOf(product(PLOV, { price: 1_000_000_000_000 }));
    expect(priceCart([item(PLOV, 1)], dear).items_amount).toBe(1_000_000_000_000);
    const params = { field: 'items', max: 1_000_000_000_000 };
    expect(refusalOf([item(PLOV, 1), item(PLOV, 1)], dear)).toEqual(refused('field_too_big', params));
    expect(refusalOf([item(PLOV, 99_999)], dear)).toEqual(refused('field_too_big', params));
    const many = [item(PLOV, 99_999, [GARLIC, 99_999])];
    expect(refusalOf(many, book(group()))).toEqual(refused('field_too_big', params));
  });
});

describe('modifier groups', () => {
  const field = 'items[0].modifiers';
  const cart = (chosen: readonly (readonly [number, number])[]) => [item(PLOV, 3, ...chosen)];
  const tooFew = (min: number) => refused('modifier_group_too_few', { field, group: 'Sauces', product: 'Plov', min });
  const tooMany = (max: number) => refused('modifier_group_too_many', { field, group: 'Sauces', product: 'Plov', max });

  it.each([
    ['nothing from an optional group', {}, []],
    ['any number where the maximum is 0', {}, [[GARLIC, 50] as const]],
    ['exactly the minimum', { min: 2 }, [[GARLIC, 1] as const, [PEPPER, 1] as const]],
    ['exactly the maximum', { max: 2 }, [[GARLIC, 2] as const]],
    ['one from a required group', { required: true }, [[PEPPER, 1] as const]],
  ])('modifier groups take %s', (_what, changes, chosen) => {
    expect(() => priceCart(cart(chosen), book(group(changes)))).not.toThrow();
  });

  it.each([
    ['fewer units than the minimum', { min: 2 }, [[GARLIC, 1] as const], tooFew(2)],
    ['nothing below a minimum, required or not', { min: 2 }, [], tooFew(2)],
    ['nothing from a required group', { required: true }, [], tooFew(1)],
    ['fewer than the minimum of a required group', { required: true, min: 3 }, [[GARLIC, 2] as const], tooFew(3)],
    ['more units of one item than the maximum', { max: 2 }, [[GARLIC, 3] as const], tooMany(2)],
    ['more units over items than the maximum', { max: 2 }, [[GARLIC, 2] as const, [PEPPER, 1] as const], tooMany(2)],
    ['more units in duplicates than the maximum', { max: 2 }, [[GARLIC, 2] as const, [GARLIC, 1] as const], tooMany(2)],
  ])('modifier groups refuse %s', (_what, changes, chosen, refusal) => {
    expect(refusalOf(cart(chosen), book(group(changes)))).toEqual(refusal);
  });

  it("modifier groups hold an item to its own bounds, but only once it's chosen", () => {
    const bounded = group({ items: [{ product_id: GARLIC, min_amount: 2, max_amount: 3 }] });
    const params = { field, group: 'Sauces', product_id: GARLIC };
    for (const units of [2, 3]) expect(() => priceCart(cart([[GARLIC, units]]), book(bounded))).not.toThrow();
    const tooSmall = refused('modifier_amount_too_small', { ...params, min: 2 });
    expect(refusalOf(cart([[GARLIC, 1]]), book(bounded))).toEqual(tooSmall);
    const tooBig = refused('modifier_amount_too_big', { ...params, max: 3 });
    expect(refusalOf(cart([[GARLIC, 4]]), book(bounded))).toEqual(tooBig);
    expect(() => priceCart(cart([]), book(bounded))).not.toThrow();
  });

  describe('that offer the same modifiers', () => {
    const half = (id: number, name: string) => group({ id, name, required: true, max: 1 });
    const halves = book(half(1, 'First half'), half(2, 'Second half'));

    it.each([
      ['one of each', [[GARLIC, 1] as const, [PEPPER, 1] as const]],
      ['two of one', [[GARLIC, 2] as const]],
    ])('modifier groups that offer the same modifiers count it where it is needed: %s', (_what, chosen) => {
      expect(() => priceCart(cart(chosen), halves)).not.toThrow();
    });

    it.each([
      ['one for two', [[GARLIC, 1] as const], 'modifier_group_too_few', 'Second half'],
      ['three for two', [[GARLIC, 2] as const, [PEPPER, 1] as const], 'modifier_group_too_many', 'First half'],
    ])('modifier groups that offer the same modifiers count no unit twice: %s', (_what, chosen, code, name) => {
      expect(refusalOf(cart(chosen), halves)).toMatchObject({ code, params: { group: name } });
    });

    it('modifier groups that offer the same modifiers name the one that is full, not the one without a bound', () => {
      const offering = (max_amount: number) => [{ product_id: GARLIC, min_amount: 1, max_amount }];
      const free = group({ name: 'Free', items: offering(1) });
      const one = group({ id: 2, name: 'One', max: 1, items: offering(2) });
      expect(refusalOf(cart([[GARLIC, 3]]), book(free, one))).toMatchObject({ params: { group: 'One', max: 1 } });
    });

    it('modifier groups that offer the same modifiers leave to the narrow one what only it needs, in whatever order they stand', () => {
      const any = group({ name: 'Any', max: 1 });
      const garlicOnly = group({
        id: 2,
        name: 'Garlic',
        required: true,
        items: [{ ...any.items[0]!, product_id: GARLIC }],
      });
      for (const groups of [[any, garlicOnly] as const, [garlicOnly, any] as const]) {
        expect(() => priceCart(cart([[GARLIC, 1]]), book(...groups))).not.toThrow();
        expect(() =>
          priceCart(
            cart([
              [GARLIC, 1],
              [PEPPER, 1],
            ]),
            book(...groups),
          ),
        ).not.toThrow();
        expect(refusalOf(cart([[PEPPER, 1]]), book(...groups))).toMatchObject({ params: { group: 'Garlic' } });
      }
    });

    describe('within bounds of its own in each', () => {
      const garlicOf = (name: string, min_amount: number, max_amount: number, changes: Partial<ModifierGroup> = {}) =>
        group({ name, items: [{ product_id: GARLIC, min_amount, max_amount }], ...changes });
      const chosen = (units: number) => cart([[GARLIC, units]]);
      const other = group({ name: 'Other', items: [{ product_id: PEPPER, min_amount: 0, max_amount: 0 }] });

      it('modifier groups with different bounds for one modifier take together what each of them may have, and no more', () => {
        const both = book(other, garlicOf('Small', 3, 1), garlicOf('Large', 1, 2));
        expect(() => priceCart(chosen(3), both)).not.toThrow();
        const params = { field, group: 'Small', product_id: GARLIC };
        expect(refusalOf(chosen(4), both)).toEqual(refused('modifier_amount_too_big', { ...params, max: 3 }));
        const unbounded = book(garlicOf('Small', 0, 1), garlicOf('Any', 0, 0));
        expect(() => priceCart(chosen(4), unbounded)).not.toThrow();
      });

      it('modifier groups with different bounds for one modifier take the least that one of them asks for', () => {
        const both = book(other, garlicOf('Large', 3, 0), garlicOf('Small', 2, 0));
        expect(() => priceCart(chosen(2), both)).not.toThrow();
        const params = { field, group: 'Large', product_id: GARLIC };
        expect(refusalOf(chosen(1), both)).toEqual(refused('modifier_amount_too_small', { ...params, min: 2 }));
      });

      it('modifier groups with different bounds for one modifier count in a group no more than the item may be there', () => {
        const both = book(garlicOf('Small', 0, 1, { min: 2 }), garlicOf('Any', 0, 0));
        expect(refusalOf(chosen(2), both)).toMatchObject({
          code: 'modifier_group_too_few',
          params: { group: 'Small' },
        });
      });

      it('modifier groups with different bounds for one modifier name the group that has too many', () => {
        const full = book(other, garlicOf('Small', 0, 0, { max: 1 }));
        expect(refusalOf(chosen(2), full)).toMatchObject({
          code: 'modifier_group_too_many',
          params: { group: 'Small' },
        });
      });

      it('modifier groups with different bounds for one modifier lose nothing of parts in sums', () => {
        const parts = [product(GARLIC, { is_modifier: true, is_divisible: true }), { ...pepper, is_divisible: true }];
        const spoons = bookOf(product(PLOV, { modifier_groups: [group({ min: 2, max: 2 })] }), ...parts);
        const sum = [item(PLOV, 1, [GARLIC, 1.001], [PEPPER, 0.999])];
        expect(() => priceCart(sum, spoons)).not.toThrow();
      });
    });
  });

  it('modifier groups count units for one unit of the product, however many are ordered', () => {
    expect(() => priceCart([item(PLOV, 7, [GARLIC, 1])], book(group({ max: 1 })))).not.toThrow();
  });
});

describe('the stop-list', () => {
  const withGarlic = (available_quantity: number | null) =>
    bookOf(product(PLOV, { name: 'Plov', modifier_groups: [group()] }), product(MEAT), {
      ...garlic,
      available_quantity,
    });
  const plovLeft = (available_quantity: number) => bookOf(product(PLOV, { name: 'Plov', available_quantity }));

  it('the stop-list refuses what is out, and what is more than is left', () => {
    const params = { name: 'Plov', product_id: PLOV };
    expect(refusalOf([item(PLOV, 1)], plovLeft(0))).toEqual(
      refused('product_in_stop_list', { ...params, available_quantity: 0 }),
    );
    expect(refusalOf([item(PLOV, 3)], plovLeft(2))).toEqual(
      refused('stop_list_insufficient', { ...params, available_quantity: 2 }),
    );
    expect(() => priceCart([item(PLOV, 2)], plovLeft(2))).not.toThrow();
    const byWeight = bookOf(product(PLOV, { name: 'Plov', is_divisible: true, available_quantity: 2 }));
    expect(refusalOf([item(PLOV, 2.001)], byWeight)).toMatchObject({ code: 'stop_list_insufficient' });
  });

  it('the stop-list counts lines of one product together', () => {
    expect(() => priceCart([item(PLOV, 1), item(PLOV, 1)], plovLeft(2))).not.toThrow();
    expect(refusalOf([item(PLOV, 2), item(PLOV, 1)], plovLeft(2))).toMatchObject({ code: 'stop_list_insufficient' });
  });

  it('the stop-list counts modifiers by all units of their products', () => {
    expect(() => priceCart([item(PLOV, 2, [GARLIC, 2])], withGarlic(4))).not.toThrow();
    expect(refusalOf([item(PLOV, 2, [GARLIC, 2]), item(PLOV, 1, [GARLIC, 1])], withGarlic(4))).toEqual(
      refused('stop_list_insufficient', { name: 'Garlic', product_id: GARLIC, available_quantity: 4 }),
    );
  });

  it('the stop-list is exact with binary fractions', () => {
    const meat = bookOf(product(MEAT, { is_divisible: true, available_quantity: 0.3 }));
    expect(() => priceCart([item(MEAT, 0.1), item(MEAT, 0.2)], meat)).not.toThrow();
  });

  it('the stop-list is checked after everything else', () => {
    const none = bookOf(product(PLOV, { available_quantity: 0 }));
    expect(refusalOf([item(PLOV, 1), item(99, 1)], none)).toMatchObject({ code: 'product_not_found' });
  });

  it('the stop-list passes exactly the carts whose sums it covers', () => {
    const line = fc.record({ units: fc.integer({ min: 1, max: 5 }), each: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 40 }), (lines, left) => {
        const wanted = lines.reduce((total, { units, each }) => total + units * each, 0);
        const items = lines.map(({ units, each }) =>
          each > 0 ? item(PLOV, units, [GARLIC, each]) : item(PLOV, units),
        );
        if (wanted <= left) expect(() => priceCart(items, withGarlic(left))).not.toThrow();
        else
          expect(refusalOf(items, withGarlic(left)).params).toMatchObject({
            product_id: GARLIC,
            available_quantity: left,
          });
      }),
    );
  });
});

describe('totals', () => {
  const request = fc
    .record({
      product_id: fc.constantFrom(PLOV, MEAT),
      units: fc.integer({ min: 1, max: 20 }),
      milli: fc.integer({ min: 1, max: 20_000 }),
      garlic: fc.integer({ min: 0, max: 4 }),
      pepper: fc.integer({ min: 0, max: 4 }),
    })
    .map((it) => {
      // Garlic and pepper are sold whole, so only meat without them comes by weight.
      const byWeight = it.product_id === MEAT && it.garlic + it.pepper === 0;
      const chosen = (
        [
          [GARLIC, it.garlic],
          [PEPPER, it.pepper],
        ] as const
      ).filter(([, units]) => units > 0);
      return item(it.product_id, byWeight ? it.milli / 1_000 : it.units, ...chosen);
    });
  const carts = fc.array(request, { minLength: 1, maxLength: 8 });
  const prices = book(group());

  it('totals of a cart are the sum of lines, each rounded half up from the exact amount', () => {
    const exact = (price: number, quantity: number): number =>
      Number((BigInt(price) * BigInt(Math.round(quantity * 1_000)) + 500n) / 1_000n);
    fc.assert(
      fc.property(carts, (items) => {
        let expected = 0;
        for (const { product_id, quantity, modifiers } of items) {
          expected += exact(prices.product(product_id)!.price, quantity);
          for (const it of modifiers ?? []) {
            expected += exact(prices.product(it.product_id)!.price, quantity * it.quantity);
          }
        }
        expect(priceCart(items, prices).items_amount).toBe(expected);
      }),
    );
  });

  it('totals of a cart do not depend on the order of items', () => {
    const shuffled = carts.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
    );
    fc.assert(
      fc.property(shuffled, ([items, others]) => {
        expect(priceCart(others, prices).items_amount).toBe(priceCart(items, prices).items_amount);
      }),
    );
  });
});
