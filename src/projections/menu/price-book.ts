import { priceAt } from '../../domain/menu/point-menu/price-window.ts';
import type { ShowcaseProduct } from '../../domain/menu/showcase/events.ts';
import type { ModifierGroup, PriceBook, SellableProduct } from '../../domain/orders/price-book.ts';
import type { StoredProduct } from './brand-catalogue.ts';
import { isSellable, type PointMenu } from './point-menu.ts';

/** Prices of a point through a key, before the stop-list: every product has `available_quantity` null. */
export interface MenuPrices extends PriceBook {
  /** Also for a product that cannot be ordered at the point. */
  priceOf(product: StoredProduct): number;
}

interface KeptPrices {
  readonly period: string;
  readonly prices: MenuPrices;
}

/** For each menu, the last prices of each selection of showcases: they live as long as the menu. */
const keptPrices = new WeakMap<PointMenu, Map<string, KeptPrices>>();

/**
 * The prices at `time` (`HH:MM`) of `day` (1 Monday to 7 Sunday) on the point's clock, for a key with these showcases:
 * the showcase's price if it has one (the first of several), else the point's, else the catalogue's base price. They
 * are computed on demand, once for each product, until a price window begins or ends.
 */
export const pricesFor = (menu: PointMenu, showcaseIds: readonly number[], day: number, time: string): MenuPrices => {
  const known = keptPrices.get(menu) ?? new Map<string, KeptPrices>();
  keptPrices.set(menu, known);
  const selection = showcaseIds.join();
  const period = menu.periodAt(day, time);
  const kept = known.get(selection);
  if (kept?.period === period) return kept.prices;
  const prices = createPrices(menu, showcaseIds, day, time);
  known.set(selection, { period, prices });
  return prices;
};

const createPrices = (menu: PointMenu, showcaseIds: readonly number[], day: number, time: string): MenuPrices => {
  const { products, showcases } = menu.catalogue;
  const selected = showcaseIds.flatMap((id) => showcases.get(id) ?? []);
  // Only sellable products are kept: their number is bounded by the catalogue, the number of ids that are asked for is
  // not.
  const known = new Map<number, SellableProduct>();

  const shown = <Field extends keyof ShowcaseProduct>(productId: number, field: Field) => {
    for (const showcase of selected) {
      const value = showcase.products.get(productId)?.[field];
      if (value != null) return value;
    }
    return undefined;
  };

  const priceOf = ({ product_id, base_price }: StoredProduct): number => {
    const pointPrices = menu.prices.get(product_id);
    return shown(product_id, 'price') ?? (pointPrices && priceAt(pointPrices, day, time)) ?? base_price;
  };

  const toSellable = (product: StoredProduct): SellableProduct => ({
    product_id: product.product_id,
    name: shown(product.product_id, 'name') ?? product.name,
    category_id: product.category_id,
    price: priceOf(product),
    cost: menu.costs.get(product.product_id) ?? null,
    is_divisible: product.is_divisible,
    is_modifier: product.type === 'modifier',
    modifier_groups: sellableGroups(menu, product.modifier_groups),
    available_quantity: null,
  });

  return {
    product: (productId) => {
      const seen = known.get(productId);
      if (seen) return seen;
      const product = products.get(productId);
      if (!product || !isSellable(menu, product)) return undefined;
      const sellable = toSellable(product);
      known.set(productId, sellable);
      return sellable;
    },
    priceOf,
  };
};

/**
 * Groups as a guest can fill them here. A group without any modifier left is left out: if it is required, the product
 * could never be ordered, and the menu would show no reason.
 */
export const sellableGroups = (menu: PointMenu, groups: readonly ModifierGroup[]): readonly ModifierGroup[] => {
  const isOffered = (productId: number): boolean => {
    const product = menu.catalogue.products.get(productId);
    return product !== undefined && isSellable(menu, product);
  };
  // Usually everything is offered, and then the catalogue's own groups are used: otherwise dozens of points would copy
  // them all.
  const isWhole = groups.every(({ items }) => items.length > 0 && items.every((item) => isOffered(item.product_id)));
  if (isWhole) return groups;
  return groups.flatMap((group) => {
    const items = group.items.filter((item) => isOffered(item.product_id));
    return items.length > 0 ? [{ ...group, items }] : [];
  });
};

/** The price book with the units that are left. */
export const limitedPriceBook = (prices: PriceBook, units: ReadonlyMap<number, number>): PriceBook => {
  if (units.size === 0) return prices;
  return {
    product: (productId) => {
      const product = prices.product(productId);
      const available_quantity = units.get(productId);
      return product && available_quantity !== undefined ? { ...product, available_quantity } : product;
    },
  };
};
