import type { ModifierGroup } from '../../domain/orders/price-book.ts';
import type { BrandCatalogue, StoredProduct } from './brand-catalogue.ts';

/** A product of the contract's menus (docs/domain.md#menu), before the stop-list. */
export interface MenuItem {
  readonly product_id: number;
  /** One of the menu's categories; null for a product of the nomenclature without one. */
  readonly category_id: number | null;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly weight: number | null;
  readonly unit: string | null;
  readonly order_number: number;
  readonly image: string | null;
  readonly calories: number;
  readonly proteins: number;
  readonly fat: number;
  readonly carbohydrates: number;
  readonly modifier_groups: readonly MenuModifierGroup[];
}

export interface MenuModifierGroup {
  readonly id: number;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly required: boolean;
  readonly items: readonly {
    readonly product_id: number;
    readonly name: string;
    /** Surcharge for one unit. */
    readonly price: number;
    readonly min_amount: number;
    readonly max_amount: number;
  }[];
}

/** Where a menu shows a product differently from the catalogue. */
export type ShownAs = Pick<MenuItem, 'category_id' | 'name' | 'description' | 'image' | 'order_number' | 'price'>;

/** Numbers for which the contract has no null are 0 if the venue gave none. */
export const toMenuItem = (
  product: StoredProduct,
  { category_id, name, description, image, order_number, price }: ShownAs,
  modifier_groups: readonly MenuModifierGroup[],
): MenuItem => ({
  product_id: product.product_id,
  category_id,
  name,
  description,
  price,
  weight: product.weight,
  unit: product.unit,
  order_number,
  image,
  calories: product.calories ?? 0,
  proteins: product.proteins ?? 0,
  fat: product.fat ?? 0,
  carbohydrates: product.carbohydrates ?? 0,
  modifier_groups,
});

/** Groups with the modifiers to choose from, under the names and at the prices that `show` returns. */
export const toMenuGroups = (
  { products }: BrandCatalogue,
  groups: readonly ModifierGroup[],
  show: (modifier: StoredProduct) => { readonly name: string; readonly price: number },
): MenuModifierGroup[] =>
  groups.map(({ id, name, min, max, required, items }) => ({
    id,
    name,
    min,
    max,
    required,
    items: items.flatMap(({ product_id, min_amount, max_amount }) => {
      const modifier = products.get(product_id);
      if (!modifier) return [];
      const { name, price } = show(modifier);
      return [{ product_id, name, price, min_amount, max_amount }];
    }),
  }));

interface Numbered {
  readonly order_number: number;
}

/** In the venue's order, and by id if the venue gave one number twice: the same every time. */
export const byOrder =
  <Entry extends Numbered>(idOf: (entry: Entry) => number) =>
  (first: Entry, second: Entry): number =>
    first.order_number - second.order_number || idOf(first) - idOf(second);
