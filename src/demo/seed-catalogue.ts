import { z } from 'zod';
import { CATEGORIES, FOLDERS } from './menu/categories.ts';
import { PRODUCTS } from './menu/menu.ts';
import type { ModifierGroup } from './menu/modifier-groups.ts';
import { MODIFIERS } from './menu/modifiers.ts';
import type { DemoProduct } from './menu/product.ts';
import { PICTURES } from './pictures/pictures.ts';
import { forEach, Ids, type Step } from './steps.ts';

export interface CatalogueIds {
  readonly categories: Ids<number>;
  /** Modifiers too. */
  readonly products: Ids<number>;
}

/**
 * Categories, menu folders, modifiers, then the products that offer them.
 * @param picturesAt the address of the app that serves the pictures; undefined: the products get none
 */
export const seedCatalogue = async (step: Step, picturesAt?: string): Promise<CatalogueIds> => {
  const categories = await seedTree(step, 'category', 'DefineCategory', CATEGORIES);
  const folders = await seedTree(step, 'menu_folder', 'DefineMenuFolder', FOLDERS);
  const products = new Ids(z.int());
  await forEach(Object.entries(MODIFIERS), async ([key, { name, price }], index) => {
    const category_id = categories.get('modifiers');
    const fields = { type: 'modifier', name, category_id, base_price: price, order_number: index + 1 };
    products.set(key, (await step(`product/${key}`, 'DefineProduct', fields)).id);
  });
  await forEach(PRODUCTS, async (product, index) => {
    const { folder } = CATEGORIES[product.category];
    const fields = {
      ...productFields(product),
      image: pictureOf(product, picturesAt),
      category_id: categories.get(product.category),
      menu_folder_id: folder && folders.get(folder),
      order_number: index + 1,
      modifier_groups: (product.groups ?? []).map((group) => groupFields(group, products)),
    };
    products.set(product.key, (await step(`product/${product.key}`, 'DefineProduct', fields)).id);
  });
  return { categories, products };
};

interface Branch {
  readonly name: string;
  readonly parent?: string;
}

/** One after another: a section needs its parent's id. */
const seedTree = async (
  step: Step,
  kind: string,
  type: string,
  branches: Readonly<Record<string, Branch>>,
): Promise<Ids<number>> => {
  const ids = new Ids(z.int());
  for (const [index, [key, { name, parent }]] of Object.entries(branches).entries()) {
    const parent_id = parent === undefined ? null : ids.get(parent);
    ids.set(key, (await step(`${kind}/${key}`, type, { name, parent_id, order_number: index + 1 })).id);
  }
  return ids;
};

const productFields = ({
  name,
  description,
  type,
  price,
  weight,
  unit,
  barcode,
  nutrition,
  is_active,
}: DemoProduct) => {
  const [calories, proteins, fat, carbohydrates] = nutrition ?? [];
  return {
    type: type ?? 'product',
    name,
    description,
    base_price: price,
    weight,
    unit: weight === undefined ? undefined : (unit ?? 'г'),
    barcode,
    is_divisible: type === 'prep',
    is_active: is_active ?? true,
    calories,
    proteins,
    fat,
    carbohydrates,
  };
};

const pictureOf = ({ key }: DemoProduct, picturesAt: string | undefined): string | null => {
  const name = `${key}.svg`;
  return picturesAt !== undefined && PICTURES.files.has(name) ? `${picturesAt}${PICTURES.path}/${name}` : null;
};

const groupFields = ({ items, ...group }: ModifierGroup, products: Ids<number>) => ({
  ...group,
  items: items.map(({ modifier, max_amount }) => ({ product_id: products.get(modifier), max_amount })),
});
