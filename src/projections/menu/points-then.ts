import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';
import type { PriceBook } from '../../domain/orders/price-book.ts';
import type { Point } from '../../domain/points/state.ts';
import type { Brand } from '../../domain/references/state.ts';
import type { StreamReader } from '../as-of/fold-stream.ts';
import { brandFolding, catalogueFolding, pointFolding, pointMenuFolding } from '../as-of/foldings.ts';
import { createStreamHistory, type HistoryFolding, type StreamHistory } from '../as-of/stream-history.ts';
import { soldUnitsFolding } from '../stop-list/units-then.ts';
import { wallClock } from './draw-menu.ts';
import { pointMenuThen, stopListThen } from './menu-then.ts';
import type { PointMenu } from './point-menu.ts';
import { knownProduct, type PointView } from './point-views.ts';
import { limitedPriceBook, pricesFor } from './price-book.ts';
import { brandThen, referencesThen } from './references-then.ts';
import { withUnknown } from './unknown-then.ts';

export interface PointsThenOptions {
  readonly reader: StreamReader;
  /** The point as it is now. While nothing changes, the same object. */
  readonly find: (brandId: string, pointId: string) => Promise<PointView | undefined>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** A point and the lists of its brand. */
interface PlaceThen {
  readonly point: Point;
  readonly brand: Brand;
}

type PointThen = Omit<PointView, 'menu' | 'stop_list' | 'halls' | 'book' | 'timezone'>;

const brandHistory = { ...brandFolding, begins: 'BrandCreated' };

/** Streams and menus in memory. A history is as large as what changed in two months. */
const MAX_STREAMS = 1_000;
const MAX_MENUS = 100;

interface MenuThen {
  readonly menu: PointMenu;
  readonly unknown: ReadonlySet<number>;
}

/**
 * A point as it was at an instant of the past (ISO 8601), for what a till reports late: the catalogue, prices, what was
 * on sale, the stop-list and references. Undefined if the brand has no such point. If nothing has changed since, it is
 * the point of now. The log is read after something of the brand changed, but for the stop-list: that is read each time.
 * `placeThen` has the point and the lists of its brand alone, for reservations.
 */
export const createPointsThen = ({ reader, find, clock }: PointsThenOptions) => {
  const histories = new LRUCache<string, StreamHistory<unknown>>(atMost(MAX_STREAMS));
  const menus = new LRUCache<string, MenuThen>(atMost(MAX_MENUS));
  /** Points of now whose histories are read up to then. */
  const fresh = new WeakSet<PointView>();
  const idOf = createIds();

  const historyOf = <State>(folding: HistoryFolding<State>, id: string): StreamHistory<State> => {
    const stream = `${folding.category}-${id}`;
    // Each category has one folding here, and so one type of State.
    const known = histories.get(stream) as StreamHistory<State> | undefined;
    if (known) return known;
    const made = createStreamHistory(reader, folding, id);
    histories.set(stream, made);
    return made;
  };

  const placeThen = async (brandId: string, pointId: string, at: string): Promise<PlaceThen | undefined> => {
    const instant = Date.parse(at);
    const [brand, point] = [historyOf(brandHistory, brandId), historyOf(pointFolding, pointId)];
    await Promise.all([brand, point].map((history) => history.read(instant, clock())));
    const now = point.latest();
    if (now?.brand_id !== brandId) return undefined;
    return { point: point.at(instant) ?? now, brand: brandThen(brand.at(instant), brand.latest()!) };
  };

  const findThen = async (brandId: string, pointId: string, at: string): Promise<PointThen | undefined> => {
    const now = await find(brandId, pointId);
    if (!now) return undefined;
    const instant = Date.parse(at);
    const [brand, point, catalogue, pointMenu, stopList] = [
      historyOf(brandHistory, brandId),
      historyOf(pointFolding, pointId),
      historyOf(catalogueFolding, brandId),
      historyOf(pointMenuFolding, pointId),
      historyOf(soldUnitsFolding, pointId),
    ];
    const settings = [brand, point, catalogue, pointMenu];
    const all = [...settings, stopList];
    const isRead = fresh.has(now) && settings.every((history) => history.reaches(instant));
    // A stop-list changes with each sale, so its read model may be behind what the sale before has taken.
    await Promise.all((isRead ? [stopList] : all).map((history) => history.read(instant, clock())));
    fresh.add(now);
    if (all.every((history) => history.at(instant) === history.latest())) return now;

    const then = { catalogue: catalogue.at(instant), pointMenu: pointMenu.at(instant) };
    const latest = { catalogue: catalogue.latest(), pointMenu: pointMenu.latest() };
    const key = [pointId, ...[...Object.values(then), ...Object.values(latest)].map(idOf)].join();
    const { menu, unknown } = menus.get(key) ?? compile(then, latest);
    menus.set(key, { menu, unknown });
    const references = referencesThen(point.at(instant) ?? now.point, brand.at(instant), brand.latest()!);
    const { units } = stopListThen(stopList.at(instant));
    return {
      ...references,
      zones: now.zones,
      product: (productId) => knownProduct(menu, productId),
      priceBook: (showcaseIds, time) => {
        const clockThen = wallClock(menu, references.point.timezone, time);
        const prices = limitedPriceBook(pricesFor(menu, showcaseIds, clockThen.day, clockThen.time), units);
        return unknown.size === 0 ? prices : withoutPrices(prices, unknown);
      },
    };
  };

  return { findThen, placeThen };
};

type States = Parameters<typeof withUnknown>[0];

const compile = (then: States, latest: States): MenuThen => {
  const { catalogue, pointMenu, unknown } = withUnknown(then, latest);
  return { menu: pointMenuThen({ catalogue, pointMenu, showcases: [] }), unknown };
};

/** Says which products the log did not know then: there the till's own price counts. */
const withoutPrices = (prices: PriceBook, unknown: ReadonlySet<number>): PriceBook => ({
  product: (productId) => {
    const product = prices.product(productId);
    return product && unknown.has(productId) ? { ...product, was_unknown: true } : product;
  },
});

/** A number for each object: the same one for the same object. */
const createIds = () => {
  const ids = new WeakMap<object, number>();
  let last = 0;
  return (object: object): number => {
    const id = ids.get(object) ?? ++last;
    ids.set(object, id);
    return id;
  };
};
