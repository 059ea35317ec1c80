import type { Decider } from '../decider.ts';
import { requireUnique } from '../unique.ts';
import type { CostEntry, PointMenuEvent, PriceEntry } from './events.ts';
import type { PointPrices } from './price-window.ts';
import { changedPrices, checkWindows, withPrice } from './prices.ts';

/** How a point departs from its brand's catalogue, by product and by category. */
export interface PointMenu {
  readonly prices: Readonly<Record<number, PointPrices>>;
  /** Cost of one unit. */
  readonly costs: Readonly<Record<number, number>>;
  readonly withdrawn: Readonly<Record<number, true>>;
  readonly closed_sections: Readonly<Record<number, true>>;
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
      const costs = command.costs.filter((entry) => menu.costs[entry.product_id] !== entry.cost);
      return costs.length === 0 ? [] : [{ type: 'CostsSet', data: { brand_id, point_id, costs } }];
    }
    case 'SetOnSale': {
      const { on_sale } = command;
      const asked = [...new Set(command.product_ids)];
      const product_ids = asked.filter((productId) => (menu.withdrawn[productId] ?? false) === on_sale);
      const type = on_sale ? 'ProductsPutOnSale' : 'ProductsWithdrawnFromSale';
      return product_ids.length === 0 ? [] : [{ type, data: { brand_id, point_id, product_ids } }];
    }
    case 'CloseMenuSection': {
      const { category_id, closed } = command;
      if ((menu.closed_sections[category_id] ?? false) === closed) return [];
      return [{ type: closed ? 'MenuSectionClosed' : 'MenuSectionOpened', data: { brand_id, point_id, category_id } }];
    }
  }
};

const evolve = (menu: PointMenu, { type, data }: PointMenuEvent): PointMenu => {
  switch (type) {
    case 'PricesSet': {
      const prices = { ...menu.prices };
      for (const entry of data.prices) prices[entry.product_id] = withPrice(prices[entry.product_id], entry);
      return { ...menu, prices };
    }
    case 'CostsSet': {
      const costs = { ...menu.costs };
      for (const { product_id, cost } of data.costs) costs[product_id] = cost;
      return { ...menu, costs };
    }
    case 'ProductsPutOnSale':
      return { ...menu, withdrawn: without(menu.withdrawn, data.product_ids) };
    case 'ProductsWithdrawnFromSale':
      return { ...menu, withdrawn: withAll(menu.withdrawn, data.product_ids) };
    case 'MenuSectionClosed':
      return { ...menu, closed_sections: withAll(menu.closed_sections, [data.category_id]) };
    case 'MenuSectionOpened':
      return { ...menu, closed_sections: without(menu.closed_sections, [data.category_id]) };
  }
};

type Marks = Readonly<Record<number, true>>;

const withAll = (marks: Marks, ids: readonly number[]): Marks => {
  const more: Record<number, true> = { ...marks };
  for (const id of ids) more[id] = true;
  return more;
};

const without = (marks: Marks, ids: readonly number[]): Marks => {
  const fewer: Record<number, true> = { ...marks };
  for (const id of ids) delete fewer[id];
  return fewer;
};

/** Stream `point_menu-<point_id>`. */
export const pointMenuDecider: Decider<PointMenu, PointMenuCommand, PointMenuEvent> = {
  category: 'point_menu',
  stateVersion: 1,
  initial: { prices: {}, costs: {}, withdrawn: {}, closed_sections: {} },
  evolve,
  decide,
};
