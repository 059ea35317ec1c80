import type { Catalogue } from '../../domain/menu/catalogue/state.ts';
import type { PointMenu as PointMenuState } from '../../domain/menu/point-menu/state.ts';
import type { ShowcasePublished } from '../../domain/menu/showcase/events.ts';
import type { StopList as StopListState } from '../../domain/stop-list/state.ts';
import { type StopList, toStopList } from '../stop-list/stop-list.ts';
import { type CatalogueSource, compileCatalogue } from './brand-catalogue.ts';
import { compilePointMenu, type PointMenu, type PointMenuSource } from './point-menu.ts';

/** The aggregates that a menu is made of. */
export interface MenuStates {
  readonly catalogue: Catalogue;
  readonly showcases: readonly ShowcasePublished[];
  readonly pointMenu: PointMenuState;
}

/** What the point sold, made from the aggregates as the live one is made from rows. */
export const pointMenuThen = ({ catalogue, showcases, pointMenu }: MenuStates): PointMenu =>
  compilePointMenu(compileCatalogue(catalogueSource(catalogue, showcases)), pointMenuSource(pointMenu));

/** Inactive products and preps are left out, as the live catalogue leaves them out. */
const catalogueSource = (
  { products, categories }: Catalogue,
  showcases: readonly ShowcasePublished[],
): CatalogueSource => ({
  products: products.map(([, product]) => product).filter(({ is_active, type }) => is_active && type !== 'prep'),
  categories: categories.map(([, category]) => category),
  showcases: showcases.map(({ menu_id, name, categories, products }) => {
    return { menu_id, name, document: { categories, products } };
  }),
});

const pointMenuSource = ({ prices, costs, withdrawn, closed_sections }: PointMenuState): PointMenuSource => ({
  prices: prices.flatMap(([product_id, { price, windows }]) => [
    ...(price === null ? [] : [{ product_id, price, days: null, from_time: null, to_time: null }]),
    ...windows.map((window) => {
      return { product_id, price: window.price, days: window.days, from_time: window.from, to_time: window.to };
    }),
  ]),
  costs: costs.map(([product_id, cost]) => ({ product_id, cost })),
  withdrawn: withdrawn.map(([product_id]) => ({ product_id })),
  closed_sections: closed_sections.map(([category_id]) => ({ category_id })),
});

export const stopListThen = ({ entries }: StopListState): StopList =>
  toStopList(entries.map(([product_id, { quantity }]) => ({ product_id, quantity })));
