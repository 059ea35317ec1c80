import type pg from 'pg';
import type { PointZones } from '../../domain/delivery/zone.ts';
import type { PriceBook } from '../../domain/orders/price-book.ts';
import type { DeliveryMaps } from '../delivery/delivery-maps.ts';
import { loadPointReferences, type PointReferences } from '../points/point-references.ts';
import { createBrandCache } from '../reading/brand-cache.ts';
import { loadStopList, type StopList } from '../stop-list/stop-list.ts';
import { drawMenu, wallClock } from './draw-menu.ts';
import {
  type BrandCatalogue,
  limitedPriceBook,
  loadBrandCatalogue,
  loadPointMenu,
  type MenuSheet,
  type PointMenu,
  pricesFor,
  type RenderedMenu,
  renderNomenclature,
  toSheet,
} from './index.ts';
import { createMenuRenderings } from './menu-renderings.ts';

const MAX_BRANDS = 500;
const MAX_POINTS = 1_000;

/** A point as orders and menus need it, kept in memory until something of its brand changes. */
export interface PointView extends PointReferences {
  readonly menu: PointMenu;
  readonly stop_list: StopList;
  /** Where the point delivers. */
  readonly zones: PointZones;
  /** A product of the brand's catalogue as it is at the point, on sale or not. */
  product(productId: number): KnownProduct | undefined;
  priceBook(showcaseIds: readonly number[], at: string): PriceBook;
}

export interface KnownProduct {
  readonly product_id: number;
  readonly category_id: number | null;
  readonly cost: number | null;
  readonly is_divisible: boolean;
}

export interface PointViews {
  find(brandId: string, pointId: string): Promise<PointView | undefined>;
  /**
   * The showcase as the point sells it at the instant, at the prices of an order with the key: `keyShowcaseIds` are all
   * showcases of the key. Undefined if the brand has no such showcase.
   */
  renderMenu(
    point: PointView,
    showcaseId: number,
    keyShowcaseIds: readonly number[],
    at: string,
  ): Promise<RenderedMenu | undefined>;
  /** The whole catalogue at the same prices. */
  renderNomenclature(point: PointView, keyShowcaseIds: readonly number[], at: string): Promise<RenderedMenu>;
  /** The projection has changed rows of the brand, or of any brand: forgets only what was read from them. */
  drop(projection: string, brandId: string | null): void;
}

/**
 * Kept in separate caches, by what changes them: a shift is opened twice a day, a stop-list can change a hundred times
 * a second.
 */
export const createPointViews = (pool: pg.Pool, maps: DeliveryMaps): PointViews => {
  const references = createBrandCache<PointReferences>({ max: MAX_POINTS });
  const catalogues = createBrandCache<BrandCatalogue>({ max: MAX_BRANDS });
  const menus = createBrandCache<PointMenu>({ max: MAX_POINTS });
  const stopLists = createBrandCache<StopList>({ max: MAX_POINTS });
  /** All of them together, so that an order needs one look-up. */
  const views = createBrandCache<PointView>({ max: MAX_POINTS });
  const renderings = createMenuRenderings();
  const readFrom: Readonly<Record<string, readonly { drop(brandId: string | null): void }[]>> = {
    venue: [references, views],
    catalogue: [catalogues, menus, views],
    stop_list: [stopLists, views],
  };

  const loadMenu = async (brandId: string, pointId: string): Promise<PointMenu> => {
    const catalogue = await catalogues.get(brandId, 'catalogue', () => loadBrandCatalogue(pool, brandId));
    return loadPointMenu(pool, brandId, pointId, catalogue!);
  };

  const load = async (brandId: string, pointId: string): Promise<PointView | undefined> => {
    const known = await references.get(brandId, pointId, () => loadPointReferences(pool, brandId, pointId));
    // Only after the point is known to be the brand's: guessing at ids must not cause the reading of a catalogue.
    if (!known) return undefined;
    const [menu, stop_list, map] = await Promise.all([
      menus.get(brandId, pointId, () => loadMenu(brandId, pointId)),
      stopLists.get(brandId, pointId, () => loadStopList(pool, brandId, pointId)),
      maps.find(brandId),
    ]);
    return toView(known, menu!, stop_list!, map.zonesOf(pointId));
  };

  const render = (
    point: PointView,
    name: string,
    at: string,
    draw: (day: number, time: string) => Promise<MenuSheet | undefined>,
  ): Promise<RenderedMenu | undefined> => {
    const { menu, stop_list } = point;
    const { day, time } = wallClock(point.menu, point.timezone, at);
    const source = { menu, stop_list, period: menu.periodAt(day, time) };
    return renderings.get(`${point.point.point_id}/${name}`, source, () => draw(day, time));
  };

  return {
    find: (brandId, pointId) => views.get(brandId, pointId, () => load(brandId, pointId)),
    renderMenu: (point, showcaseId, keyShowcaseIds, at) =>
      render(point, `${showcaseId}/${keyShowcaseIds.join()}`, at, (day, time) =>
        drawMenu(point.menu, showcaseId, { day, time }, keyShowcaseIds),
      ),
    renderNomenclature: async (point, keyShowcaseIds, at) => {
      const rendered = await render(point, `nomenclature/${keyShowcaseIds.join()}`, at, async (day, time) => {
        const { products, ...head } = await renderNomenclature(point.menu, keyShowcaseIds, day, time);
        return toSheet(head, products, (productId) => !point.menu.withdrawn.has(productId));
      });
      return rendered!;
    },
    drop: (projection, brandId) => {
      for (const cache of readFrom[projection] ?? []) cache.drop(brandId);
    },
  };
};

export const knownProduct = (menu: PointMenu, product_id: number): KnownProduct | undefined => {
  const known = menu.catalogue.products.get(product_id);
  if (!known) return undefined;
  const { category_id, is_divisible } = known;
  return { product_id, category_id, is_divisible, cost: menu.costs.get(product_id) ?? null };
};

const toView = (references: PointReferences, menu: PointMenu, stop_list: StopList, zones: PointZones): PointView => {
  const { timezone } = references;
  return {
    ...references,
    menu,
    stop_list,
    zones,
    product: (productId) => knownProduct(menu, productId),
    priceBook: (showcaseIds, at) => {
      const { day, time } = wallClock(menu, timezone, at);
      return limitedPriceBook(pricesFor(menu, showcaseIds, day, time), stop_list.units);
    },
  };
};
