import { expect, test } from 'vitest';
import { planBrand } from '../../../src/brand-file/plan.ts';
import { planLines } from '../../../src/brand-file/print-plan.ts';
import { readBrand } from '../../../src/brand-file/read-brand.ts';
import type { There } from '../../../src/brand-file/there.ts';

const fields = {
  type: 'item',
  name: 'Tea',
  base_price: 5,
  image: 'http://here/tea.png',
  description: 'Hot',
  is_divisible: false,
  order_number: 0,
  is_active: true,
  modifier_groups: [],
};
const THERE: There = {
  sections: { products: [{ id: 1, fields }] },
  names: { products: new Map([['tea', 1]]) },
  atPoints: new Map(),
  closedAt: new Map(),
  specialDays: new Map(),
  readAt: 0,
};

const pruned = (image: string): string[] => {
  const text = `products:\n  tea: {type: item, name: Tea, base_price: 5${image}}\n`;
  const { brand } = readBrand(new TextEncoder().encode(text), 'b.yaml');
  return planLines(planBrand(brand!, THERE, { prune: true }));
};

test('a picture that is a path here stays on the server, also with --prune; one that is left out goes', () => {
  const description = '    description: "Hot" -> none';
  expect(pruned(', image: pictures/tea.png')).toEqual(['~ products.tea', description]);
  expect(pruned('')).toContain('    image: "http://here/tea.png" -> none');
});
