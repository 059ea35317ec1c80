import { expect, test } from 'vitest';
import { fileOfTable } from '../../../src/brand-file/from-table.ts';
import { planBrand } from '../../../src/brand-file/plan.ts';
import { planLines } from '../../../src/brand-file/print-plan.ts';
import { problemLine } from '../../../src/brand-file/problems.ts';
import type { There } from '../../../src/brand-file/there.ts';
import { readProductTable } from '../../../src/product-table/read-table.ts';

const product = (name: string, fields: object = {}) => ({
  type: 'item',
  name,
  base_price: 5,
  modifier_groups: [],
  ...fields,
});
const THERE: There = {
  sections: {
    points: [{ id: '0c5d3a53-66a1-4f33-8e43-7c63c0a4a6f1', fields: { name: 'Chorsu', short_name: 'Ch' } }],
    categories: [{ id: 3, fields: { name: 'Напитки' } }],
    products: [
      { id: 1, fields: product('ПЛОВ', { description: 'By hand' }) },
      { id: 2, fields: product('Tea') },
      { id: 4, fields: product('tea') },
    ],
  },
  names: { products: new Map([['plov', 1]]) },
  atPoints: new Map(),
  closedAt: new Map(),
  specialDays: new Map(),
  readAt: 0,
};

const planned = (text: string): string[] => {
  const table = readProductTable(new TextEncoder().encode(text), 0);
  const { brand, named, problems } = fileOfTable(table, THERE, 't.csv');
  return brand ? planLines(planBrand(brand, THERE, { named })) : problems.map(problemLine);
};

test('a row changes the product of its code or name, and what it leaves empty stays', () => {
  expect(planned('code;price;category\nplov;7;напитки\n')).toEqual([
    '~ products.plov',
    '    base_price: 5 -> 7',
    '    category: none -> "напитки"',
  ]);
  expect(planned('name;price;price: chorsu\nплов;5;9\n')).toEqual(['~ prices.chorsu', '    plov: none -> 9']);
  expect(planned('code;name;price\nplov;ПЛОВ;5\n')).toEqual([]);
});

test('a row of no product is a new one, under a code made of its name', () => {
  expect(planned('name;price\nЧай чёрный;7\n')).toEqual(['+ products.чай_чёрный  "Чай чёрный"']);
});

test('what a table names and nothing is, or several are, is told with its line', () => {
  expect(planned('name;price;category;price: Mars\ntea;7;;\nx;7;Soups;\nПЛОВ;7;;8\nnew;;;\nПлов;7;;\n')).toEqual([
    't.csv:2:1: 2 products are called tea: give the row a code',
    't.csv:3:1: there is no Soups in categories',
    't.csv:4:1: there is no point Mars',
    't.csv:5:1: new is new: it needs a price',
    't.csv:5:1: base_price must be a whole number',
    't.csv:6:1: this product stands in line 4 already',
  ]);
});
