import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';

const id = z.int();
const money = z.int();

/** `[longitude, latitude]`. */
const position = z.tuple([z.number(), z.number()]);

const zone = z.object({
  zone_id: id,
  brand_id: z.uuid(),
  point_id: z.uuid(),
  name: z.string(),
  /** The outer ring, then holes; each closed. */
  polygon: z.array(z.array(position)),
  price: money,
  minutes: z.int(),
  min_order_amount: money,
  priority: z.int(),
});

export const deliveryEvents = {
  /** The whole zone as it is from now on. */
  DeliveryZoneDefined: { version: 1, schema: zone },
  DeliveryZoneRemoved: {
    version: 1,
    schema: z.object({ zone_id: id, brand_id: z.uuid(), point_id: z.uuid() }),
  },
} as const;

export type DeliveryEvent = EventsOf<typeof deliveryEvents>;
