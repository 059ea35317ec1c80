import { type ById, entryOf } from '../../collections/by-id.ts';
import { requireUnique } from '../../collections/unique.ts';
import { invalid } from '../../refusal.ts';
import { isSameValue } from '../../same-value.ts';
import type { PriceEntry } from './events.ts';
import { type PointPrices, windowKey } from './price-window.ts';

/** Of one product. */
const MAX_WINDOWS = 200;

/** Refuses windows that are never active, and entries that set one price twice. */
export const checkWindows = (entries: readonly PriceEntry[]): void => {
  for (const [index, { window }] of entries.entries()) {
    if (window && window.from === window.to) {
      throw invalid('price_window_empty', { field: `prices[${index}].window.to` });
    }
  }
  requireUnique(entries, keyOf, 'prices', 'product_id');
};

const keyOf = ({ product_id, window }: PriceEntry): string => `${product_id} ${window ? windowKey(window) : ''}`;

/**
 * The entries that change something. Entries of one product are kept or dropped together: each moves its window to the
 * end, so dropping one would change which of two overlapping windows is the last. Throws price_windows_too_many: every
 * event that names a product, and every price, goes through all its windows.
 */
export const changedPrices = (prices: ById<PointPrices>, entries: readonly PriceEntry[]): PriceEntry[] => {
  const changed = new Set<number>();
  for (const [product_id, after] of pricesAfter(prices, entries)) {
    const before = entryOf(prices, product_id) ?? NO_PRICES;
    if (isSameValue(before, after)) continue;
    changed.add(product_id);
    // A product may have more windows from before there was a limit. It may still be changed, and lose some.
    if (after.windows.length <= Math.max(MAX_WINDOWS, before.windows.length)) continue;
    const index = entries.findLastIndex(
      (entry) => entry.product_id === product_id && entry.window && entry.price !== null,
    );
    throw invalid('price_windows_too_many', { field: `prices[${index}].window`, max: MAX_WINDOWS });
  }
  return entries.filter(({ product_id }) => changed.has(product_id));
};

/** The prices of the named products after the entries are set one after another. */
export const pricesAfter = (prices: ById<PointPrices>, entries: readonly PriceEntry[]): Map<number, PointPrices> => {
  const after = new Map<number, PointPrices>();
  for (const [product_id, own] of Map.groupBy(entries, (entry) => entry.product_id)) {
    after.set(product_id, withPricesOf(entryOf(prices, product_id) ?? NO_PRICES, own));
  }
  return after;
};

/** For products that the point sells at the catalogue's price. */
export const hasNoPrices = ({ price, windows }: PointPrices): boolean => price === null && windows.length === 0;

const NO_PRICES: PointPrices = { price: null, windows: [] };

/** All entries are of one product. Its windows are keyed once for all of them, because a list may have thousands. */
const withPricesOf = (known: PointPrices, entries: readonly PriceEntry[]): PointPrices => {
  let base = known.price;
  const windows = new Map(known.windows.map((window) => [windowKey(window), window]));
  for (const { price, window } of entries) {
    if (!window) {
      base = price;
      continue;
    }
    const key = windowKey(window);
    // Deleted first, so that a window that is set again becomes the last one.
    windows.delete(key);
    if (price !== null) windows.set(key, { ...window, price });
  }
  return { price: base, windows: [...windows.values()] };
};
