import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { mapInTurns, sortInTurns } from '../../../src/concurrency/turns.ts';
import {
  pointAdder,
  productsReport,
  type ReportProduct,
} from '../../../src/projections/reports/products/products-report.ts';
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
  // A clock that goes on by a millisecond each time it is looked at: how fast the machine is does not count.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  const report = productsReport({ products, folders: [], categories: [] }, all, 'Asia/Tashkent');
  const turns = await turnsDuring(report).finally(() => clock.mockRestore());
  // Searched, sorted and shown: each has its turns.
  expect(turns).toBeGreaterThan((3 * 30_000) / 16 / 8);
  expect((await report).length).toBe(30_000);
});

test('what is sorted in turns is what is sorted at once, equal items in their order', async () => {
  const numbered = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(numbered, fc.integer({ min: 1, max: 60 }), async (numbers, times) => {
      const items = Array.from({ length: times }, () => numbers).flatMap((part, round) =>
        part.map((key, place) => ({ key, place: `${round} ${place}` })),
      );
      const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key;
      expect(await sortInTurns(items, byKey)).toEqual(items.toSorted(byKey));
    }),
    { numRuns: 20 },
  );
});

/** Processor time of this thread, in milliseconds: what other programs take on the machine does not count. */
const spent = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The longest work in one go, tried again if it was longer than this: a collection of garbage falls into some tries. */
const longestHold = async (work: () => Promise<unknown>, most: number): Promise<number> => {
  let longest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 12 && longest >= most; attempt++) {
    longest = 0;
    let isOver = false;
    let last = spent();
    const working = work().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await nextTurn();
      longest = Math.max(longest, spent() - last);
      last = spent();
    }
    await working;
  }
  return longest;
};

test('50 000 products are sorted, and sold at a point, in slices of which none is long', async () => {
  const COUNT = 50_000;
  const places = Array.from({ length: COUNT }, (_, index) => (index * 7_919) % COUNT);
  const products = places.map((place, product_id) => {
    const product = { product_id, name: `Dish ${place}`, type: 'product', is_active: true, order_number: place };
    const nothing = { menu_folder_id: null, category_id: null, barcode: null, plu: null, modifier_groups: [] };
    return {
      ...product,
      ...nothing,
      base_price: 1_000,
      updated_at: '2026-03-01T10:00:00Z',
    } as unknown as CatalogueProduct;
  });
  const rows = { products, folders: [], categories: [] };
  const all = { types: null, status: 'all', menu_ids: null, search: null } as const;
  let items: readonly ReportProduct[] = [];
  const list = async () => {
    items = await productsReport(rows, all, 'Asia/Tashkent');
  };
  expect(await longestHold(list, 20)).toBeLessThan(20);
  expect(items.map(({ name }) => name)).toEqual(places.map((_, place) => `Dish ${place}`));
  const ofPoint = {
    prices: places.map((product_id) => ({ product_id, price: 900, days: null, from_time: null, to_time: null })),
    costs: places.map((product_id) => ({ product_id, cost: 300 })),
    withdrawn: places.map((product_id) => ({ product_id })),
    closed_sections: [],
    stop_list: [],
  };
  const sell = async () => {
    const add = await pointAdder(rows, items, '2026-03-01T10:00:00Z');
    await add({ point_id: 'here', point_name: 'Here', timezone: 'Asia/Tashkent' } as never, ofPoint);
  };
  expect(await longestHold(sell, 20)).toBeLessThan(20);
});
