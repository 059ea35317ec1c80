import { eachInTurns, mapInTurns, sortInTurns } from '../../concurrency/turns.ts';
import type { ShowcaseCategory } from '../../domain/menu/showcase/events.ts';
import type { Showcase } from './brand-catalogue.ts';
import { byOrder, type MenuItem, toMenuGroups, toMenuItem } from './menu-item.ts';
import { isSectionClosed, type PointMenu } from './point-menu.ts';
import { pricesFor } from './price-book.ts';

/** The contract's Menu (docs/domain.md#menu), before the stop-list. */
export interface Menu {
  readonly id: number;
  readonly name: string;
  readonly categories: readonly ShowcaseCategory[];
  readonly products: readonly MenuItem[];
}

/**
 * A showcase as the point sells it at `time` (`HH:MM`) of `day` (1 to 7) on its own clock; undefined if the brand has
 * none with this id. Prices are those of orders. `showcaseIds` are the key's, in its order, if it has more than this
 * one. Products that cannot be ordered here are left out, and so are modifiers: they are ordered inside products.
 */
export const renderShowcase = async (
  menu: PointMenu,
  showcaseId: number,
  day: number,
  time: string,
  showcaseIds: readonly number[] = [showcaseId],
): Promise<Menu | undefined> => {
  const showcase = menu.catalogue.showcases.get(showcaseId);
  if (!showcase) return undefined;
  const prices = pricesFor(menu, showcaseIds, day, time);
  const products = await mapInTurns(showcase.products.values(), (shown) => {
    const product = menu.catalogue.products.get(shown.product_id);
    const sellable = prices.product(shown.product_id);
    if (!product || !sellable || sellable.is_modifier) return [];
    const shownAs = {
      category_id: shown.category_id,
      name: shown.name ?? sellable.name,
      description: shown.description ?? product.description ?? '',
      image: shown.image ?? product.image,
      order_number: shown.order_number ?? product.order_number,
      price: sellable.price,
    };
    const groups = toMenuGroups(menu.catalogue, sellable.modifier_groups, (modifier) => ({
      name: prices.product(modifier.product_id)?.name ?? modifier.name,
      price: prices.priceOf(modifier),
    }));
    return [toMenuItem(product, shownAs, groups)];
  });
  return {
    id: showcase.id,
    name: showcase.name,
    categories: await openCategories(menu, showcase),
    products: await sortInTurns(
      products.flat(),
      byOrder<MenuItem>((item) => item.product_id),
    ),
  };
};

/**
 * Without categories whose products are all in closed sections of the catalogue: such a category is the closed section.
 */
const openCategories = async (menu: PointMenu, { categories, products }: Showcase): Promise<ShowcaseCategory[]> => {
  const open = new Map<number, boolean>();
  await eachInTurns(products.values(), ({ product_id, category_id }) => {
    const product = menu.catalogue.products.get(product_id);
    if (product) open.set(category_id, !isSectionClosed(menu, product) || (open.get(category_id) ?? false));
  });
  const shown = categories
    .filter(({ id }) => open.get(id) !== false)
    .map(({ id, name, order_number, image }) => ({ id, name, order_number, image }));
  return shown.toSorted(byOrder<ShowcaseCategory>((category) => category.id));
};
