import { z } from 'zod';
import { ORDER_STATUSES } from './status.ts';

const id = z.int();
const money = z.int();
const instant = z.iso.datetime();

const modifierLine = z.object({
  line_id: id,
  product_id: id,
  name: z.string(),
  category_id: id.nullable(),
  /** Units in all: units of the parent x units of the modifier per unit. */
  quantity: z.number(),
  price: money,
  total: money,
  /** Cost of one unit when the order was placed; null where the venue keeps none. */
  cost: money.nullable(),
});

const orderLine = modifierLine.extend({ modifiers: z.array(modifierLine) });

const delivery = z.object({
  price: money,
  zone_id: id.nullable(),
  zone_name: z.string().nullable(),
  minutes: z.int().nullable(),
  min_order_amount: money,
});

export const deliveryAddress = z.object({
  street: z.string(),
  apartment: z.string().nullable(),
  floor: z.string().nullable(),
  entrance: z.string().nullable(),
  intercom: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

const payment = z.object({
  payment_type_id: id,
  payment_type_name: z.string(),
  payment_category_id: id,
  /** What the cheque was paid with: change is already deducted. */
  amount: money,
  tendered: money.nullable(),
});

const chequeLine = z.object({
  line_id: id,
  parent_line_id: id.nullable(),
  product_id: id,
  product_name: z.string(),
  category_id: id.nullable(),
  quantity: z.number(),
  price: money,
  amount: money,
  discount: money,
  net_amount: money,
  cost: money.nullable(),
});

/** Stamped on what ends an order, so that whoever follows the log knows which units are free again or gone for good. */
const holdId = z.uuid().nullable();

export const orderEvents = {
  OrderPlaced: {
    version: 1,
    schema: z.object({
      order_id: id,
      brand_id: z.uuid(),
      point_id: z.uuid(),
      key_id: z.uuid(),
      external_id: z.string().nullable(),
      /** The point's zone when the order was placed: its local times never change afterwards. */
      timezone: z.string(),
      status: z.enum(ORDER_STATUSES),
      order_type_id: id,
      order_type_sub_id: id.nullable(),
      payment_type_id: id,
      source_id: id,
      table_id: id.nullable(),
      persons: z.int(),
      lines: z.array(orderLine),
      items_amount: money,
      discount: money,
      service_amount: money,
      delivery: delivery.nullable(),
      total_amount: money,
      /** The kitchen gets the order the moment it is CREATED, without a cashier. */
      auto_confirm: z.boolean(),
      /** An operator of the venue has to confirm it. */
      needs_confirmation: z.boolean(),
      /** Unpaid until then, it is deleted. Null: nothing is paid online. */
      payment_due_at: instant.nullable(),
      /** When the guest wants it; null: as soon as possible. */
      scheduled_at: instant.nullable(),
      /** When a preorder goes to the till, so that it is ready and brought in time. */
      release_at: instant.nullable(),
      /** The units it took from the stop-list; null: nothing in it was limited. */
      hold_id: holdId,
      placed_at: instant,
      placed_business_date: z.iso.date(),
      personal: z.object({
        client_id: id,
        name: z.string().nullable(),
        phone: z.string(),
        address: deliveryAddress.nullable(),
        comment: z.string().nullable(),
        line_comments: z.record(z.string(), z.string()),
      }),
    }),
  },
  /** The units were taken and no order came of it. None may any more: the units are on their way back. */
  OrderAbandoned: {
    version: 1,
    schema: z.object({ order_id: id, brand_id: z.uuid(), point_id: z.uuid(), hold_id: z.uuid() }),
  },
  /** `status`: what the order waits for next, CREATED if nothing; DELETED if the money came too late. */
  PaymentRegistered: {
    version: 1,
    schema: z.object({
      order_id: id,
      provider_payment_id: z.string(),
      amount: money,
      status: z.enum(ORDER_STATUSES),
    }),
  },
  PaymentFailed: { version: 1, schema: z.object({ order_id: id, reason: z.string() }) },
  /** Money was taken for an order that is deleted: somebody has to pay it back. */
  RefundRequired: {
    version: 1,
    schema: z.object({ order_id: id, provider_payment_id: z.string(), amount: money }),
  },
  OrderConfirmed: { version: 1, schema: z.object({ order_id: id, status: z.enum(ORDER_STATUSES) }) },
  PreorderReleased: { version: 1, schema: z.object({ order_id: id }) },
  /** At its release these products had run out: an operator decides. */
  PreorderFoundShort: { version: 1, schema: z.object({ order_id: id, product_ids: z.array(id) }) },
  KitchenTicketPrinted: {
    version: 1,
    schema: z.object({ order_id: id, ticket_number: z.int(), line_ids: z.array(id) }),
  },
  KitchenCancellationPrinted: {
    version: 1,
    schema: z.object({ order_id: id, line_ids: z.array(id) }),
  },
  OrderAccepted: { version: 1, schema: z.object({ order_id: id }) },
  CookingStarted: { version: 1, schema: z.object({ order_id: id }) },
  OrderPacked: { version: 1, schema: z.object({ order_id: id }) },
  OrderHandedToCourier: { version: 1, schema: z.object({ order_id: id, courier_id: id.nullable() }) },
  OrderDelivered: { version: 1, schema: z.object({ order_id: id }) },
  ChequeClosed: {
    version: 1,
    schema: z.object({
      order_id: id,
      point_id: z.uuid(),
      shift_id: id,
      cheque_number: z.int(),
      business_date: z.iso.date(),
      timezone: z.string(),
      opened_at: instant,
      closed_at: instant,
      order_type_id: id,
      order_type_sub_id: id.nullable(),
      source_id: id,
      external_id: z.string().nullable(),
      waiter_id: id.nullable(),
      cashier_id: id,
      courier_id: id.nullable(),
      client_id: id.nullable(),
      table_id: id.nullable(),
      guests: z.int(),
      goods_amount: money,
      discount: money,
      service_amount: money,
      delivery_amount: money,
      total_amount: money,
      hold_id: holdId,
      payments: z.array(payment),
      lines: z.array(chequeLine),
    }),
  },
  OrderDeleted: {
    version: 1,
    schema: z.object({
      order_id: id,
      deleted_by: z.enum(['partner', 'venue', 'system']),
      cancel_cause_id: id.nullable(),
      cancel_cause_name: z.string().nullable(),
      hold_id: holdId,
      personal: z.object({ client_id: id, comment: z.string().nullable() }),
    }),
  },
} as const;

type Definitions = typeof orderEvents;
export type OrderEvent = {
  [Type in keyof Definitions]: { type: Type; data: z.infer<Definitions[Type]['schema']> };
}[keyof Definitions];

export type OrderPlaced = z.infer<Definitions['OrderPlaced']['schema']>;
export type PaymentRegistered = z.infer<Definitions['PaymentRegistered']['schema']>;
export type ChequeClosed = z.infer<Definitions['ChequeClosed']['schema']>;
export type OrderLine = z.infer<typeof orderLine>;
export type OrderModifierLine = z.infer<typeof modifierLine>;
export type ChequeLine = z.infer<typeof chequeLine>;
export type ChequePayment = z.infer<typeof payment>;
export type OrderDelivery = z.infer<typeof delivery>;
