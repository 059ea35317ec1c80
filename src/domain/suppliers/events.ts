import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { partyPayment } from '../party-payment.ts';

const id = z.int();
const brand_id = z.uuid();

/** Who the venue buys from. */
const details = z.object({
  supplier_id: id,
  brand_id,
  name: z.string(),
  phone: z.string().nullable(),
  tin: z.string().nullable(),
  /** What kind of supplier it is, in the venue's own words. */
  type_name: z.string().nullable(),
  /** It belongs to the venue itself, as its own workshop does. */
  is_internal: z.boolean(),
  /** What it had before its first supply. Below zero: the venue owed it. */
  opening_balance: z.int(),
  /** The point whose balance the opening balance counts in. Null: only in the brand's. */
  point_id: z.uuid().nullable(),
});

/** Goods that came from a supplier, or went back. */
const supply = z.object({
  supply_id: id,
  supplier_id: id,
  brand_id,
  point_id: z.uuid(),
  business_date: z.iso.date(),
  timezone: z.string(),
  recorded_at: z.iso.datetime(),
  amount: z.int(),
  /** Number or name of the paper that came with the goods. */
  document: z.string().nullable(),
});

export const supplierEvents = {
  SupplierRegistered: {
    version: 1,
    schema: details.extend({ registered_at: z.iso.datetime(), timezone: z.string() }),
  },
  /** All details as they are from now on. */
  SupplierDetailsChanged: { version: 1, schema: details },
  SupplyRecorded: { version: 1, schema: supply },
  SupplyReturned: { version: 1, schema: supply },
  /** A supply, or a return of one, counts no more. */
  SupplyCancelled: {
    version: 1,
    schema: z.object({
      supply_id: id,
      supplier_id: id,
      brand_id,
      point_id: z.uuid(),
      /** Why. Absent: nobody said it. */
      reason: z.string().optional(),
    }),
  },
  SupplierPaid: { version: 1, schema: partyPayment.extend({ supplier_id: id }) },
  /** The payment counts no more, also if it is recorded later than this. */
  SupplierPaymentCancelled: {
    version: 1,
    schema: z.object({ supplier_id: id, brand_id, movement_id: id }),
  },
} as const;

type Definitions = typeof supplierEvents;
export type SupplierEvent = EventsOf<Definitions>;

export type SupplierDetails = z.infer<typeof details>;
export type SupplierRegistered = z.infer<Definitions['SupplierRegistered']['schema']>;
export type Supply = z.infer<typeof supply>;
export type SupplierPayment = z.infer<Definitions['SupplierPaid']['schema']>;
