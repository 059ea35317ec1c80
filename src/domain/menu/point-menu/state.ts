import { type ById, withEntries, withoutIds } from '../../collections/by-id.ts';
import type { PointMenuEvent, PriceEntry } from './events.ts';
import type { PointPrices } from './price-window.ts';
import { hasNoPrices, pricesAfter } from './prices.ts';

/** How a point departs from its brand's catalogue, by product and by category. */
export interface PointMenu {
  readonly prices: ById<PointPrices>;
  /** Cost of one unit. */
  readonly costs: ById<number>;
  readonly withdrawn: ById<true>;
  readonly closed_sections: ById<true>;
}

export const evolvePointMenu = (menu: PointMenu, { type, data }: PointMenuEvent): PointMenu => {
  switch (type) {
    case 'PricesSet':
      return { ...menu, prices: withPrices(menu.prices, data.prices) };
    case 'CostsSet': {
      const costs = data.costs.map(({ product_id, cost }) => [product_id, cost] as const);
      return { ...menu, costs: withEntries(menu.costs, costs) };
    }
    case 'ProductsPutOnSale':
      return { ...menu, withdrawn: withoutIds(menu.withdrawn, data.product_ids) };
    case 'ProductsWithdrawnFromSale':
      return { ...menu, withdrawn: withMarks(menu.withdrawn, data.product_ids) };
    case 'MenuSectionClosed':
      return { ...menu, closed_sections: withMarks(menu.closed_sections, [data.category_id]) };
    case 'MenuSectionOpened':
      return { ...menu, closed_sections: withoutIds(menu.closed_sections, [data.category_id]) };
  }
};

/**
 * A product whose last price is removed leaves the list. Otherwise the list would grow with every product that ever had
 * one.
 */
const withPrices = (known: ById<PointPrices>, entries: readonly PriceEntry[]): ById<PointPrices> => {
  const after = [...pricesAfter(known, entries)];
  const emptied = after.filter(([, prices]) => hasNoPrices(prices)).map(([id]) => id);
  const prices = withEntries(known, after);
  return emptied.length === 0 ? prices : withoutIds(prices, emptied);
};

const withMarks = (marks: ById<true>, ids: readonly number[]): ById<true> =>
  withEntries(
    marks,
    ids.map((id) => [id, true] as const),
  );
