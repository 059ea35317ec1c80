import type { PriceBook, SellableProduct } from '../../domain/order/price-book.ts';
import type { ShowcaseCategory, ShowcaseProduct } from '../../domain/showcase/events.ts';
import type { MenuProduct, PointMenu, Showcase } from './point-menu.ts';
import { priceBookFor } from './price-book.ts';

/** The contract's Menu (section "Menu (showcase) and nomenclature"). */
export interface Menu {
  readonly id: number;
  readonly name: string;
  readonly categories: readonly ShowcaseCategory[];
  readonly products: readonly MenuItem[];
}

export interface MenuItem {
  readonly product_id: number;
  /** One of the menu's categories. */
  readonly category_id: number;
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
  readonly is_available: boolean;
  readonly available_quantity: number | null;
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

/**
 * A showcase as the point sells it at `time` (`HH:MM`) of `day` (1 to 7) on its own clock; undefined when the brand has
 * none with this id. Prices come from the book that prices orders; `showcaseIds` are the key's, in its order, when it
 * has more than this one. Products that can't be ordered here are left out, modifiers among them: they are ordered
 * inside products. Texts and numbers the contract has no null for are empty or 0 where the venue gave none.
 */
export const renderShowcase = (
  menu: PointMenu,
  showcaseId: number,
  day: number,
  time: string,
  showcaseIds: readonly number[] = [showcaseId],
): Menu | undefined => {
  const showcase = menu.showcases.get(showcaseId);
  if (!showcase) return undefined;
  const book = priceBookFor(menu, showcaseIds, day, time);
  const products: MenuItem[] = [];
  for (const shown of showcase.products.values()) {
    const product = menu.products.get(shown.product_id);
    const sellable = book.product(shown.product_id);
    if (product && sellable && !sellable.is_modifier) products.push(toItem(shown, product, sellable, book));
  }
  products.sort((first, second) => first.order_number - second.order_number || first.product_id - second.product_id);
  return { id: showcase.id, name: showcase.name, categories: openCategories(menu, showcase), products };
};

const toItem = (
  shown: ShowcaseProduct,
  product: MenuProduct,
  { price, name, available_quantity, modifier_groups }: SellableProduct,
  book: PriceBook,
): MenuItem => ({
  product_id: product.product_id,
  category_id: shown.category_id,
  name: shown.name ?? name,
  description: shown.description ?? product.description ?? '',
  price,
  weight: product.weight,
  unit: product.unit,
  order_number: shown.order_number ?? product.order_number,
  image: shown.image ?? product.image,
  calories: product.calories ?? 0,
  proteins: product.proteins ?? 0,
  fat: product.fat ?? 0,
  carbohydrates: product.carbohydrates ?? 0,
  is_available: available_quantity !== 0,
  available_quantity,
  modifier_groups: modifier_groups.map(({ id, name, min, max, required, items }) => ({
    id,
    name,
    min,
    max,
    required,
    items: items.flatMap(({ product_id, min_amount, max_amount }) => {
      const modifier = book.product(product_id);
      return modifier ? [{ product_id, name: modifier.name, price: modifier.price, min_amount, max_amount }] : [];
    }),
  })),
});

/** Without those whose products all stand in closed sections of the catalogue: that category is the closed section. */
const openCategories = (menu: PointMenu, { categories, products }: Showcase): ShowcaseCategory[] => {
  const open = new Map<number, boolean>();
  for (const { product_id, category_id } of products.values()) {
    const isOpen = menu.products.get(product_id)?.is_section_closed === false;
    open.set(category_id, isOpen || (open.get(category_id) ?? false));
  }
  return categories
    .filter(({ id }) => open.get(id) !== false)
    .map(({ id, name, order_number, image }) => ({ id, name, order_number, image }))
    .sort((first, second) => first.order_number - second.order_number || first.id - second.id);
};
