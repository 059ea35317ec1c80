import { expect, test } from 'vitest';
import { pointsCalled } from '../../../src/product-table/points-called.ts';

const points = [
  { name: 'Plov at Chorsu', short_name: 'Chorsu' },
  { name: 'Chorsu', short_name: 'Ch' },
  { name: 'Café', short_name: 'ЮГ' },
];

test('the head of a column of prices names a point by its name or its short name, in any writing', () => {
  const called = (head: string) => pointsCalled(points, head).map(({ name }) => name);
  expect(called('PLOV AT CHORSU ')).toEqual(['Plov at Chorsu']);
  expect(called('ch')).toEqual(['Chorsu']);
  expect(called('юг')).toEqual(['Café']);
  expect(called('Cafe\u0301')).toEqual(['Café']);
  expect(called('chorsu')).toEqual(['Plov at Chorsu', 'Chorsu']);
  expect(called('Mars')).toEqual([]);
});
