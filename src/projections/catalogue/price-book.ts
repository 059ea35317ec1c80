import type { ModifierGroup, PriceBook, SellableProduct } from '../../domain/order/price-book.ts';
import { priceAt } from '../../domain/point-menu/price-window.ts';
import type { ShowcaseProduct } from '../../domain/showcase/events.ts';
import type { MenuProduct, PointMenu } from './point-menu.ts';

interface KeptBook {
  readonly day: number;
  readonly time: string;
  readonly book: PriceBook;
}

/** Per menu, the last book of each selection of showcases: they live as long as the menu. */
const keptBooks = new WeakMap<PointMenu, Map<string, KeptBook>>();

/** Whether prices follow the clock: a rendering then holds for one minute, else until the menu changes. */
export const hasPriceWindows = (menu: PointMenu): boolean => menu.has_price_windows;

/**
 * The prices at `time` (`HH:MM`) of `day` (1 Monday to 7 Sunday) on the point's clock, for a key with these showcases:
 * the showcase's where it names one (the first of several), else the point's, else the catalogue's base price.
 * Costs nothing until it is asked, and then once per product.
 */
export const priceBookFor = (menu: PointMenu, showcaseIds: readonly number[], day: number, time: string): PriceBook => {
  const books = keptBooks.get(menu) ?? new Map<string, KeptBook>();
  keptBooks.set(menu, books);
  const selection = showcaseIds.join();
  const kept = books.get(selection);
  if (kept && (!menu.has_price_windows || (kept.day === day && kept.time === time))) return kept.book;
  const book = createPriceBook(menu, showcaseIds, day, time);
  books.set(selection, { day, time, book });
  return book;
};

const createPriceBook = (menu: PointMenu, showcaseIds: readonly number[], day: number, time: string): PriceBook => {
  const showcases = showcaseIds.flatMap((id) => menu.showcases.get(id) ?? []);
  // Only what is sellable is kept: its number is bounded by the catalogue, that of the ids asked for is not.
  const known = new Map<number, SellableProduct>();

  const shown = <Field extends keyof ShowcaseProduct>(productId: number, field: Field) => {
    for (const { products } of showcases) {
      const value = products.get(productId)?.[field];
      if (value != null) return value;
    }
    return undefined;
  };

  const toSellable = (product: MenuProduct): SellableProduct => {
    const { product_id, point_prices } = product;
    const pointPrice = point_prices && priceAt(point_prices, day, time);
    return {
      product_id,
      name: shown(product_id, 'name') ?? product.name,
      category_id: product.category_id,
      price: shown(product_id, 'price') ?? pointPrice ?? product.base_price,
      cost: product.cost,
      is_divisible: product.is_divisible,
      is_modifier: product.type === 'modifier',
      modifier_groups: sellableGroups(menu, product.modifier_groups),
      available_quantity: product.available_quantity,
    };
  };

  return {
    product: (productId) => {
      const seen = known.get(productId);
      if (seen) return seen;
      const product = menu.products.get(productId);
      if (!product?.is_sellable) return undefined;
      const sellable = toSellable(product);
      known.set(productId, sellable);
      return sellable;
    },
  };
};

/**
 * Groups as a guest can fill them here. A group nothing is left of is not there at all: if it is required, the product
 * could never be ordered, and the menu shows no reason why.
 */
const sellableGroups = (menu: PointMenu, groups: readonly ModifierGroup[]): ModifierGroup[] =>
  groups.flatMap((group) => {
    const items = group.items.filter(({ product_id }) => menu.products.get(product_id)?.is_sellable);
    return items.length > 0 ? [{ ...group, items }] : [];
  });
