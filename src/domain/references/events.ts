import { z } from 'zod';

const id = z.int();
const brand_id = z.uuid();
const point_id = z.uuid();

/** Languages of messages, status names and reference names. */
export const LANGUAGES = ['ru', 'uz_latn', 'uz_cyrl', 'en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** 1 cash, 2 card or terminal, 4 bonuses, 5 online payment, 6 debt paid by an employee (docs/domain.md#points-and-references). */
export const PAYMENT_CATEGORIES = [1, 2, 4, 5, 6] as const;

/** Where money lies that is not in a till. */
export const ACCOUNT_SOURCES = ['safe', 'cash', 'bank', 'accountable'] as const;

const orderTypeId = z.int().min(1).max(3);

export const brandEvents = {
  BrandCreated: {
    version: 1,
    schema: z.object({
      brand_id,
      name: z.string(),
      /** ISO 4217. Amounts are integers in units of 10^-currency_exponent. */
      currency: z.string(),
      currency_exponent: z.int(),
      /** ISO 3166, two letters: the country that phones written without their country code are of. */
      country_code: z.string(),
      language: z.enum(LANGUAGES),
    }),
  },
  OrderTypeSubDefined: {
    version: 1,
    schema: z.object({
      brand_id,
      order_type_sub_id: id,
      name: z.string(),
      order_type_id: orderTypeId,
      is_default: z.boolean(),
    }),
  },
  /** Another sub-type of the same order type was made the default. */
  OrderTypeSubLostDefault: {
    version: 1,
    schema: z.object({ brand_id, order_type_sub_id: id, order_type_id: orderTypeId }),
  },
  PaymentTypeDefined: {
    version: 1,
    schema: z.object({
      brand_id,
      payment_type_id: id,
      name: z.string(),
      category_id: z.literal(PAYMENT_CATEGORIES),
      /** The points that take it. */
      point_ids: z.array(point_id),
    }),
  },
  PaymentPurposeDefined: {
    version: 1,
    schema: z.object({ brand_id, payment_purpose_id: id, name: z.string(), is_payout: z.boolean() }),
  },
  CancelCauseDefined: {
    version: 1,
    schema: z.object({
      brand_id,
      cancel_cause_id: id,
      name: z.string(),
      is_default: z.boolean(),
      is_comment_required: z.boolean(),
    }),
  },
  /** Another cause was made the default. */
  CancelCauseLostDefault: { version: 1, schema: z.object({ brand_id, cancel_cause_id: id }) },
  HallDefined: { version: 1, schema: z.object({ brand_id, hall_id: id, point_id, name: z.string() }) },
  TableDefined: {
    version: 1,
    schema: z.object({
      brand_id,
      table_id: id,
      hall_id: id,
      point_id,
      name: z.string(),
      /** Seats; null: not specified. */
      capacity: z.int().nullable(),
    }),
  },
  AccountDefined: {
    version: 1,
    schema: z.object({
      brand_id,
      account_id: id,
      /** Null: of the whole brand. */
      point_id: point_id.nullable(),
      source: z.enum(ACCOUNT_SOURCES),
      code: z.string(),
      name: z.string(),
    }),
  },
  RegionDefined: { version: 1, schema: z.object({ brand_id, region_id: id, name: z.string() }) },
  DistrictDefined: { version: 1, schema: z.object({ brand_id, district_id: id, region_id: id, name: z.string() }) },
} as const;

type Definitions = typeof brandEvents;
type Data<Type extends keyof Definitions> = z.infer<Definitions[Type]['schema']>;
export type BrandEvent = { [Type in keyof Definitions]: { type: Type; data: Data<Type> } }[keyof Definitions];

export type BrandCreated = Data<'BrandCreated'>;
export type OrderTypeSub = Data<'OrderTypeSubDefined'>;
export type PaymentType = Data<'PaymentTypeDefined'>;
export type PaymentPurpose = Data<'PaymentPurposeDefined'>;
export type CancelCause = Data<'CancelCauseDefined'>;
export type Hall = Data<'HallDefined'>;
export type Table = Data<'TableDefined'>;
export type Account = Data<'AccountDefined'>;
export type Region = Data<'RegionDefined'>;
export type District = Data<'DistrictDefined'>;
