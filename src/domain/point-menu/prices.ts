import { type ById, entryOf } from '../by-id.ts';
import { invalid } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import { requireUnique } from '../unique.ts';
import type { PriceEntry } from './events.ts';
import { type PointPrices, windowKey } from './price-window.ts';

/** Refuses windows that are never on, and entries that set one price twice. */
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
 * The entries that change something. Those of one product stand or fall together: each moves its window to the end, so
 * leaving one out would change which of two overlapping windows is the last.
 */
export const changedPrices = (prices: ById<PointPrices>, entries: readonly PriceEntry[]): PriceEntry[] => {
  const after = pricesAfter(prices, entries);
  return entries.filter(({ product_id }) => {
    return !isSameValue(entryOf(prices, product_id) ?? NO_PRICES, after.get(product_id));
  });
};

/** What the products named will cost, once the entries are set one after another. */
export const pricesAfter = (prices: ById<PointPrices>, entries: readonly PriceEntry[]): Map<number, PointPrices> => {
  const after = new Map<number, PointPrices>();
  for (const entry of entries) {
    const { product_id } = entry;
    after.set(product_id, withPrice(after.get(product_id) ?? entryOf(prices, product_id) ?? NO_PRICES, entry));
  }
  return after;
};

/** Of products the point charges as the catalogue says. */
export const hasNoPrices = ({ price, windows }: PointPrices): boolean => price === null && windows.length === 0;

const NO_PRICES: PointPrices = { price: null, windows: [] };

const withPrice = (prices: PointPrices, { price, window }: PriceEntry): PointPrices => {
  if (!window) return { ...prices, price };
  const others = prices.windows.filter((other) => windowKey(other) !== windowKey(window));
  return { ...prices, windows: price === null ? others : [...others, { ...window, price }] };
};
