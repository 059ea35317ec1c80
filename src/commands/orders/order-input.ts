import { z } from 'zod';
import {
  id,
  instant,
  integer,
  latitude,
  longitude,
  money,
  name,
  quantity,
  text,
  uuid,
  words,
} from '../fields/fields.ts';
import { cancellationFields } from './cancellation.ts';

/** One order is one cheque. No kitchen would take more lines than this. */
const MAX_ITEMS = 500;
const MAX_MODIFIERS = 100;

export const orderTypeId = integer().min(1).max(3).meta({ description: '1 hall, 2 takeaway, 3 delivery' });

const modifierInput = z.object({
  product_id: id(),
  quantity: quantity()
    .nullish()
    .transform((units) => units ?? 1)
    .meta({ description: 'For each unit of the product, 1 unless told; with at most 3 decimal places' }),
});

const itemInput = z.object({
  product_id: id(),
  quantity: quantity(),
  modifiers: z.array(modifierInput).max(MAX_MODIFIERS).nullish(),
});

const items = z.array(itemInput).min(1).max(MAX_ITEMS);

const asSold = {
  price: money()
    .nullish()
    .meta({
      description:
        'What the till sold it for. It counts only for a time (`occurred_at`) at which the product was not defined yet: such a line ' +
        'is marked `taken_from_till`. Otherwise the price of then counts',
    }),
  name: name(255).nullish().meta({ description: 'Under which name; counts as `price` does' }),
};

/** The items of a till. */
export const tillItems = z
  .array(
    itemInput.extend({
      ...asSold,
      modifiers: z.array(modifierInput.extend(asSold)).max(MAX_MODIFIERS).nullish(),
      comment: words().nullish(),
    }),
  )
  .max(MAX_ITEMS);

/** The ordered items, each with a comment for the kitchen. */
export const orderedItems = z.array(itemInput.extend({ comment: words().nullish() })).max(MAX_ITEMS);

const coordinates = z.object({ latitude: latitude().nullish(), longitude: longitude().nullish() });

/** 500 items of 100 modifiers each. */
export const LARGEST_ORDER = 4 * 1024 ** 2;

/** Body of POST /orders/calculate (docs/domain.md#orders). Unknown fields, prices among them, are ignored. */
export const calculateInput = z.object({
  point_id: uuid(),
  order_type_id: orderTypeId.nullish(),
  address: coordinates.nullish(),
  items,
});

/** Body of POST /orders. */
export const placeOrderInput = z.object({
  point_id: uuid(),
  order_type_id: orderTypeId.meta({ description: '1 hall, 2 takeaway, 3 delivery: that needs `address`' }),
  payment_type_id: id().meta({
    description:
      'Of GET /v1/payment-types, for the point. Usually one of category 1 (cash) or 2 (card); with one of category 5 (online) ' +
      'the order is AWAITING_PAYMENT, and deleted when it is not paid within 30 minutes',
  }),
  client: z.object({
    phone: text(64).meta({
      description: 'In any writing: all but digits and a leading + is dropped. An extension is refused',
    }),
    name: words().nullish(),
  }),
  items: orderedItems.min(1).meta({ description: 'Prices are those of the venue; one that is sent is ignored' }),
  address: coordinates
    .extend({
      street: name(500),
      apartment: words(64).nullish(),
      floor: words(64).nullish(),
      entrance: words(64).nullish(),
      intercom: words(64).nullish(),
    })
    .nullish()
    .meta({ description: 'For delivery; with coordinates where the venue has delivery zones' }),
  external_id: name(255)
    .nullish()
    .meta({
      description:
        'Your own id of the order. Send it always: an order that is sent again with it, for the same point, is answered and ' +
        'not placed twice',
    }),
  order_type_sub_id: id().nullish().meta({ description: 'Of GET /v1/order-type-subs; that of the key unless told' }),
  table_id: id().nullish().meta({ description: 'In the hall' }),
  persons: integer().min(1).max(1_000).nullish(),
  comment: words(500).nullish(),
  scheduled_at: instant().nullish().meta({
    description:
      'For a preorder: ISO 8601 with an offset or Z, at least 30 minutes and at most 60 days ahead. As soon as can be unless told',
  }),
});

/** Body of POST /orders/{order_id}/cancel; the whole body may be missing. */
export const cancelOrderInput = z
  .object(cancellationFields)
  .nullish()
  .transform((body) => body ?? {});

/** Body of POST /orders/{order_id}/payment: the payment, or why it failed. */
export const reportPaymentInput = z.object({
  provider_payment_id: name(255).nullish(),
  amount: money().nullish().meta({ description: 'What the guest paid: the total of the order' }),
  failed: name(500).nullish(),
});

export type ReportPaymentInput = z.output<typeof reportPaymentInput>;
export type CalculateInput = z.output<typeof calculateInput>;
export type PlaceOrderInput = z.output<typeof placeOrderInput>;
export type CancelOrderInput = z.output<typeof cancelOrderInput>;
