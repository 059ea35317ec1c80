/** A price for part of the day, on the point's own clock. */
export interface PriceWindow {
  /** The days of the week on which it begins, 1 Monday to 7 Sunday; ascending, each once. */
  readonly days: readonly number[];
  /** `HH:MM`, inclusive. */
  readonly from: string;
  /**
   * `HH:MM`, exclusive; up to 24:00. If it is earlier than `from`, the window ends after midnight and belongs to the
   * day on which it began.
   */
  readonly to: string;
}

export interface WindowPrice extends PriceWindow {
  readonly price: number;
}

/** What a product costs at a point. */
export interface PointPrices {
  /** Null: the catalogue's base price. */
  readonly price: number | null;
  /** In the order they were defined. */
  readonly windows: readonly WindowPrice[];
}

const dayBefore = (day: number): number => (day === 1 ? 7 : day - 1);

/** Whether the window is active at `time` (`HH:MM`) of `day` (1 to 7). */
export const isOn = ({ days, from, to }: PriceWindow, day: number, time: string): boolean => {
  // Times have equal length, so they compare as text.
  if (from < to) return days.includes(day) && from <= time && time < to;
  return (days.includes(day) && from <= time) || (days.includes(dayBefore(day)) && time < to);
};

/** The price at that moment: of the active window that was defined last, else the point's; null if it has none. */
export const priceAt = ({ price, windows }: PointPrices, day: number, time: string): number | null =>
  windows.findLast((window) => isOn(window, day, time))?.price ?? price;

/** Two windows with the same key are one window: the later price replaces the earlier one. */
export const windowKey = ({ days, from, to }: PriceWindow): string => `${days.join('')} ${from}-${to}`;
