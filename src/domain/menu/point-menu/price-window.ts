/** A price column for part of the day, on the point's own clock. */
export interface PriceWindow {
  /** Days of the week it begins on, 1 Monday to 7 Sunday; ascending, each once. */
  readonly days: readonly number[];
  /** `HH:MM`, inclusive. */
  readonly from: string;
  /** `HH:MM`, exclusive; to 24:00. Earlier than `from`: past midnight, still the price of the day it began on. */
  readonly to: string;
}

export interface WindowPrice extends PriceWindow {
  readonly price: number;
}

/** What a point charges for a product. */
export interface PointPrices {
  /** Null: the catalogue's base price. */
  readonly price: number | null;
  /** In the order they were defined. */
  readonly windows: readonly WindowPrice[];
}

const dayBefore = (day: number): number => (day === 1 ? 7 : day - 1);

/** Whether the window is on at `time` (`HH:MM`) of `day` (1 to 7). */
export const isOn = ({ days, from, to }: PriceWindow, day: number, time: string): boolean => {
  // Times of equal length compare as text.
  if (from < to) return days.includes(day) && from <= time && time < to;
  return (days.includes(day) && from <= time) || (days.includes(dayBefore(day)) && time < to);
};

/** The price at that moment: of the window defined last among those that are on, else the point's; null if it has none. */
export const priceAt = ({ price, windows }: PointPrices, day: number, time: string): number | null =>
  windows.findLast((window) => isOn(window, day, time))?.price ?? price;

/** Two windows with one key are one window: the later price replaces the earlier. */
export const windowKey = ({ days, from, to }: PriceWindow): string => `${days.join('')} ${from}-${to}`;
