import { z } from 'zod';
import type { EventsOf } from '../../events-of.ts';

const id = z.int();
const ofPoint = { brand_id: z.uuid(), point_id: z.uuid() };
const productIds = z.object({ ...ofPoint, product_ids: z.array(id) });
const section = z.object({ ...ofPoint, category_id: id });

const priceEntry = z.object({
  product_id: id,
  /** Null: the point no longer has such a price, or such a window. */
  price: z.int().nullable(),
  /** Null: the price outside of all windows. */
  window: z.object({ days: z.array(z.int()), from: z.string(), to: z.string() }).nullable(),
});

const costEntry = z.object({ product_id: id, cost: z.int() });

export const pointMenuEvents = {
  /** In the order they were set: where windows overlap, the last one wins. */
  PricesSet: { version: 1, schema: z.object({ ...ofPoint, prices: z.array(priceEntry) }) },
  CostsSet: { version: 1, schema: z.object({ ...ofPoint, costs: z.array(costEntry) }) },
  ProductsPutOnSale: { version: 1, schema: productIds },
  ProductsWithdrawnFromSale: { version: 1, schema: productIds },
  MenuSectionClosed: { version: 1, schema: section },
  MenuSectionOpened: { version: 1, schema: section },
} as const;

export type PointMenuEvent = EventsOf<typeof pointMenuEvents>;

export type PriceEntry = z.infer<typeof priceEntry>;
export type CostEntry = z.infer<typeof costEntry>;
