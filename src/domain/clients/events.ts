import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { erasable } from '../personal/erasable.ts';

const id = z.int();

/** A whole address, as the client gave it. */
const address = z.object({
  name: z.string(),
  short_name: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  apartment: z.string().nullable(),
  floor: z.string().nullable(),
  entrance: z.string().nullable(),
  intercom: z.string().nullable(),
  /** A hint for the courier. */
  navigate: z.string().nullable(),
});

const addressEvent = z.object({
  client_id: id,
  brand_id: z.uuid(),
  address_id: id,
  personal: z.object({ client_id: id, address: erasable(address) }),
});

/** Personal data are under `personal`. */
export const clientEvents = {
  ClientRegistered: {
    version: 2,
    schema: z.object({
      client_id: id,
      brand_id: z.uuid(),
      /** The day on the brand's clock. Null: an earlier version did not record it. */
      registered_on: z.iso.date().nullable(),
      personal: z.object({ client_id: id, phone: erasable(z.string()), name: z.string().nullable() }),
    }),
    upcasters: { 1: (registered: object) => ({ ...registered, registered_on: null }) },
  },
  ClientNamed: {
    version: 1,
    schema: z.object({
      client_id: id,
      brand_id: z.uuid(),
      personal: z.object({ client_id: id, name: erasable(z.string()) }),
    }),
  },
  ClientAddressAdded: { version: 1, schema: addressEvent },
  /** The whole address as it is from now on. A hidden one is in the client's list again. */
  ClientAddressChanged: { version: 1, schema: addressEvent },
  ClientAddressHidden: {
    version: 1,
    schema: z.object({ client_id: id, brand_id: z.uuid(), address_id: id }),
  },
  PointsAdjusted: {
    version: 1,
    schema: z.object({
      client_id: id,
      brand_id: z.uuid(),
      /** Below zero: points taken. */
      amount: z.int(),
      /** Points after it. */
      balance: z.int(),
      personal: z.object({ client_id: id, reason: erasable(z.string()) }),
    }),
  },
  /** The loyalty service took in a cheque of the client. */
  LoyaltyCommitted: {
    version: 1,
    schema: z.object({
      client_id: id,
      brand_id: z.uuid(),
      order_id: id,
      /** Of the call. */
      operation_id: z.uuid(),
      /** Points given for the cheque. Null: the service did not say. */
      accrued: z.int().nullable(),
      /** Points after it. */
      balance: z.int(),
    }),
  },
} as const;

export type LoyaltyCommitted = z.infer<(typeof clientEvents)['LoyaltyCommitted']['schema']>;
export type Address = z.infer<typeof address>;
export type ClientEvent = EventsOf<typeof clientEvents>;
