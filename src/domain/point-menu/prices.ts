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
export const changedPrices = (
  prices: Readonly<Record<number, PointPrices>>,
  entries: readonly PriceEntry[],
): PriceEntry[] => {
  const after: Record<number, PointPrices> = {};
  for (const entry of entries) {
    const { product_id } = entry;
    after[product_id] = withPrice(after[product_id] ?? prices[product_id], entry);
  }
  return entries.filter(({ product_id }) => !isSameValue(prices[product_id], after[product_id]));
};

export const withPrice = (prices: PointPrices = { price: null, windows: [] }, entry: PriceEntry): PointPrices => {
  const { price, window } = entry;
  if (!window) return { ...prices, price };
  const others = prices.windows.filter((other) => windowKey(other) !== windowKey(window));
  return { ...prices, windows: [...others, { ...window, price }] };
};
