import type { Product } from '../../../../src/domain/menu/catalogue/events.ts';
import type { ShowcaseProduct } from '../../../../src/domain/menu/showcase/events.ts';
import {
  type CatalogueSource,
  compileCatalogue,
  type StoredProduct,
  type StoredShowcase,
} from '../../../../src/projections/menu/brand-catalogue.ts';
import {
  compilePointMenu,
  type PointMenu,
  type PointMenuSource,
  type StoredPrice,
} from '../../../../src/projections/menu/point-menu.ts';
import { plainProduct } from '../../../support/products.ts';

export type Source = Partial<CatalogueSource & PointMenuSource>;

/** A product with nothing special about it: id 1 costs 100, id 2 costs 200. */
export const product = (product_id: number, fields: Partial<Product> = {}): StoredProduct =>
  plainProduct(product_id, { name: `Product ${product_id}`, base_price: product_id * 100, ...fields });

export const group = (id: number, ...productIds: number[]): StoredProduct['modifier_groups'][number] => ({
  id,
  name: `Group ${id}`,
  min: 0,
  max: 2,
  required: false,
  items: productIds.map((product_id) => ({ product_id, min_amount: 0, max_amount: 1 })),
});

/** A product in a showcase's category 1 that adds nothing of its own. */
export const shown = (product_id: number, fields: Partial<ShowcaseProduct> = {}): ShowcaseProduct => ({
  product_id,
  category_id: 1,
  name: null,
  description: null,
  image: null,
  order_number: null,
  price: null,
  ...fields,
});

const food = { id: 1, name: 'Food', order_number: 1, image: null };

export const showcase = (
  menu_id: number,
  products: readonly ShowcaseProduct[],
  categories: StoredShowcase['document']['categories'] = [food],
): StoredShowcase => ({ menu_id, name: `Menu ${menu_id}`, document: { categories, products } });

export const basePrice = (product_id: number, price: number): StoredPrice => ({
  product_id,
  price,
  days: null,
  from_time: null,
  to_time: null,
});

/** Every day of the week. */
export const windowPrice = (product_id: number, price: number, from_time: string, to_time: string): StoredPrice => ({
  product_id,
  price,
  days: [1, 2, 3, 4, 5, 6, 7],
  from_time,
  to_time,
});

export const category = (category_id: number, parent_id: number | null = null) => ({
  category_id,
  parent_id,
  name: `Category ${category_id}`,
  order_number: 0,
  image: null,
});

export const menuOf = ({ products = [], categories = [], showcases = [], ...point }: Source): PointMenu =>
  compilePointMenu(compileCatalogue({ products, categories, showcases }), {
    prices: [],
    costs: [],
    withdrawn: [],
    closed_sections: [],
    ...point,
  });
