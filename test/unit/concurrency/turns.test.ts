import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapInTurns } from '../../../src/concurrency/turns.ts';
import { productsReport } from '../../../src/projections/reports/products/products-report.ts';
import type { CatalogueProduct } from '../../../src/projections/reports/products/rows.ts';

/** How many turns others have while the work goes on. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let isOver = false;
  let turns = 0;
  void work.finally(() => {
    isOver = true;
  });
  for (await nextTurn(); !isOver; await nextTurn()) turns += 1;
  await work;
  return turns;
};

const spin = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

test('a long list is gone through in slices, in order, and others have turns between them', async () => {
  const items = Array.from({ length: 200 }, (_, index) => index);
  const mapped = mapInTurns(items, (item) => {
    spin(0.5);
    return item * 2;
  });
  expect(await turnsDuring(mapped)).toBeGreaterThan(4);
  expect(await mapped).toEqual(items.map((item) => item * 2));
  expect(await turnsDuring(mapInTurns([1, 2], (item) => item))).toBe(0);
});

test('a report of a large catalogue lets others have turns', async () => {
  const products = Array.from({ length: 30_000 }, (_, index) => {
    const nothing = {
      menu_folder_id: null,
      category_id: null,
      unit: null,
      barcode: null,
      plu: null,
      fiscal_code: null,
    };
    const product = { product_id: index, name: `Dish ${index}`, type: 'product', is_active: true, order_number: 0 };
    return { ...nothing, ...product, updated_at: '2026-03-01T10:00:00Z' } as unknown as CatalogueProduct;
  });
  const all = { types: null, status: 'all', menu_ids: null, search: 'DISH' } as const;
  const report = productsReport({ products, folders: [], categories: [] }, all, 'Asia/Tashkent');
  expect(await turnsDuring(report)).toBeGreaterThan(1);
  expect((await report).length).toBe(30_000);
});
