import type { CostEntry, PriceEntry } from './events.ts';

interface OfPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

export type PointMenuCommand = OfPoint &
  (
    | { readonly type: 'SetPrices'; readonly prices: readonly PriceEntry[] }
    | { readonly type: 'SetCosts'; readonly costs: readonly CostEntry[] }
    | { readonly type: 'SetOnSale'; readonly product_ids: readonly number[]; readonly on_sale: boolean }
    | { readonly type: 'CloseMenuSection'; readonly category_id: number; readonly closed: boolean }
  );
