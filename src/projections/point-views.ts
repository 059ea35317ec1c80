import { createHash } from 'node:crypto';
import type pg from 'pg';
import { toLocalDayAndTime } from '../domain/local-time.ts';
import type { PriceBook } from '../domain/order/price-book.ts';
import { createBrandCache } from './brand-cache.ts';
import { hasPriceWindows, loadPointMenu, type PointMenu, priceBookFor, renderShowcase } from './catalogue/index.ts';
import { loadPointReferences, type PointReferences } from './venue/point-references.ts';

/** A point as orders and menus need it, kept in memory until something of its brand changes. */
export interface PointView extends PointReferences {
  readonly menu: PointMenu;
  priceBook(showcaseIds: readonly number[], at: string): PriceBook;
}

/** A menu serialised once and served many times. */
export interface RenderedMenu {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface PointViews {
  find(brandId: string, pointId: string): Promise<PointView | undefined>;
  /**
   * The showcase as the point sells it at the instant, at the prices an order of the key would have: `keyShowcaseIds`
   * are all the key has. Undefined when the brand has no such showcase.
   */
  renderMenu(
    brandId: string,
    point: PointView,
    showcaseId: number,
    keyShowcaseIds: readonly number[],
    at: string,
  ): Promise<RenderedMenu | undefined>;
  /** Forgets what is kept of a brand, or of all. */
  drop(brandId: string | null): void;
}

export const createPointViews = (pool: pg.Pool): PointViews => {
  const points = createBrandCache<PointView>({ max: 1_000 });
  const menus = createBrandCache<RenderedMenu>({ max: 1_000 });

  const load = async (brandId: string, pointId: string): Promise<PointView | undefined> => {
    const [references, menu] = await Promise.all([
      loadPointReferences(pool, brandId, pointId),
      loadPointMenu(pool, brandId, pointId),
    ]);
    if (!references) return undefined;
    const { timezone } = references.point;
    const priceBook = (showcaseIds: readonly number[], at: string): PriceBook => {
      // The clock on the wall matters only where prices follow it.
      const { day, time } = hasPriceWindows(menu) ? toLocalDayAndTime(at, timezone) : NO_TIME;
      return priceBookFor(menu, showcaseIds, day, time);
    };
    return { ...references, menu, priceBook };
  };

  return {
    find: (brandId, pointId) => points.get(brandId, pointId, () => load(brandId, pointId)),
    renderMenu: (brandId, { point, menu }, showcaseId, keyShowcaseIds, at) => {
      const { day, time } = hasPriceWindows(menu) ? toLocalDayAndTime(at, point.timezone) : NO_TIME;
      const key = `${point.point_id}/${showcaseId}/${keyShowcaseIds.join()}/${day}/${time}`;
      return menus.get(brandId, key, async () => {
        const rendered = renderShowcase(menu, showcaseId, day, time, keyShowcaseIds);
        if (!rendered) return undefined;
        const bytes = Buffer.from(JSON.stringify(rendered));
        return { bytes, etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) };
      });
    },
    drop: (brandId) => {
      points.drop(brandId);
      menus.drop(brandId);
    },
  };
};

const NO_TIME = { day: 1, time: '00:00' };
