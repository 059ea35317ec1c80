import type { PointKey } from './point-keys.ts';

interface Stop {
  readonly product: string;
  /** Units left; 0 refuses the product. */
  readonly quantity: number;
  readonly reason: string;
}

/** What has run out, or nearly, when the demo begins. */
export const STOP_LISTS: Readonly<Record<PointKey, readonly Stop[]>> = {
  amir_temur: [
    { product: 'nishalda', quantity: 0, reason: 'Закончилась' },
    { product: 'plov_lagan', quantity: 12, reason: 'Последний казан' },
  ],
  chilonzor: [{ product: 'norin', quantity: 0, reason: 'Нет казы' }],
};
