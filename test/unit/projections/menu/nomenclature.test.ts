import { describe, expect, it } from 'vitest';
import { renderNomenclature } from '../../../../src/projections/menu/render-nomenclature.ts';
import { SAID, UNSAID } from '../../../support/products.ts';
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

const render = (source: Source, showcaseIds: readonly number[] = [], time = '12:00') =>
  renderNomenclature(menuOf(source), showcaseIds, 1, time);
const productIds = async (source: Source) => (await render(source)).products.map((item) => item.product_id);

describe('the nomenclature', () => {
  it('the nomenclature shows products as the catalogue has them, whatever a showcase calls them', async () => {
    const own = { name: 'Plov!', description: 'The best', image: 'https://cdn.example/p.jpg', order_number: 9 };
    const source = {
      products: [product(1, SAID), product(2)],
      categories: [category(44)],
      showcases: [showcase(5, [shown(1, own)])],
    };
    expect((await render(source, [5])).products).toEqual([
      { product_id: 2, name: 'Product 2', price: 200, ...UNSAID, modifier_groups: [] },
      { product_id: 1, name: 'Product 1', price: 100, ...SAID, modifier_groups: [] },
    ]);
  });

  it('the nomenclature has the showcase’s price where the key’s showcase has one, else the point’s of the moment, else the base price', async () => {
    const source = {
      products: [product(1), product(2), product(3), product(4)],
      prices: [basePrice(1, 90), basePrice(2, 190), windowPrice(2, 180, '11:00', '13:00'), basePrice(3, 290)],
      showcases: [showcase(5, [shown(1, { price: 70 }), shown(2)]), showcase(6, [shown(3, { price: 1 })])],
    };
    const prices = async (...args: [ids?: readonly number[], time?: string]) =>
      (await render(source, ...args)).products.map((item) => item.price);
    expect(await prices([5])).toEqual([70, 180, 290, 400]);
    expect(await prices([5], '13:00')).toEqual([70, 190, 290, 400]);
    expect(await prices([6, 5])).toEqual([70, 180, 1, 400]);
  });

  it('the nomenclature names what is in no showcase and what is not on sale, at its price; not what stands in closed sections', async () => {
    const source = {
      products: [product(1), product(2), product(3, { category_id: 9 }), product(4, { category_id: 8 })],
      categories: [category(7), category(8, 7), category(9, 8), category(6)],
      closed_sections: [{ category_id: 8 }],
      withdrawn: [{ product_id: 2 }],
      prices: [basePrice(2, 150)],
    };
    expect((await render(source)).products).toMatchObject([
      { product_id: 1, price: 100 },
      { product_id: 2, price: 150 },
    ]);
    expect((await render(source)).categories.map(({ id }) => id)).toEqual([6, 7]);
  });

  it('the nomenclature has items and services, and modifiers only inside products, under their own names', async () => {
    const products = [
      product(1, { modifier_groups: [{ ...group(9, 2, 3, 4), required: true }, group(8, 4)] }),
      product(2, { type: 'modifier' }),
      product(3, { type: 'item' }),
      product(4, { type: 'modifier' }),
      product(5, { type: 'service' }),
    ];
    const source = {
      products,
      withdrawn: [{ product_id: 4 }],
      prices: [basePrice(2, 25)],
      showcases: [showcase(5, [shown(2, { name: 'Garlic!', price: 5 })])],
    };
    expect(await productIds(source)).toEqual([1, 3, 5]);
    expect((await render(source, [5])).products[0]?.modifier_groups).toEqual([
      {
        id: 9,
        name: 'Group 9',
        min: 0,
        max: 2,
        required: true,
        items: [
          { product_id: 2, name: 'Product 2', price: 5, min_amount: 0, max_amount: 1 },
          { product_id: 3, name: 'Product 3', price: 300, min_amount: 0, max_amount: 1 },
        ],
      },
    ]);
    expect((await render(source)).products[0]?.modifier_groups[0]?.items[0]?.price).toBe(25);
  });

  it('the nomenclature sorts products and categories by order number, then id, and says what stands under what', async () => {
    const products = [product(1, { order_number: 2 }), product(3), product(2), product(4, { order_number: -1 })];
    expect(await productIds({ products })).toEqual([4, 2, 3, 1]);
    const categories = [
      { ...category(1), order_number: 5, image: 'https://cdn.example/c.jpg' },
      { ...category(3, 1), order_number: 2 },
      { ...category(2, 3), order_number: 2 },
    ];
    expect((await render({ categories })).categories).toEqual([
      { id: 2, name: 'Category 2', parent_id: 3, order_number: 2, image: null },
      { id: 3, name: 'Category 3', parent_id: 1, order_number: 2, image: null },
      { id: 1, name: 'Category 1', parent_id: null, order_number: 5, image: 'https://cdn.example/c.jpg' },
    ]);
  });
});
