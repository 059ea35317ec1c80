import type { PointKey } from '../brand/points.ts';
import type { CategoryKey } from './categories.ts';

interface PointMenu {
  /** Prices that differ from the product's own, UZS. */
  readonly prices: Readonly<Record<string, number>>;
  /** Prices for part of the day, local time; days 1 Monday to 7 Sunday. */
  readonly windows: readonly {
    readonly product: string;
    readonly price: number;
    readonly window: { readonly days: readonly number[]; readonly from: string; readonly to: string };
  }[];
  readonly withdrawn: readonly string[];
  readonly closed: readonly CategoryKey[];
  /** Units left; 0 refuses the product. */
  readonly stop_list: readonly { readonly product: string; readonly quantity: number; readonly reason: string }[];
}

/** How the two points' menus differ. */
export const POINT_MENUS: Readonly<Record<PointKey, PointMenu>> = {
  amir_temur: {
    prices: {},
    windows: [
      { product: 'business_lunch', price: 55000, window: { days: [1, 2, 3, 4, 5], from: '11:00', to: '15:00' } },
    ],
    withdrawn: [],
    closed: [],
    stop_list: [
      { product: 'nishalda', quantity: 0, reason: 'Закончилась' },
      { product: 'plov_lagan', quantity: 12, reason: 'Последний казан' },
    ],
  },
  chilonzor: {
    prices: {
      plov_choyxona: 44000,
      plov_wedding: 49000,
      plov_samarkand: 48000,
      shashlik_lamb: 26000,
      shashlik_beef: 24000,
      kiyma_kebab: 20000,
      lagman: 39000,
      shurpa: 36000,
      samsa_lamb: 12000,
      tea_green: 8000,
      tea_black: 8000,
      portion_large: 14000,
    },
    windows: [],
    withdrawn: ['steak', 'pomegranate_juice'],
    closed: ['lunch'],
    stop_list: [{ product: 'norin', quantity: 0, reason: 'Нет казы' }],
  },
};
