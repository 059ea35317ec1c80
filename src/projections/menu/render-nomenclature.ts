import { mapInTurns, sortInTurns } from '../../concurrency/turns.ts';
import { byOrder, type MenuItem, toMenuGroups, toMenuItem } from './menu-item.ts';
import { isSectionClosed, type PointMenu } from './point-menu.ts';
import { pricesFor, sellableGroups } from './price-book.ts';

/** The contract's nomenclature (docs/domain.md#menu), before the stop-list. */
export interface Nomenclature {
  readonly categories: readonly NomenclatureCategory[];
  readonly products: readonly MenuItem[];
}

export interface NomenclatureCategory {
  readonly id: number;
  readonly name: string;
  /** Null at the top. */
  readonly parent_id: number | null;
  readonly order_number: number;
  readonly image: string | null;
}

/**
 * The brand's whole catalogue under its own names, without sections that are closed at the point, at the prices of an
 * order with a key that has these showcases. It includes products that are in no showcase, and those not on sale at the
 * point: see `isOnSale`. Modifiers are ordered inside products and appear there.
 */
export const renderNomenclature = async (
  menu: PointMenu,
  showcaseIds: readonly number[],
  day: number,
  time: string,
): Promise<Nomenclature> => {
  const { catalogue, closed_categories } = menu;
  const prices = pricesFor(menu, showcaseIds, day, time);
  const products = await mapInTurns(catalogue.products.values(), (product) => {
    if (product.type === 'modifier' || isSectionClosed(menu, product)) return [];
    const { category_id, name, description, image, order_number } = product;
    const shownAs = { category_id, name, description: description ?? '', image, order_number };
    const groups = toMenuGroups(catalogue, sellableGroups(menu, product.modifier_groups), (modifier) => ({
      name: modifier.name,
      price: prices.priceOf(modifier),
    }));
    return [toMenuItem(product, { ...shownAs, price: prices.priceOf(product) }, groups)];
  });
  const categories = [...catalogue.categories.values()]
    .filter(({ category_id }) => !closed_categories.has(category_id))
    .map(({ category_id, name, parent_id, order_number, image }) => {
      return { id: category_id, name, parent_id, order_number, image };
    });
  return {
    categories: categories.toSorted(byOrder<NomenclatureCategory>((category) => category.id)),
    products: await sortInTurns(
      products.flat(),
      byOrder<MenuItem>((item) => item.product_id),
    ),
  };
};
