import { eachInTurns } from '../../concurrency/turns.ts';
import { isOn, type PointPrices, type PriceWindow, windowKey } from '../../domain/menu/point-menu/price-window.ts';
import type { BrandCatalogue, StoredProduct } from './brand-catalogue.ts';

/** The stored rows in which a point differs from its brand. */
export interface PointMenuSource {
  /** Oldest first. */
  readonly prices: readonly StoredPrice[];
  readonly costs: readonly { readonly product_id: number; readonly cost: number }[];
  readonly withdrawn: readonly { readonly product_id: number }[];
  readonly closed_sections: readonly { readonly category_id: number }[];
}

export interface StoredPrice {
  readonly product_id: number;
  readonly price: number;
  /** Null in all three: the price outside of all windows. */
  readonly days: readonly number[] | null;
  readonly from_time: string | null;
  readonly to_time: string | null;
}

/**
 * What a point sells: its brand's catalogue, and how the point departs from it. Immutable, and quick to ask thousands
 * of times a second. Without the stop-list, which changes far more often and is applied afterwards.
 */
export interface PointMenu {
  readonly catalogue: BrandCatalogue;
  readonly prices: ReadonlyMap<number, PointPrices>;
  readonly costs: ReadonlyMap<number, number>;
  readonly withdrawn: ReadonlySet<number>;
  /** Sections that are closed at the point, and all below those. */
  readonly closed_categories: ReadonlySet<number>;
  /**
   * Names the price windows that are active at `time` (`HH:MM`) of `day` (1 Monday to 7 Sunday): as long as the names
   * are the same, so are all prices. Empty if no price follows the clock.
   */
  periodAt(day: number, time: string): string;
  readonly has_price_windows: boolean;
}

export const compilePointMenu = (catalogue: BrandCatalogue, source: PointMenuSource): PointMenu => {
  const lists = createLists();
  source.prices.forEach(lists.addPrice);
  source.costs.forEach(lists.addCost);
  source.withdrawn.forEach(lists.addWithdrawn);
  return menuOf(catalogue, source, lists);
};

/** The same, with turns of others in between: a point may have as many prices as its brand has products. */
export const compilePointMenuInTurns = async (
  catalogue: BrandCatalogue,
  source: PointMenuSource,
): Promise<PointMenu> => {
  const lists = createLists();
  await eachInTurns(source.prices, lists.addPrice);
  await eachInTurns(source.costs, lists.addCost);
  await eachInTurns(source.withdrawn, lists.addWithdrawn);
  return menuOf(catalogue, source, lists);
};

const createLists = () => {
  const windows = new Map<string, PriceWindow>();
  const prices = new Map<number, PointPrices>();
  const costs = new Map<number, number>();
  const withdrawn = new Set<number>();
  return {
    windows,
    prices,
    costs,
    withdrawn,
    addPrice: ({ product_id, price, days, from_time, to_time }: StoredPrice): void => {
      const known = prices.get(product_id) ?? { price: null, windows: [] };
      if (days === null || from_time === null || to_time === null) prices.set(product_id, { ...known, price });
      else {
        const window = { days, from: from_time, to: to_time };
        windows.set(windowKey(window), window);
        prices.set(product_id, { ...known, windows: [...known.windows, { ...window, price }] });
      }
    },
    addCost: ({ product_id, cost }: PointMenuSource['costs'][number]): void => {
      costs.set(product_id, cost);
    },
    addWithdrawn: ({ product_id }: PointMenuSource['withdrawn'][number]): void => {
      withdrawn.add(product_id);
    },
  };
};

const menuOf = (
  catalogue: BrandCatalogue,
  source: PointMenuSource,
  { windows, prices, costs, withdrawn }: ReturnType<typeof createLists>,
): PointMenu => {
  return {
    catalogue,
    prices,
    costs,
    withdrawn,
    closed_categories: closedCategories(catalogue, source),
    periodAt: periodsOf([...windows.values()]),
    has_price_windows: windows.size > 0,
  };
};

/** Its category, or one above it, is closed at the point. */
export const isSectionClosed = (menu: PointMenu, { category_id }: StoredProduct): boolean =>
  category_id !== null && menu.closed_categories.has(category_id);

/** Whether the product can be ordered at the point, alone or inside another one, if the stop-list allows it. */
export const isSellable = (menu: PointMenu, product: StoredProduct): boolean =>
  !menu.withdrawn.has(product.product_id) && !isSectionClosed(menu, product);

/** A closed section closes everything below it. */
const closedCategories = (
  { categories }: BrandCatalogue,
  { closed_sections }: PointMenuSource,
): ReadonlySet<number> => {
  const closedHere = new Set(closed_sections.map(({ category_id }) => category_id));
  const isClosed = (categoryId: number): boolean => {
    let ancestor: number | null | undefined = categoryId;
    while (ancestor != null && !closedHere.has(ancestor)) ancestor = categories.get(ancestor)?.parent_id;
    return ancestor != null;
  };
  return new Set([...categories.keys()].filter(isClosed));
};

/** Every order asks, and a point may have hundreds of windows: they are checked once a minute. */
const periodsOf = (windows: readonly PriceWindow[]): PointMenu['periodAt'] => {
  let minute = '';
  let period = '';
  return (day, time) => {
    if (windows.length === 0) return '';
    const asked = `${day} ${time}`;
    if (asked !== minute) {
      period = windows.map((window) => (isOn(window, day, time) ? '1' : '0')).join('');
      minute = asked;
    }
    return period;
  };
};
