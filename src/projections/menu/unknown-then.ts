import { type ById, entryOf, withEntries } from '../../domain/collections/by-id.ts';
import type { Catalogue } from '../../domain/menu/catalogue/state.ts';
import type { PointMenu } from '../../domain/menu/point-menu/state.ts';

/** What a point sold at a time of the past. */
export interface Sold {
  readonly catalogue: Catalogue;
  readonly pointMenu: PointMenu;
  /** The products that the log did not know yet: they are as they are now, and on sale. */
  readonly unknown: ReadonlySet<number>;
}

type States = Pick<Sold, 'catalogue' | 'pointMenu'>;

/** The menu of then, completed by what the log did not know then. */
export const withUnknown = (then: States, now: States): Sold => {
  const unknown = new Set<number>();
  for (const [id] of now.catalogue.products) if (!entryOf(then.catalogue.products, id)) unknown.add(id);
  const added = <Entry>(list: ById<Entry>, latest: ById<Entry>): ById<Entry> =>
    withEntries(
      list,
      latest.filter(([id]) => unknown.has(id)),
    );
  const products = now.catalogue.products
    .filter(([id]) => unknown.has(id))
    .map(([id, product]) => [id, { ...product, is_active: true }] as const);
  const categories = now.catalogue.categories.filter(([id]) => !entryOf(then.catalogue.categories, id));
  return {
    unknown,
    catalogue: {
      ...then.catalogue,
      products: withEntries(then.catalogue.products, products),
      categories: withEntries(then.catalogue.categories, categories),
    },
    pointMenu: {
      ...then.pointMenu,
      prices: added(then.pointMenu.prices, now.pointMenu.prices),
      costs: added(then.pointMenu.costs, now.pointMenu.costs),
    },
  };
};
