import { z } from 'zod';
import { chequeLine, debtSetOff, holdIds, id, instant, money, payment, reasoned, refund } from './shapes.ts';
import { ORDER_STATUSES } from './status.ts';

/** The events of a cheque when it is paid, and after that. */
export const closingEvents = {
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
      reservation_id: z.uuid().nullable(),
      waiter_id: id.nullable(),
      cashier_id: id,
      courier_id: id.nullable(),
      client_id: id.nullable(),
      organization_id: id.nullable(),
      /** The charge of its debt, on the organization's stream. Null: the organization owes nothing for it. */
      charge_id: z.uuid().nullable(),
      table_id: id.nullable(),
      guests: z.int(),
      goods_amount: money,
      discount: money,
      service_amount: money,
      delivery_amount: money,
      total_amount: money,
      hold_ids: holdIds,
      payments: z.array(payment),
      lines: z.array(chequeLine),
    }),
  },
  /** Undoes the closing. The cheque is open until it is closed again. */
  ChequeReopened: {
    version: 1,
    schema: z.object({
      order_id: id,
      point_id: z.uuid(),
      /** The status that it had before the closing, and has again. */
      status: z.enum(ORDER_STATUSES),
      /** The shift of the closing that is undone. */
      shift_id: id,
      cheque_number: z.int(),
      business_date: z.iso.date(),
      total_amount: money,
      /** The organization of the closing that is undone, and the charge that is released. */
      organization_id: id.nullable(),
      charge_id: z.uuid().nullable(),
      line_ids: z.array(id),
      personal: reasoned,
    }),
  },
  /** Goods of a closed cheque came back. The cheque stays as it is. */
  GoodsReturned: {
    version: 1,
    schema: z.object({
      return_id: id,
      order_id: id,
      point_id: z.uuid(),
      /** The shift that was open then. Null: no shift was open. */
      shift_id: id.nullable(),
      document_number: z.int(),
      returned_at: instant,
      business_date: z.iso.date(),
      timezone: z.string(),
      order_type_id: id,
      source_id: id,
      waiter_id: id.nullable(),
      client_id: id.nullable(),
      organization_id: id.nullable(),
      /** Of the first of the refunds. If no money went back: the one that the till named. */
      payment_type_id: id,
      payment_type_name: z.string(),
      payment_category_id: id,
      goods_amount: money,
      service_amount: money,
      delivery_amount: money,
      /** Goods + service + delivery: what the guest had paid for the returned goods. */
      total_amount: money,
      /** The part that the guest got back. */
      refunded_amount: money,
      /** That part by payment type. */
      refunds: z.array(refund),
      /** The part that was set off against a debt. */
      debt_amount: money,
      /** That part by who owed it. */
      debts: z.array(debtSetOff),
      lines: z.array(
        z.object({
          line_id: id,
          product_id: id,
          product_name: z.string(),
          category_id: id.nullable(),
          is_modifier: z.boolean(),
          quantity: z.number(),
          price: money,
          /** What the guest had paid for it: its part of the line after discount. */
          amount: money,
          cost: money.nullable(),
          /** Returned units of the cheque's line, in all returns including this one. */
          returned_quantity: z.number(),
        }),
      ),
    }),
  },
} as const;
