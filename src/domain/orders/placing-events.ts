import { z } from 'zod';
import { erasable } from '../personal/erasable.ts';
import { delivery, deliveryAddress, holdId, id, instant, lineComments, money, orderLine, reasoned } from './shapes.ts';
import { ORDER_STATUSES } from './status.ts';

/** The events of an order from its placing until it goes to the till: its payment, its confirmation, its time. */
export const placingEvents = {
  OrderPlaced: {
    version: 1,
    schema: z.object({
      order_id: id,
      brand_id: z.uuid(),
      point_id: z.uuid(),
      key_id: z.uuid(),
      external_id: z.string().nullable(),
      /**
       * The point's time zone when the order was placed. Its local times stay in this zone, even if the point's zone
       * changes.
       */
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
      /** The kitchen gets the order when it becomes CREATED, without a cashier. */
      auto_confirm: z.boolean(),
      /** An operator of the venue has to confirm it. */
      needs_confirmation: z.boolean(),
      /** If it is unpaid by then, it is deleted. Null: no online payment. */
      payment_due_at: instant.nullable(),
      /** When the guest wants it; null: as soon as possible. */
      scheduled_at: instant.nullable(),
      /** When a preorder goes to the till, so that it is ready and delivered in time. */
      release_at: instant.nullable(),
      /** The hold of its units on the stop-list. Null: it had no limited product. */
      hold_id: holdId,
      placed_at: instant,
      placed_business_date: z.iso.date(),
      personal: z.object({
        client_id: id,
        name: z.string().nullable(),
        phone: erasable(z.string()),
        address: deliveryAddress.nullable(),
        comment: z.string().nullable(),
        line_comments: erasable(lineComments),
      }),
    }),
  },
  /**
   * Units were taken, but the order was not placed. They are going back, so the order must not be placed with this hold
   * any more.
   */
  OrderAbandoned: {
    version: 1,
    schema: z.object({ order_id: id, brand_id: z.uuid(), point_id: z.uuid(), hold_id: z.uuid() }),
  },
  /** `status`: the next status; CREATED if the order waits for nothing more; DELETED if the money came too late. */
  PaymentRegistered: {
    version: 1,
    schema: z.object({
      order_id: id,
      provider_payment_id: z.string(),
      amount: money,
      status: z.enum(ORDER_STATUSES),
    }),
  },
  PaymentFailed: {
    version: 1,
    schema: z.object({ order_id: id, personal: reasoned }),
  },
  /** Online money of an order that is deleted, paid otherwise, or whose goods came back: somebody has to give so much of it back. */
  RefundRequired: {
    version: 1,
    schema: z.object({ order_id: id, provider_payment_id: z.string(), amount: money }),
  },
  OrderConfirmed: { version: 1, schema: z.object({ order_id: id, status: z.enum(ORDER_STATUSES) }) },
  PreorderReleased: { version: 1, schema: z.object({ order_id: id }) },
  /** These products had too few units at its release. An operator decides what to do. */
  PreorderFoundShort: { version: 1, schema: z.object({ order_id: id, product_ids: z.array(id) }) },
} as const;
