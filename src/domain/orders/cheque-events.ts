import { z } from 'zod';
import { erasable } from '../personal/erasable.ts';
import { closingEvents } from './closing-events.ts';
import {
  amounts,
  deposit,
  holdId,
  id,
  instant,
  lineComments,
  modifierLine,
  money,
  orderLine,
  reasoned,
  tillDay,
} from './shapes.ts';
import { ORDER_STATUSES } from './status.ts';

/** What the till does with a cheque: its own, or one from a partner's order. */
export const chequeEvents = {
  /** The till's own cheque, the first event of its order. The guest may be unknown. */
  ChequeOpened: {
    version: 1,
    schema: z.object({
      order_id: id,
      brand_id: z.uuid(),
      point_id: z.uuid(),
      external_id: z.string().nullable(),
      /**
       * The point's time zone when the cheque was opened. Its local times stay in this zone, even if the point's zone
       * changes.
       */
      timezone: z.string(),
      status: z.enum(ORDER_STATUSES),
      order_type_id: id,
      order_type_sub_id: id.nullable(),
      /** 0: the venue's own; else the aggregator that the order came from. */
      source_id: id,
      table_id: id.nullable(),
      waiter_id: id.nullable(),
      persons: z.int(),
      /** The reservation of the guests at the table. Null: they came without one. */
      reservation_id: z.uuid().nullable(),
      deposit: deposit.nullable(),
      lines: z.array(orderLine),
      items_amount: money,
      total_amount: money,
      /** The hold of its units on the stop-list. Null: it had no limited product. */
      hold_id: holdId,
      placed_at: instant,
      placed_business_date: z.iso.date(),
      personal: z.object({
        client_id: id.nullable(),
        name: z.string().nullable(),
        phone: z.string().nullable(),
        line_comments: erasable(lineComments),
      }),
    }),
  },
  ItemsAdded: {
    version: 1,
    schema: z.object({
      order_id: id,
      lines: z.array(orderLine),
      /** The hold of their units on the stop-list. Null: they had no limited product. */
      hold_id: holdId,
      /** The cheque's amounts after the event. */
      amounts,
      personal: z.object({ client_id: id.nullable(), line_comments: erasable(lineComments) }),
    }),
  },
  /**
   * Units were taken for items that were not added. They are going back, so the items must not be added with this hold
   * any more.
   */
  ItemsAbandoned: {
    version: 1,
    schema: z.object({ order_id: id, brand_id: z.uuid(), point_id: z.uuid(), hold_id: z.uuid() }),
  },
  /**
   * An organization was charged for the cheque, which was not closed. The charge is being released, so the cheque must
   * not be closed with it any more.
   */
  ChargeAbandoned: {
    version: 1,
    schema: z.object({ order_id: id, brand_id: z.uuid(), point_id: z.uuid(), charge_id: z.uuid() }),
  },
  ItemRemoved: {
    version: 1,
    schema: z.object({
      order_id: id,
      line_id: id,
      quantity: z.number(),
      ...tillDay,
      /** The kitchen had a ticket of it. */
      was_printed: z.boolean(),
      /** The units that were removed, with their modifiers. */
      removed: z.array(modifierLine),
      /** What is left of the line. Null: the whole line was removed. */
      line: orderLine.nullable(),
      /** The cheque's amounts after the event. */
      amounts,
      personal: reasoned,
    }),
  },
  ChequeAdjusted: {
    version: 1,
    schema: z.object({
      order_id: id,
      /** The cheque's amounts after the event. */
      amounts,
      /** The discount is so much of the goods, also of those that come and go later. Null: it is an amount. */
      discount_percent: z.number().nullable(),
      /** Why there is a discount. */
      personal: z.object({ client_id: id.nullable(), reason: z.string().nullable() }),
    }),
  },
  /** Whose the cheque is from now on: all of it, also what stays as it was. */
  ChequeAssigned: {
    version: 1,
    schema: z.object({
      order_id: id,
      waiter_id: id.nullable(),
      courier_id: id.nullable(),
      table_id: id.nullable(),
      persons: z.int(),
      organization_id: id.nullable(),
    }),
  },
  ...closingEvents,
} as const;
