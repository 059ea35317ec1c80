import { z } from 'zod';
import { id, instant, integer, latitude, longitude, name, quantity, text, uuid } from '../fields.ts';

/** One order is one cheque; more lines than this no kitchen would take. */
const MAX_ITEMS = 500;
const MAX_MODIFIERS = 100;

/** 1 hall, 2 takeaway, 3 delivery. */
export const orderTypeId = integer().min(1).max(3);

const modifierInput = z.object({
  product_id: id(),
  quantity: quantity()
    .nullish()
    .transform((units) => units ?? 1),
});

const itemInput = z.object({
  product_id: id(),
  quantity: quantity(),
  modifiers: z.array(modifierInput).max(MAX_MODIFIERS).nullish(),
});

const items = z.array(itemInput).min(1).max(MAX_ITEMS);

/** What is ordered, with a word to the kitchen for each. */
export const orderedItems = z.array(itemInput.extend({ comment: text(255).nullish() })).max(MAX_ITEMS);

const coordinates = z.object({ latitude: latitude().nullish(), longitude: longitude().nullish() });

/** Body of POST /orders/calculate (section "Orders"). Unknown fields, prices among them, are ignored. */
export const calculateInput = z.object({
  point_id: uuid(),
  order_type_id: orderTypeId.nullish(),
  address: coordinates.nullish(),
  items,
});

/** Body of POST /orders. */
export const placeOrderInput = z.object({
  point_id: uuid(),
  order_type_id: orderTypeId,
  payment_type_id: id(),
  client: z.object({ phone: text(64), name: text(255).nullish() }),
  items: orderedItems.min(1),
  address: coordinates
    .extend({
      street: name(500),
      apartment: text(64).nullish(),
      floor: text(64).nullish(),
      entrance: text(64).nullish(),
      intercom: text(64).nullish(),
    })
    .nullish(),
  external_id: text(255).min(1).nullish(),
  order_type_sub_id: id().nullish(),
  table_id: id().nullish(),
  persons: integer().min(1).max(1_000).nullish(),
  comment: text(500).nullish(),
  scheduled_at: instant().nullish(),
});

/** Body of POST /orders/{order_id}/cancel; the whole body may be missing. */
export const cancelOrderInput = z
  .object({ cancel_cause_id: id().nullish(), comment: text(500).nullish() })
  .nullish()
  .transform((body) => body ?? {});

export type CalculateInput = z.output<typeof calculateInput>;
export type PlaceOrderInput = z.output<typeof placeOrderInput>;
export type CancelOrderInput = z.output<typeof cancelOrderInput>;
