import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';

const ofBrand = z.object({ brand_id: z.uuid() });

/** The loyalty service that a brand has connected. One at a time. */
export const loyaltyEvents = {
  /** In place of the one before, with a new signing secret. */
  ServiceConnected: {
    version: 1,
    schema: ofBrand.extend({ name: z.string(), base_url: z.string(), secret_id: z.uuid() }),
  },
  SecretRotated: { version: 1, schema: ofBrand.extend({ secret_id: z.uuid() }) },
  /** What began while it was connected is brought to its end. Nothing new begins. */
  ServiceDisconnected: { version: 1, schema: ofBrand },
  /** The venue wanted to see whether the service answers. */
  ServicePinged: {
    version: 1,
    schema: ofBrand.extend({
      operation_id: z.uuid(),
      ok: z.boolean(),
      /** Null: there was no answer. */
      status_code: z.int().nullable(),
      duration_ms: z.int(),
      pinged_at: z.iso.datetime(),
    }),
  },
  /** A call to the service is to be tried again, from its first attempt. */
  LoyaltyDeliveryResent: {
    version: 1,
    schema: ofBrand.extend({ delivery_id: z.int(), resent_at: z.iso.datetime() }),
  },
} as const;

type Definitions = typeof loyaltyEvents;
export type LoyaltyEvent = EventsOf<Definitions>;
export type ServicePinged = z.infer<Definitions['ServicePinged']['schema']>;
