import { type ById, entryOf, withEntries, withoutIds } from '../../collections/by-id.ts';
import { requireUnique } from '../../collections/unique.ts';
import type { Decider } from '../../decider.ts';
import type { CostEntry, PointMenuEvent, PriceEntry } from './events.ts';
import type { PointPrices } from './price-window.ts';
import { changedPrices, checkWindows, hasNoPrices, pricesAfter } from './prices.ts';

/** How a point departs from its brand's catalogue, by product and by category. */
export interface PointMenu {
  readonly prices: ById<PointPrices>;
  /** Cost of one unit. */
  readonly costs: ById<number>;
  readonly withdrawn: ById<true>;
  readonly closed_sections: ById<true>;
}

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

export type PointMenuCommand = OfPoint &
  (
    | { readonly type: 'SetPrices'; readonly prices: readonly PriceEntry[] }
    | { readonly type: 'SetCosts'; readonly costs: readonly CostEntry[] }
    | { readonly type: 'SetOnSale'; readonly product_ids: readonly number[]; readonly on_sale: boolean }
    | { readonly type: 'CloseMenuSection'; readonly category_id: number; readonly closed: boolean }
  );

/** Events name only what changes: setting what is set already is nothing. */
const decide = (menu: PointMenu, command: PointMenuCommand): readonly PointMenuEvent[] => {
  const { brand_id, point_id } = command;
  switch (command.type) {
    case 'SetPrices': {
      checkWindows(command.prices);
      const prices = changedPrices(menu.prices, command.prices);
      return prices.length === 0 ? [] : [{ type: 'PricesSet', data: { brand_id, point_id, prices } }];
    }
    case 'SetCosts': {
      requireUnique(command.costs, (entry) => entry.product_id, 'costs', 'product_id');
      const costs = command.costs.filter((entry) => entryOf(menu.costs, entry.product_id) !== entry.cost);
      return costs.length === 0 ? [] : [{ type: 'CostsSet', data: { brand_id, point_id, costs } }];
    }
    case 'SetOnSale': {
      const { on_sale } = command;
      const asked = [...new Set(command.product_ids)];
      const product_ids = asked.filter((productId) => (entryOf(menu.withdrawn, productId) ?? false) === on_sale);
      const type = on_sale ? 'ProductsPutOnSale' : 'ProductsWithdrawnFromSale';
      return product_ids.length === 0 ? [] : [{ type, data: { brand_id, point_id, product_ids } }];
    }
    case 'CloseMenuSection': {
      const { category_id, closed } = command;
      if ((entryOf(menu.closed_sections, category_id) ?? false) === closed) return [];
      return [{ type: closed ? 'MenuSectionClosed' : 'MenuSectionOpened', data: { brand_id, point_id, category_id } }];
    }
  }
};

const evolve = (menu: PointMenu, { type, data }: PointMenuEvent): PointMenu => {
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

/** A product whose last price is removed leaves the list: it would grow with every product that ever had one. */
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

/** Stream `point_menu-<point_id>`. */
export const pointMenuDecider: Decider<PointMenu, PointMenuCommand, PointMenuEvent> = {
  category: 'point_menu',
  stateVersion: 1,
  initial: { prices: [], costs: [], withdrawn: [], closed_sections: [] },
  evolve,
  decide,
};
