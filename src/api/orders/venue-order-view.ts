import { z } from 'zod';
import { amount, localTimestamp } from '../../commands/fields/answer-fields.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import type { ChequePayment, GoodsReturned, OrderLine, OrderModifierLine } from '../../domain/orders/events.ts';
import type { Order, Ticket } from '../../domain/orders/state.ts';
import { auditEventSchema } from '../audit/event-view.ts';
import type { Language } from '../http/messages/languages.ts';
import { lineSchema, orderSchema, viewLine, viewOrder } from './order-view.ts';

const { actor } = auditEventSchema.shape;

const kitchenLine = lineSchema.extend({
  line_id: z.int(),
  returned_quantity: z.number(),
  taken_from_till: z
    .boolean()
    .describe('The price is the till’s own: the product was not defined yet when it was sold'),
});

const paidBy = z.object({
  payment_type_id: z.int(),
  payment_type_name: z.string(),
  payment_category_id: z.int(),
  amount: amount(),
});

const returnedGoods = z.object({
  return_id: z.int(),
  document_number: z.int(),
  created_at: localTimestamp(),
  business_date: z.string(),
  total_amount: amount(),
  refunded_amount: amount(),
  /** That amount by payment type. */
  refunds: z.array(paidBy),
  debt_amount: amount(),
  by: actor.optional().meta({ description: 'Who took the goods back. In the answer about one order alone' }),
});

const adjustment = z.object({
  at: localTimestamp(),
  by: actor,
  discount: amount(),
  discount_percent: z.number().nullable(),
  reason: z.string().nullable(),
  total_amount_service: amount(),
  delivery_price: amount(),
});

/**
 * The venue's view of an order: the partner's, with line ids, kitchen state, payments and the client's id and address.
 */
export const venueOrderSchema = orderSchema.omit({ status_times: true }).extend({
  brand_id: z.uuid(),
  client: orderSchema.shape.client.extend({ client_id: z.int().nullable() }),
  address: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable(),
  table_id: z.int().nullable(),
  waiter_id: z.int().nullable(),
  courier_id: z.int().nullable(),
  /** Null: the discount is an amount, or there is none. */
  discount_percent: z.number().nullable(),
  discount_reason: z.string().nullable(),
  organization_id: z.int().nullable(),
  source_id: z.int(),
  reservation_id: z.uuid().nullable(),
  /** Paid for the reservation: it counts when the cheque closes. */
  deposit: z.object({ payment_type_id: z.int(), amount: amount() }).nullable(),
  cheque_number: z.int().nullable(),
  business_date: z.string().nullable(),
  /** The deposit from the beginning, which alone is marked; the others when the cheque is closed. */
  payments: z.array(paidBy.extend({ is_deposit: z.literal(true).optional() })),
  payments_before: z.array(paidBy).meta({
    description:
      'If the cheque was opened again: what it was paid with before, without the deposit, until it is closed again. Else empty',
  }),
  /** Online payments, before the cheque is closed. */
  provider_payments: z.array(
    z.object({
      provider_payment_id: z.string(),
      amount: amount(),
      is_refund_due: z.boolean(),
      refund_due: amount(),
    }),
  ),
  returns: z.array(returnedGoods),
  adjustments: z
    .array(adjustment)
    .optional()
    .meta({
      description:
        'Each time that its discount, service or delivery was set by hand: by whom, why, and what they were then. In the answer ' +
        'about one order alone',
    }),
  items: z.array(
    kitchenLine.extend({
      is_printed: z.boolean(),
      ticket_number: z
        .int()
        .nullable()
        .meta({ description: 'Of the ticket that the kitchen got for it; null: none yet' }),
      printed_at: localTimestamp().nullable().meta({ description: 'When the kitchen got that ticket' }),
      modifiers: z.array(kitchenLine),
    }),
  ),
});

export type VenueOrderView = z.infer<typeof venueOrderSchema>;

export const viewVenueOrder = (order: Order, language: Language): VenueOrderView => {
  const ticketOf = ticketsByLine(order);
  const returned = returnedQuantities(order);
  // Lists of orders do not know all of these times.
  const { status_times: _, ...view } = viewOrder(order, language);
  const viewKitchenLine = (it: OrderLine | OrderModifierLine) => ({
    ...viewLine(it, order),
    line_id: it.line_id,
    returned_quantity: returned.get(it.line_id) ?? 0,
    taken_from_till: it.taken_from_till ?? false,
  });
  const { deposit } = order;
  return {
    ...view,
    brand_id: order.brand_id,
    client: { ...view.client, client_id: order.personal.client_id },
    address: order.personal.address,
    table_id: order.table_id,
    waiter_id: order.waiter_id,
    courier_id: order.courier_id,
    discount_percent: order.discount_percent,
    discount_reason: order.personal.discount_reason,
    organization_id: order.organization_id,
    source_id: order.source_id,
    reservation_id: order.reservation_id,
    deposit: deposit && { payment_type_id: deposit.payment_type_id, amount: deposit.amount },
    cheque_number: order.cheque?.cheque_number ?? null,
    business_date: order.cheque?.business_date ?? null,
    provider_payments: order.provider_payments.map((payment) => ({
      ...payment,
      is_refund_due: payment.refund_due > 0,
    })),
    payments: viewPayments(order),
    payments_before: order.undone_payments.filter(({ is_deposit }) => !is_deposit).map(viewPayment),
    returns: order.returns.map(viewReturn),
    items: order.lines.map((item) => {
      const ticket = ticketOf.get(item.line_id);
      return {
        ...viewKitchenLine(item),
        is_printed: ticket !== undefined,
        ticket_number: ticket?.ticket_number ?? null,
        printed_at: ticket?.printed_at ? toLocalTimestamp(ticket.printed_at, order.timezone) : null,
        modifiers: item.modifiers.map(viewKitchenLine),
      };
    }),
  };
};

/** Before the cheque is closed, it is paid with the deposit alone. The deposit of a deleted one is no payment any more. */
const viewPayments = ({ status, cheque, deposit }: Order): VenueOrderView['payments'] => {
  if (!cheque) return deposit && status !== 'DELETED' ? [{ ...deposit, is_deposit: true }] : [];
  return cheque.payments.map((payment) => ({
    ...viewPayment(payment),
    ...(payment.is_deposit && { is_deposit: true }),
  }));
};

const viewPayment = ({ payment_type_id, payment_type_name, payment_category_id, amount }: ChequePayment) => ({
  payment_type_id,
  payment_type_name,
  payment_category_id,
  amount,
});

const viewReturn = (returned: GoodsReturned) => ({
  return_id: returned.return_id,
  document_number: returned.document_number,
  created_at: toLocalTimestamp(returned.returned_at, returned.timezone),
  business_date: returned.business_date,
  total_amount: returned.total_amount,
  refunded_amount: returned.refunded_amount,
  refunds: [...returned.refunds],
  debt_amount: returned.debt_amount,
});

const ticketsByLine = ({ tickets }: Order): ReadonlyMap<number, Ticket> =>
  new Map(tickets.flatMap((ticket) => ticket.line_ids.map((lineId) => [lineId, ticket] as const)));

/** By line, in all returns. */
const returnedQuantities = ({ returns }: Order): ReadonlyMap<number, number> =>
  new Map(returns.flatMap(({ lines }) => lines.map((line) => [line.line_id, line.returned_quantity])));
