import { expect, test } from 'vitest';
import { areWhole, groupsOf, typedGroups, withNew, withThoseOf } from '../src/pages/menu/groups.ts';
import { pathsOf } from '../src/pages/menu/paths.ts';
import { menuOf, movedTo, withSection } from '../src/pages/menu/showcase-parts.ts';

const ITEM = { product_id: 7, min_amount: 0, max_amount: 2 };
const SIZE = { id: 3, name: 'Size', min: 0, max: 1, required: true, items: [ITEM] };
const EXTRAS = { id: 4, name: 'Extras', min: 0, max: 0, required: false, items: [ITEM] };

test('a group that must be chosen from has at least one, and groups keep their ids when they are sent back', () => {
  const typed = typedGroups([SIZE, EXTRAS]);
  expect(typed.map(({ min }) => min)).toEqual([1, 0]);
  expect(groupsOf(typed)).toEqual([{ ...SIZE, min: 1 }, EXTRAS]);
  expect(areWhole(typed)).toBe(true);
  expect(areWhole(withNew(typed))).toBe(false);
});

test('groups of another product are new ones here, and each has a key of its own', () => {
  const typed = withThoseOf(withNew(typedGroups([SIZE])), [EXTRAS, SIZE]);
  expect(new Set(typed.map(({ key }) => key)).size).toBe(4);
  expect(groupsOf(typed).map(({ id, name }) => [id, name])).toEqual([
    [3, 'Size'],
    [undefined, ''],
    [undefined, 'Extras'],
    [undefined, 'Size'],
  ]);
});

test('what stands above a thing is named from the top, also where things stand in a circle', () => {
  const things = [
    { id: 1, name: 'Drinks', parent_id: null },
    { id: 2, name: 'Hot', parent_id: 1 },
    { id: 3, name: 'Tea', parent_id: 2 },
  ];
  expect(pathsOf(things)).toEqual({ 2: 'Drinks', 3: 'Drinks › Hot' });
  expect(Object.keys(pathsOf([{ id: 1, name: 'One', parent_id: 1 }]))).toEqual(['1']);
});

const CATEGORIES = [
  { id: 5, name: 'Rice', order_number: 1, image: null },
  { id: 9, name: 'Soups', order_number: 2, image: null },
];

test('a new menu has what is sold by itself of the chosen sections', () => {
  const product = { type: 'product', is_active: true, category_id: 5 };
  const products = [
    { ...product, product_id: 1 },
    { ...product, product_id: 2, category_id: 8 },
    { ...product, product_id: 3, type: 'modifier' },
    { ...product, product_id: 4, is_active: false },
    { ...product, product_id: 6, category_id: null },
  ];
  expect(menuOf(CATEGORIES, products as never)).toEqual({
    categories: CATEGORIES,
    products: [{ product_id: 1, category_id: 5 }],
  });
});

test('sections are numbered by their places, and a new one has an id that no other has', () => {
  expect(movedTo(CATEGORIES, 1, 0).map(({ id, order_number }) => [id, order_number])).toEqual([
    [9, 1],
    [5, 2],
  ]);
  expect(withSection(CATEGORIES).at(-1)).toEqual({ id: 10, name: '', order_number: 3, image: null });
  expect(withSection([]).at(-1)).toMatchObject({ id: 1, order_number: 1 });
});
