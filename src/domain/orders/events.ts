import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { erasable } from '../personal/erasable.ts';
import { chequeEvents } from './cheque-events.ts';
import { orderLoyaltyEvents } from './loyalty-events.ts';
import {
  amounts,
  type chequeLine,
  delivery,
  deliveryAddress,
  type deposit,
  holdId,
  holdIds,
  id,
  instant,
  lineComments,
  type modifierLine,
  money,
  NO_TILL_DAY,
  orderLine,
  type payment,
  reasoned,
  tillDay,
  withReasonApart,
} from './shapes.ts';
import { ORDER_STATUSES } from './status.ts';

export const orderEvents = {
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
    version: 2,
    schema: z.object({ order_id: id, personal: reasoned }),
    upcasters: { 1: withReasonApart },
  },
  /** A payment for a deleted order: somebody has to refund it. */
  RefundRequired: {
    version: 1,
    schema: z.object({ order_id: id, provider_payment_id: z.string(), amount: money }),
  },
  OrderConfirmed: { version: 1, schema: z.object({ order_id: id, status: z.enum(ORDER_STATUSES) }) },
  PreorderReleased: { version: 1, schema: z.object({ order_id: id }) },
  /** These products had too few units at its release. An operator decides what to do. */
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
  OrderDeleted: {
    version: 3,
    schema: z.object({
      order_id: id,
      deleted_by: z.enum(['partner', 'venue', 'system']),
      cancel_cause_id: id.nullable(),
      cancel_cause_name: z.string().nullable(),
      ...tillDay,
      /** Whether the till had it. Null: an earlier version did not record it. */
      was_with_till: z.boolean().nullable(),
      /** Whether the kitchen had a ticket of it. Null: an earlier version did not record it. */
      was_printed: z.boolean().nullable(),
      /** What it came to. Null: an earlier version did not record it. */
      amounts: amounts.nullable(),
      hold_ids: holdIds,
      personal: z.object({ client_id: id.nullable(), comment: z.string().nullable() }),
    }),
    upcasters: {
      1: ({ hold_id, ...deleted }: { hold_id: string | null }) => ({
        ...deleted,
        hold_ids: hold_id === null ? [] : [hold_id],
      }),
      2: (deleted: object) => ({
        ...deleted,
        ...NO_TILL_DAY,
        was_with_till: null,
        was_printed: null,
        amounts: null,
      }),
    },
  },
  ...chequeEvents,
  ...orderLoyaltyEvents,
} as const;

type Definitions = typeof orderEvents;
export type OrderEvent = EventsOf<Definitions>;

export type OrderPlaced = z.infer<Definitions['OrderPlaced']['schema']>;
export type PaymentRegistered = z.infer<Definitions['PaymentRegistered']['schema']>;
export type ChequeOpened = z.infer<Definitions['ChequeOpened']['schema']>;
export type ItemsAdded = z.infer<Definitions['ItemsAdded']['schema']>;
export type ItemRemoved = z.infer<Definitions['ItemRemoved']['schema']>;
export type ChequeAdjusted = z.infer<Definitions['ChequeAdjusted']['schema']>;
export type ChequeAssigned = z.infer<Definitions['ChequeAssigned']['schema']>;
export type ChequeClosed = z.infer<Definitions['ChequeClosed']['schema']>;
export type ChequeReopened = z.infer<Definitions['ChequeReopened']['schema']>;
export type GoodsReturned = z.infer<Definitions['GoodsReturned']['schema']>;
export type OrderDeleted = z.infer<Definitions['OrderDeleted']['schema']>;
export type LoyaltyCustomerAttached = z.infer<Definitions['LoyaltyCustomerAttached']['schema']>;
export type LoyaltyHoldRequested = z.infer<Definitions['LoyaltyHoldRequested']['schema']>;
export type OrderLine = z.infer<typeof orderLine>;
export type OrderModifierLine = z.infer<typeof modifierLine>;
export type ChequeLine = z.infer<typeof chequeLine>;
export type ChequePayment = z.infer<typeof payment>;
export type ChequeAmounts = z.infer<typeof amounts>;
export type Deposit = z.infer<typeof deposit>;
export type OrderDelivery = z.infer<typeof delivery>;
