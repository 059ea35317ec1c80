import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { destroyedKeys } from '../personal/destroyed-keys.ts';
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

/** What an erasure is about. Nothing here says who the person was. */
const erasure = {
  /** As the venue said it. Null: it follows from an earlier erasure. */
  reason: z.string().nullable(),
  order_ids: z.array(id),
  reservation_ids: z.array(z.uuid()),
  ...destroyedKeys,
};

/** Personal data are under `personal`. */
export const clientEvents = {
  ClientRegistered: {
    version: 1,
    schema: z.object({
      client_id: id,
      brand_id: z.uuid(),
      /** The day on the brand's clock. */
      registered_on: z.iso.date(),
      personal: z.object({ client_id: id, phone: erasable(z.string()), name: z.string().nullable() }),
    }),
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
  /**
   * The person is forgotten: the key of the personal data is destroyed, and nothing shows them any more. The orders and
   * the reservations stay, without the person. It comes again for orders that were placed at that very moment.
   */
  ClientErased: {
    version: 1,
    schema: z.object({ client_id: id, brand_id: z.uuid(), ...erasure }),
  },
} as const;

/** A guest without a client: known by the phone of reservations alone. */
export const guestEvents = {
  /** As ClientErased. */
  GuestErased: {
    version: 1,
    schema: z.object({ guest_id: z.uuid(), brand_id: z.uuid(), ...erasure }),
  },
} as const;

export type LoyaltyCommitted = z.infer<(typeof clientEvents)['LoyaltyCommitted']['schema']>;
export type Address = z.infer<typeof address>;
export type ClientEvent = EventsOf<typeof clientEvents>;
export type GuestEvent = EventsOf<typeof guestEvents>;
export type GuestErased = z.infer<(typeof guestEvents)['GuestErased']['schema']>;
export type ClientErased = z.infer<(typeof clientEvents)['ClientErased']['schema']>;
