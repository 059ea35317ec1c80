import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { type Entries, listEvents, orderTypeId, retiringEvents } from './lists.ts';

const id = z.int();
const brand_id = z.uuid();

/** Languages of messages, status names and reference names. */
export const LANGUAGES = ['ru', 'uz_latn', 'uz_cyrl', 'en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

export const brandEvents = {
  BrandCreated: {
    version: 1,
    schema: z.object({
      brand_id,
      name: z.string(),
      /** ISO 4217. Amounts are integers in units of 10^-currency_exponent. */
      currency: z.string(),
      currency_exponent: z.int(),
      /** ISO 3166, two letters: the country of phones that are written without a country code. */
      country_code: z.string(),
      language: z.enum(LANGUAGES),
      /** The clock of what concerns the whole brand, an IANA zone. */
      timezone: z.string(),
      /** So many days after the last visit a client may be erased. */
      retention_days: z.int(),
    }),
  },
  RetentionSet: { version: 1, schema: z.object({ brand_id, retention_days: z.int() }) },
  ...listEvents,
  ...retiringEvents,
  /** Another sub-type of the same order type became the default. */
  OrderTypeSubLostDefault: {
    version: 1,
    schema: z.object({ brand_id, order_type_sub_id: id, order_type_id: orderTypeId }),
  },
  /** Another cause became the default. */
  CancelCauseLostDefault: { version: 1, schema: z.object({ brand_id, cancel_cause_id: id }) },
} as const;

export type BrandEvent = EventsOf<typeof brandEvents>;
export type BrandCreated = z.infer<(typeof brandEvents)['BrandCreated']['schema']>;
export type PaymentType = Entries['payment_types'];
