import { describe, expect, test } from 'vitest';
import { readProductTable } from '../../src/product-table/read-table.ts';
import { type BrandNow, planImport } from '../src/pages/menu/import-plan.ts';

const product = (id: number, name: string, base_price: number, price: number | null = null) => ({
  id,
  name,
  type: 'product',
  base_price,
  category_id: null,
  menu_folder_id: null,
  description: null,
  is_active: true,
  state: { points: [{ point_id: 'here', prices: price === null ? [] : [{ price, window: null }] }] },
});
const now = {
  products: [
    product(1, 'Plov', 40_000, 45_000),
    product(2, 'Tea', 8_000),
    product(3, 'Soup', 1),
    product(4, 'Soup', 2),
  ],
  codes: new Map([['tea-1', 2]]),
  categories: [{ id: 7, name: 'Hot' }],
  folders: [],
  points: [{ id: 'here', name: 'Chorsu', short_name: 'Ch' }],
} as unknown as BrandNow;

const planOf = (...lines: string[]) => {
  const { rows, problems } = readProductTable(new TextEncoder().encode(lines.join('\n')), 0);
  expect(problems).toEqual([]);
  return planImport(rows, now);
};
const commandsOf = (...lines: string[]) => planOf(...lines).flatMap(({ commands }) => commands);
const problemsOf = (...lines: string[]) => planOf(...lines).map(({ line, problems }) => [line, ...problems]);

describe('a table of products', () => {
  test('changes what differs alone, and the price of a point there', () => {
    expect(commandsOf('name;price;category;price: CH', 'plov;42000;hot;45000', 'TEA;8000;;9000')).toEqual([
      { type: 'ChangeProduct', fields: { id: 1, base_price: 42_000, category_id: 7 } },
      { type: 'SetPrices', fields: { point_id: 'here', prices: [{ product_id: 2, price: 9_000 }] } },
    ]);
  });

  test('changes nothing where all is as it says, or where it says nothing', () => {
    expect(planOf('name;code;price;category', 'Tea;tea-1;8000;', 'Plov;;40000;')).toEqual([]);
  });

  test('finds a product by its code, and renames it then; the name alone only finds it', () => {
    expect(commandsOf('code;name', 'tea-1;Green tea')).toEqual([
      { type: 'ChangeProduct', fields: { id: 2, name: 'Green tea' } },
    ]);
  });

  test('gives its code to a product that is called so and has none', () => {
    expect(commandsOf('code;name', 'p-1;Plov')).toEqual([
      { type: 'SetExternalIds', fields: { list: 'products', entries: [{ external_id: 'p-1', id: 1 }] } },
    ]);
  });

  test('makes a new product, whose code and prices come after it in the same batch', () => {
    expect(commandsOf('code;name;price;price: Chorsu', 'tea-2;Tea;9000;9500')).toEqual([
      { type: 'DefineProduct', as: 'line-2', fields: { type: 'product', name: 'Tea', base_price: 9_000 } },
      {
        type: 'SetExternalIds',
        fields: { list: 'products', entries: [{ external_id: 'tea-2', id: { $: 'line-2' } }] },
      },
      { type: 'SetPrices', fields: { point_id: 'here', prices: [{ product_id: { $: 'line-2' }, price: 9_500 }] } },
    ]);
  });

  test('says of each row why it cannot be taken over', () => {
    expect(
      problemsOf(
        'code;name;price;category;price: Moon',
        ';Soup;1;;',
        ';Cake;;;',
        'x;;5;;',
        ';Plov;1;Cold;2',
        ';PLOV;2;;',
      ),
    ).toEqual([
      [2, { why: 'several', what: 'Soup' }],
      [3, { why: 'price' }],
      [4, { why: 'name' }],
      [5, { why: 'unknown', what: 'Cold' }, { why: 'unknown', what: 'Moon' }],
      [6, { why: 'twice' }],
    ]);
    expect(planOf('name;category', 'Plov;Cold')[0]!.changes).toEqual([]);
  });
});
