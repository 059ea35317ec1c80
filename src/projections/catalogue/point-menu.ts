import type { Product } from '../../domain/catalogue/events.ts';
import type { PointPrices } from '../../domain/point-menu/price-window.ts';
import type { ShowcaseCategory, ShowcaseProduct } from '../../domain/showcase/events.ts';

/** The rows a point's menu is made of, as they are stored. */
export interface PointMenuSource {
  readonly products: readonly StoredProduct[];
  readonly categories: readonly { readonly category_id: number; readonly parent_id: number | null }[];
  /** Oldest first. */
  readonly prices: readonly StoredPrice[];
  readonly costs: readonly { readonly product_id: number; readonly cost: number }[];
  readonly withdrawn: readonly { readonly product_id: number }[];
  readonly closed_sections: readonly { readonly category_id: number }[];
  readonly stop_list: readonly StopListItem[];
  readonly showcases: readonly StoredShowcase[];
}

export type StoredProduct = Omit<
  Product,
  'brand_id' | 'menu_folder_id' | 'barcode' | 'plu' | 'fiscal_code' | 'size_parent_id'
>;

export interface StoredPrice {
  readonly product_id: number;
  readonly price: number;
  /** Null in all three: the price when no window is on. */
  readonly days: readonly number[] | null;
  readonly from_time: string | null;
  readonly to_time: string | null;
}

export interface StoredShowcase {
  readonly menu_id: number;
  readonly name: string;
  readonly document: {
    readonly categories: readonly ShowcaseCategory[];
    readonly products: readonly ShowcaseProduct[];
  };
}

/** Units left: 0 none. */
export interface StopListItem {
  readonly product_id: number;
  readonly quantity: number;
}

/** Everything a point sells, with the brand's showcases: immutable, and ready to be asked thousands of times a second. */
export interface PointMenu {
  readonly products: ReadonlyMap<number, MenuProduct>;
  readonly showcases: ReadonlyMap<number, Showcase>;
  readonly stop_list: readonly StopListItem[];
  readonly has_price_windows: boolean;
}

export interface MenuProduct extends StoredProduct {
  readonly point_prices: PointPrices | null;
  readonly cost: number | null;
  /** Its category, or one above it, is closed at the point. */
  readonly is_section_closed: boolean;
  /** It can be ordered here, alone or inside another product, if the stop-list allows. */
  readonly is_sellable: boolean;
  readonly available_quantity: number | null;
}

export interface Showcase {
  readonly id: number;
  readonly name: string;
  readonly categories: readonly ShowcaseCategory[];
  readonly products: ReadonlyMap<number, ShowcaseProduct>;
}

export const compilePointMenu = (source: PointMenuSource): PointMenu => {
  const closed = closedCategories(source);
  const prices = pricesByProduct(source.prices);
  const costs = new Map(source.costs.map(({ product_id, cost }) => [product_id, cost]));
  const withdrawn = new Set(source.withdrawn.map(({ product_id }) => product_id));
  const units = new Map(source.stop_list.map(({ product_id, quantity }) => [product_id, quantity]));

  const toMenuProduct = (product: StoredProduct): MenuProduct => {
    const { product_id, category_id, type, is_active } = product;
    const is_section_closed = category_id !== null && closed.has(category_id);
    return {
      ...product,
      point_prices: prices.get(product_id) ?? null,
      cost: costs.get(product_id) ?? null,
      is_section_closed,
      // A prep is an ingredient of the kitchen: no guest ever orders one.
      is_sellable: is_active && type !== 'prep' && !withdrawn.has(product_id) && !is_section_closed,
      available_quantity: units.get(product_id) ?? null,
    };
  };

  return {
    products: new Map(source.products.map((product) => [product.product_id, toMenuProduct(product)])),
    showcases: new Map(source.showcases.map((showcase) => [showcase.menu_id, toShowcase(showcase)])),
    stop_list: source.stop_list.toSorted((first, second) => first.product_id - second.product_id),
    has_price_windows: source.prices.some((price) => price.days !== null),
  };
};

const toShowcase = ({ menu_id, name, document }: StoredShowcase): Showcase => ({
  id: menu_id,
  name,
  categories: document.categories,
  products: new Map(document.products.map((product) => [product.product_id, product])),
});

/** A closed section closes everything below it. */
const closedCategories = ({ categories, closed_sections }: PointMenuSource): ReadonlySet<number> => {
  const parents = new Map(categories.map(({ category_id, parent_id }) => [category_id, parent_id]));
  const closedHere = new Set(closed_sections.map(({ category_id }) => category_id));
  const isClosed = (categoryId: number): boolean => {
    let ancestor: number | null | undefined = categoryId;
    while (ancestor != null && !closedHere.has(ancestor)) ancestor = parents.get(ancestor);
    return ancestor != null;
  };
  return new Set([...parents.keys()].filter(isClosed));
};

const pricesByProduct = (rows: readonly StoredPrice[]): ReadonlyMap<number, PointPrices> => {
  const prices = new Map<number, PointPrices>();
  for (const { product_id, price, days, from_time, to_time } of rows) {
    const known = prices.get(product_id) ?? { price: null, windows: [] };
    if (days === null || from_time === null || to_time === null) prices.set(product_id, { ...known, price });
    else {
      const window = { days, from: from_time, to: to_time, price };
      prices.set(product_id, { ...known, windows: [...known.windows, window] });
    }
  }
  return prices;
};
