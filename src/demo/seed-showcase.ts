import { CATEGORIES } from './menu/categories.ts';
import { PRODUCTS } from './menu/menu.ts';
import type { DemoProduct } from './menu/product.ts';
import { SHOWCASE } from './menu/showcase.ts';
import type { CatalogueIds } from './seed-catalogue.ts';
import type { Step } from './steps.ts';

interface Override {
  readonly name?: string;
  readonly description?: string;
  readonly price?: number;
}

/** Publishes the menu of the partner's app; answers its id. */
export const seedShowcase = async (step: Step, { products }: CatalogueIds): Promise<number> => {
  const { name, description } = SHOWCASE;
  const overrides: Readonly<Record<string, Override>> = SHOWCASE.overrides;
  const categories = Object.values(CATEGORIES).flatMap((category) =>
    category.showcase_id === null
      ? []
      : [{ id: category.showcase_id, name: category.name, order_number: category.showcase_id }],
  );
  const shown = PRODUCTS.filter(isShown).map((product, index) => ({
    product_id: products.get(product.key),
    category_id: CATEGORIES[product.category].showcase_id,
    order_number: index + 1,
    ...overrides[product.key],
  }));
  const { id } = await step('showcase', 'PublishShowcase', { name, description, categories, products: shown });
  return Number(id);
};

const isShown = ({ category, is_active, in_showcase }: DemoProduct): boolean =>
  CATEGORIES[category].showcase_id !== null && is_active !== false && in_showcase !== false;
