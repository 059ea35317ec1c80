import { describe, expect, it } from 'vitest';
import { renderShowcase } from '../../../../src/projections/menu/render-showcase.ts';
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

const render = async (source: Source, time = '12:00') => (await renderShowcase(menuOf(source), 5, 1, time))!;
const productIds = async (source: Source) => (await render(source)).products.map((item) => item.product_id);

describe('a showcase', () => {
  it('a showcase that the brand does not have is undefined', async () =>
    expect(await renderShowcase(menuOf({ showcases: [showcase(6, [])] }), 5, 1, '12:00')).toBeUndefined());

  it('a showcase shows a product as the catalogue has it where it says nothing itself', async () => {
    const { category_id: _, ...kept } = SAID;
    expect(await render({ products: [product(1, SAID)], showcases: [showcase(5, [shown(1)])] })).toEqual({
      id: 5,
      name: 'Menu 5',
      categories: [{ id: 1, name: 'Food', order_number: 1, image: null }],
      products: [
        {
          product_id: 1,
          category_id: 1,
          name: 'Product 1',
          price: 100,
          ...kept,
          modifier_groups: [],
        },
      ],
    });
  });

  it('a showcase shows its own name, description, image, order and price where it has them', async () => {
    const own = {
      name: 'Plov!',
      description: 'The best',
      image: 'https://cdn.example/p.jpg',
      order_number: 9,
      price: 70,
    };
    const products = [product(1, { description: 'Rice', image: 'https://cdn.example/x.jpg', order_number: 3 })];
    const source = { products, prices: [basePrice(1, 90)], showcases: [showcase(5, [shown(1, own)])] };
    expect((await render(source)).products[0]).toMatchObject(own);
  });

  it('a showcase has empty texts and zeros where the contract knows no null', async () => {
    const [item] = (await render({ products: [product(1)], showcases: [showcase(5, [shown(1)])] })).products;
    expect(item).toMatchObject({ ...UNSAID, category_id: 1 });
  });

  it('a showcase shows the price of the moment', async () => {
    const source = {
      products: [product(1)],
      prices: [basePrice(1, 90), windowPrice(1, 80, '11:00', '13:00')],
      showcases: [showcase(5, [shown(1)])],
    };
    expect((await render(source, '12:59')).products[0]?.price).toBe(80);
    expect((await render(source, '13:00')).products[0]?.price).toBe(90);
  });

  it('a showcase shows the price an order of the key is charged, also when another of its showcases names it', async () => {
    const source = {
      products: [product(1)],
      showcases: [showcase(5, [shown(1, { name: 'Five' })]), showcase(6, [shown(1, { name: 'Six', price: 60 })])],
    };
    const menu = menuOf(source);
    expect((await renderShowcase(menu, 5, 1, '12:00', [6, 5]))?.products[0]).toMatchObject({ price: 60, name: 'Five' });
    expect((await renderShowcase(menu, 5, 1, '12:00'))?.products[0]).toMatchObject({ price: 100, name: 'Five' });
  });

  it('a showcase leaves out what cannot be ordered at the point', async () => {
    const products = [product(1), product(3), product(4, { category_id: 8 }), product(6, { type: 'modifier' })];
    const ids = [1, 3, 4, 6, 7];
    expect(
      await productIds({
        products,
        categories: [category(8)],
        closed_sections: [{ category_id: 8 }],
        withdrawn: [{ product_id: 3 }],
        showcases: [
          showcase(
            5,
            ids.map((id) => shown(id)),
          ),
        ],
      }),
    ).toEqual([1]);
  });

  it('a showcase sorts products by order number, then id', async () => {
    const products = [product(1, { order_number: 2 }), product(3), product(2), product(4)];
    const all = [shown(1), shown(3), shown(2), shown(4, { order_number: -1 })];
    expect(await productIds({ products, showcases: [showcase(5, all)] })).toEqual([4, 2, 3, 1]);
    // 0 is a number of its own, not the want of one.
    const first = [shown(2), shown(1, { order_number: 0 }), shown(4, { order_number: 1 })];
    expect(await productIds({ products, showcases: [showcase(5, first)] })).toEqual([1, 2, 4]);
  });
});

describe('modifier groups', () => {
  it('modifier groups name what can be chosen, at the prices an order is charged', async () => {
    const products = [
      product(1, { modifier_groups: [{ ...group(9, 3, 2), min: 1, max: 2, required: true }] }),
      product(2, { type: 'modifier' }),
      product(3, { type: 'item' }),
    ];
    const showcases = [showcase(5, [shown(1), shown(2, { name: 'Garlic!', price: 5 })])];
    expect((await render({ products, prices: [basePrice(3, 30)], showcases })).products[0]?.modifier_groups).toEqual([
      {
        id: 9,
        name: 'Group 9',
        min: 1,
        max: 2,
        required: true,
        items: [
          { product_id: 3, name: 'Product 3', price: 30, min_amount: 0, max_amount: 1 },
          { product_id: 2, name: 'Garlic!', price: 5, min_amount: 0, max_amount: 1 },
        ],
      },
    ]);
  });

  it('modifier groups without anything to choose are not returned', async () => {
    const products = [product(1, { modifier_groups: [group(8), group(9, 2)] })];
    expect((await render({ products, showcases: [showcase(5, [shown(1)])] })).products[0]?.modifier_groups).toEqual([]);
  });
});

describe('categories', () => {
  const own = (id: number, order_number: number) => ({ id, name: `Category ${id}`, order_number, image: null });

  it('categories are the showcase’s own, sorted by order number, then id; empty ones stay', async () => {
    const showcases = [showcase(5, [], [own(3, 2), own(2, 1), own(1, 2)])];
    expect((await render({ showcases })).categories).toEqual([own(2, 1), own(1, 2), own(3, 2)]);
  });

  it('categories whose products all stand in closed sections are left out', async () => {
    const closed = { categories: [category(8)], closed_sections: [{ category_id: 8 }] };
    const products = [product(1, { category_id: 8 }), product(2), product(3, { category_id: 8 }), product(4)];
    const all = [
      shown(1, { category_id: 1 }),
      shown(2, { category_id: 2 }),
      shown(3, { category_id: 2 }),
      shown(4, { category_id: 3 }),
    ];
    const showcases = [showcase(5, all, [own(1, 1), own(2, 2), own(3, 3)])];
    const withdrawn = [{ product_id: 4 }];
    expect((await render({ ...closed, products, showcases, withdrawn })).categories).toEqual([own(2, 2), own(3, 3)]);
  });
});
