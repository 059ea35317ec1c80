import { PRODUCTS } from './menu/menu.ts';
import { MODIFIERS } from './menu/modifiers.ts';
import { POINT_MENUS } from './menu/points.ts';
import type { CatalogueIds } from './seed-catalogue.ts';
import type { Ids, Step } from './steps.ts';

/**
 * Where the points differ from the catalogue: prices, costs, products that are withdrawn, closed sections, the
 * stop-list.
 */
export const seedPointMenus = async (
  step: Step,
  points: Ids<string>,
  { categories, products }: CatalogueIds,
): Promise<void> => {
  const costs = [
    ...Object.entries(MODIFIERS).map(([key, { cost }]) => ({ product_id: products.get(key), cost })),
    ...PRODUCTS.map(({ key, cost }) => ({ product_id: products.get(key), cost })),
  ];
  for (const [key, menu] of Object.entries(POINT_MENUS)) {
    const point_id = points.get(key);
    const prices = [
      ...Object.entries(menu.prices).map(([product, price]) => ({ product_id: products.get(product), price })),
      ...menu.windows.map(({ product, ...rest }) => ({ product_id: products.get(product), ...rest })),
    ];
    const entries = menu.stop_list.map(({ product, ...rest }) => ({ product_id: products.get(product), ...rest }));
    await step(`costs/${key}`, 'SetCosts', { point_id, costs });
    await step(`prices/${key}`, 'SetPrices', { point_id, prices });
    if (menu.withdrawn.length > 0) {
      const product_ids = menu.withdrawn.map((product) => products.get(product));
      await step(`withdrawn/${key}`, 'SetOnSale', { point_id, product_ids, on_sale: false });
    }
    for (const category of menu.closed) {
      const category_id = categories.get(category);
      await step(`closed/${key}/${category}`, 'CloseMenuSection', { point_id, category_id, closed: true });
    }
    await step(`stop_list/${key}`, 'SetStopList', { point_id, entries });
  }
};
