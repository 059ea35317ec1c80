import { expect, test } from 'vitest';
import { compileCatalogue } from '../../../../src/projections/menu/brand-catalogue.ts';
import { compilePointMenu } from '../../../../src/projections/menu/point-menu.ts';

test('the same minute of another day is another period', () => {
  const catalogue = compileCatalogue({ products: [], categories: [], showcases: [] });
  const monday = { product_id: 1, price: 5_000, days: [1], from_time: '09:00', to_time: '12:00' };
  const menu = compilePointMenu(catalogue, { prices: [monday], costs: [], withdrawn: [], closed_sections: [] });
  expect([1, 2, 1].map((day) => menu.periodAt(day, '10:00'))).toEqual(['1', '0', '1']);
});
