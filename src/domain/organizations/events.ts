import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { partyPayment } from '../party-payment.ts';

const id = z.int();
const money = z.int();
const brand_id = z.uuid();

/** An organization: its people eat now, and it pays later. */
const details = z.object({
  organization_id: id,
  brand_id,
  name: z.string(),
  short_name: z.string().nullable(),
  tin: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  region_id: id.nullable(),
  district_id: id.nullable(),
  /** It is a branch of the venue's own. */
  is_own_point: z.boolean(),
  /** The most that it may owe. Null: no limit. */
  debt_limit: money.nullable(),
  /** What it had before its first cheque. Below zero: it owed. */
  opening_balance: money,
  /** The point whose balance the opening balance counts in. Null: only in the brand's. */
  point_id: z.uuid().nullable(),
});

const charge = z.object({
  organization_id: id,
  brand_id,
  point_id: z.uuid(),
  order_id: id,
  /** Each attempt to close a cheque has a charge of its own. */
  charge_id: z.uuid(),
  amount: money,
});

export const organizationEvents = {
  OrganizationRegistered: {
    version: 1,
    schema: details.extend({
      /** The day on the brand's clock. */
      registered_on: z.iso.date(),
      registered_at: z.iso.datetime(),
      timezone: z.string(),
    }),
  },
  /** All details as they are from now on. */
  OrganizationDetailsChanged: {
    version: 1,
    /** When it was changed. */
    schema: details.extend({ changed_at: z.iso.datetime() }),
  },
  /** A cheque is being closed, and this part of it is the organization's debt. */
  OrganizationCharged: {
    version: 1,
    /** When the cheque was closed. Earlier versions lack it. */
    schema: charge.extend({ charged_at: z.iso.datetime().optional() }),
  },
  /** The cheque was not closed with this charge, or is open again. */
  OrganizationChargeReleased: { version: 1, schema: charge },
  /** Goods of its cheque came back, and this much was set off against its debt. */
  OrganizationDebtSetOff: {
    version: 1,
    schema: z.object({
      organization_id: id,
      brand_id,
      point_id: z.uuid(),
      order_id: id,
      return_id: id,
      amount: money,
    }),
  },
  OrganizationPaymentReceived: {
    version: 1,
    schema: partyPayment.extend({
      organization_id: id,
      /** From a branch of the venue's own. */
      is_internal: z.boolean(),
    }),
  },
  /** The payment counts no more, also if it is recorded later than this. */
  OrganizationPaymentCancelled: {
    version: 1,
    schema: z.object({ organization_id: id, brand_id, movement_id: id }),
  },
} as const;

type Definitions = typeof organizationEvents;
export type OrganizationEvent = EventsOf<Definitions>;

export type OrganizationDetails = z.infer<typeof details>;
export type OrganizationRegistered = z.infer<Definitions['OrganizationRegistered']['schema']>;
export type OrganizationCharge = z.infer<typeof charge>;
export type OrganizationDebtSetOff = z.infer<Definitions['OrganizationDebtSetOff']['schema']>;
export type OrganizationPayment = z.infer<Definitions['OrganizationPaymentReceived']['schema']>;
