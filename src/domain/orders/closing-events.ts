import { z } from 'zod';
import {
  chequeLine,
  debtSetOff,
  holdIds,
  id,
  instant,
  money,
  payment,
  reasoned,
  refund,
  withReasonApart,
} from './shapes.ts';
import { ORDER_STATUSES } from './status.ts';

/** The events of a cheque when it is paid, and after that. */
export const closingEvents = {
  ChequeClosed: {
    version: 4,
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
    upcasters: {
      1: ({ hold_id, payments, ...cheque }: FirstChequeClosed) => ({
        ...cheque,
        reservation_id: null,
        organization_id: null,
        hold_ids: hold_id === null ? [] : [hold_id],
        payments: payments.map((it) => ({ ...it, loyalty: null })),
      }),
      2: ({ payments, ...cheque }: SecondChequeClosed) => ({
        ...cheque,
        payments: payments.map(({ loyalty, ...it }) => ({
          ...it,
          // Only a cheque of a reservation can have a deposit.
          is_deposit: cheque.reservation_id === null ? false : null,
          loyalty: loyalty && { ...loyalty, hold_id: null, operation_id: null },
        })),
      }),
      3: ({ payments, ...cheque }: { readonly payments: readonly object[] }) => ({
        ...cheque,
        charge_id: null,
        payments: payments.map((it) => ({ ...it, debtor_employee_id: null })),
      }),
    },
  },
  /** Undoes the closing. The cheque is open until it is closed again. */
  ChequeReopened: {
    version: 3,
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
    upcasters: {
      1: (reopened: object) => ({ ...reopened, organization_id: null, charge_id: null }),
      2: withReasonApart,
    },
  },
  /** Goods of a closed cheque came back. The cheque stays as it is. */
  GoodsReturned: {
    version: 2,
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
      /** That part by payment type. An earlier version had one payment type for all of it, and left this out. */
      refunds: z.array(refund).optional(),
      /** The part that was set off against a debt. */
      debt_amount: money,
      /** That part by who owed it. An earlier version left this out. */
      debts: z.array(debtSetOff).optional(),
      lines: z.array(
        z.object({
          line_id: id,
          product_id: id,
          product_name: z.string(),
          category_id: id.nullable(),
          /** Null: an earlier version did not record it. */
          is_modifier: z.boolean().nullable(),
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
    upcasters: {
      1: ({ lines, ...returned }: { readonly lines: readonly object[] }) => ({
        ...returned,
        lines: lines.map((line) => ({ ...line, is_modifier: null })),
      }),
    },
  },
} as const;

interface SecondChequeClosed {
  readonly reservation_id: string | null;
  readonly payments: readonly { readonly loyalty: object | null }[];
}

interface FirstChequeClosed {
  readonly hold_id: string | null;
  readonly payments: readonly object[];
}
