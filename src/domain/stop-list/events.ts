import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';

const id = z.int();

const entry = z.object({
  product_id: id,
  /** The units that are left. With 0 the product cannot be ordered. */
  quantity: z.number(),
  reason: z.string().nullable(),
});

/**
 * Units of one product that were taken or came back, and in `left` the units of its entry after that. So readers need
 * not calculate it.
 */
const movedUnits = z.object({ product_id: id, quantity: z.number(), left: z.number() });

const ofHold = z.object({ brand_id: z.uuid(), point_id: z.uuid(), order_id: id, hold_id: z.uuid() });

export const stopListEvents = {
  /** The entries that were set; all others stay as they are. Quantity 0: the venue stops the product. */
  StopListSet: {
    version: 1,
    schema: z.object({ brand_id: z.uuid(), point_id: z.uuid(), entries: z.array(entry) }),
  },
  /** The products that may be sold without restriction again. */
  StopListCleared: {
    version: 1,
    schema: z.object({ brand_id: z.uuid(), point_id: z.uuid(), product_ids: z.array(id) }),
  },
  /** Units of limited products, taken for an order: before it is placed, or at the release of a preorder. */
  UnitsTaken: { version: 1, schema: ofHold.extend({ units: z.array(movedUnits) }) },
  /** The hold ends: its order is deleted, or was never placed. `units`: the units that are for sale again. */
  UnitsReturned: { version: 1, schema: ofHold.extend({ units: z.array(movedUnits) }) },
  /**
   * The order wants less than before. `given_up`: units that leave its hold; `units`: those of them that are for sale
   * again.
   */
  UnitsPartlyReturned: {
    version: 1,
    schema: ofHold.extend({
      given_up: z.array(z.object({ product_id: id, quantity: z.number() })),
      units: z.array(movedUnits),
    }),
  },
  /** The units of these holds were sold: they never come back. */
  HoldsSettled: {
    version: 1,
    schema: z.object({
      brand_id: z.uuid(),
      point_id: z.uuid(),
      holds: z.array(z.object({ order_id: id, hold_id: z.uuid() })),
    }),
  },
} as const;

type Definitions = typeof stopListEvents;
export type StopListEvent = EventsOf<Definitions>;

export type StopListEntry = z.infer<typeof entry>;
export type MovedUnits = z.infer<typeof movedUnits>;
export type UnitsTaken = z.infer<Definitions['UnitsTaken']['schema']>;
export type UnitsReturned = z.infer<Definitions['UnitsReturned']['schema']>;
