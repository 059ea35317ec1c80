import { expect, test } from 'vitest';
import { planBrand } from '../../src/brand-file/plan.ts';
import { readBrand } from '../../src/brand-file/read-brand.ts';
import type { There } from '../../src/brand-file/there.ts';
import { TOLD_CODES } from '../../src/brand-file/told.ts';
import { readProductTable } from '../../src/product-table/read-table.ts';
import { TABLE_CODES } from '../../src/product-table/told.ts';
import { countsOf, planItems, shownValue } from '../src/pages/set-up/plan-words.ts';
import { en } from '../src/words/en.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('each thing that can be wrong in a file or a table has words of the page', () => {
  expect(Object.keys(en.brandFile).sort()).toEqual([...TOLD_CODES].sort());
  expect(Object.keys(en.menu.import.wrong).sort()).toEqual([...TABLE_CODES].sort());
});

test.each([
  ['', 'file_empty', ''],
  ['points: "x', 'yaml_sign', undefined],
  ['regoins: {}', 'unknown_section', 'regoins'],
  ['regions: {r: {name: 5}}', 'type_string', 'regions.r.name'],
  ['regions: {r: {}}', 'field_required', 'regions.r.name'],
  ['regions: {r: {name: A, nmae: B}}', 'unknown_field', 'regions.r.nmae'],
  ['categories: {a: {name: A, parent: b}, b: {name: B, parent: a}}', 'cycle', 'categories.b.parent'],
  ['products: {p: {name: P, type: dish, base_price: 1}}', 'one_of', 'products.p.type'],
  ['products: {p: {name: P, type: item, base_price: 1, modifier_groups: [x]}}', 'no_group', undefined],
])('what is wrong with %j has a code, and its place', (text, code, place) => {
  const [problem] = readBrand(bytes(text), 'brand.yaml').problems;
  expect(problem?.told?.code).toBe(code);
  if (place !== undefined) expect(problem?.place).toBe(place);
});

test('a cell that can not be read is told with its line and column', () => {
  const { problems } = readProductTable(bytes('name;price\nTea;1000\nPlov;dear\n'), 2);
  expect(problems).toMatchObject([{ line: 3, column: 2, told: { code: 'no_price', values: { value: 'dear' } } }]);
});

const THERE: There = {
  sections: {
    points: [{ id: 'p1', fields: { name: 'North', timezone: 'UTC' } }],
    products: [{ id: 5, fields: { name: 'Tea', type: 'item', base_price: 100, is_active: true, modifier_groups: [] } }],
  },
  names: { points: new Map([['north', 'p1']]), products: new Map([['tea', 5]]) },
  atPoints: new Map([[5, [{ point_id: 'p1', prices: [], cost: null, on_sale: true }]]]),
  closedAt: new Map(),
  specialDays: new Map(),
  readAt: 0,
};

test('a plan is told by what things are called, field by field, with amounts as amounts', () => {
  const text = `
products:
  tea: {name: Green tea, type: item, base_price: 120}
  plov: {name: Plov, type: product, base_price: 500}
prices: {north: {plov: 450}}
not_on_sale: {north: [tea]}
`;
  const { brand } = readBrand(bytes(text), 'brand.yaml');
  const items = planItems(planBrand(brand!, THERE));
  expect(items.map(({ section, kind, name }) => [section, kind, name])).toEqual([
    ['products', 'changed', 'Green tea'],
    ['products', 'new', 'Plov'],
    ['prices', 'changed', 'North'],
    ['on_sale', 'changed', 'North'],
  ]);
  expect(items[0]!.lines).toContainEqual({
    field: 'base_price',
    before: { kind: 'amount', value: 100 },
    after: { kind: 'amount', value: 120 },
  });
  expect(items[2]!.lines).toEqual([{ field: 'Plov', before: { kind: 'none' }, after: { kind: 'amount', value: 450 } }]);
  expect(items[3]!.lines).toEqual([
    { field: 'Green tea', before: { kind: 'flag', value: true }, after: { kind: 'flag', value: false } },
  ]);
  expect(countsOf(items)).toEqual([
    ['new', 1],
    ['changed', 3],
  ]);
});

test('long values are cut, and what is no plain value is written as it stands', () => {
  expect(shownValue('description', 'x'.repeat(500))).toEqual({ kind: 'text', value: `${'x'.repeat(120)}…` });
  expect(shownValue('points', ['a', 'b'])).toEqual({ kind: 'text', value: 'a, b' });
  expect(shownValue('working_hours', [{ day: 1 }])).toEqual({ kind: 'text', value: '[{"day":1}]' });
});
