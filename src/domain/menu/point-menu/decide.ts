import { entryOf } from '../../collections/by-id.ts';
import { requireUnique } from '../../collections/unique.ts';
import type { Decider } from '../../decider.ts';
import type { PointMenuCommand } from './commands.ts';
import type { PointMenuEvent } from './events.ts';
import { changedPrices, checkWindows } from './prices.ts';
import { evolvePointMenu, type PointMenu } from './state.ts';

/** Events name only what changes: setting a value again changes nothing. */
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

/** Stream `point_menu-<point_id>`. */
export const pointMenuDecider: Decider<PointMenu, PointMenuCommand, PointMenuEvent> = {
  category: 'point_menu',
  stateVersion: 1,
  initial: { prices: [], costs: [], withdrawn: [], closed_sections: [] },
  evolve: evolvePointMenu,
  decide,
};
