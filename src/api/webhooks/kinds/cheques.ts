import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { defineWebhookKind, type Notice } from '../../../commands/webhooks/webhook-kind.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import { orderDecider } from '../../../domain/orders/decide.ts';
import type { ChequeClosed, GoodsReturned } from '../../../domain/orders/events.ts';
import { paidOnline } from '../../../domain/orders/refunds.ts';
import { type Order, placedOrder } from '../../../domain/orders/state.ts';
import { chequeRow, returnRow } from '../../partner/exports-schema.ts';

/** A closed cheque as the export shows it. */
const viewCheque = (cheque: ChequeClosed): z.input<typeof chequeRow> => ({
  id: cheque.order_id,
  point_id: cheque.point_id,
  cheque_number: cheque.cheque_number,
  business_date: cheque.business_date,
  opened_at: exported(cheque.opened_at, cheque.timezone),
  closed_at: exported(cheque.closed_at, cheque.timezone),
  order_type_id: cheque.order_type_id,
  order_type_sub_id: cheque.order_type_sub_id,
  source_id: cheque.source_id,
  external_id: cheque.external_id,
  waiter_id: cheque.waiter_id,
  cashier_id: cheque.cashier_id,
  courier_id: cheque.courier_id,
  client_id: cheque.client_id,
  table_id: cheque.table_id,
  guests: cheque.guests,
  goods_amount: cheque.goods_amount,
  discount: cheque.discount,
  service_amount: cheque.service_amount,
  delivery_amount: cheque.delivery_amount,
  total_amount: cheque.total_amount,
  payments: cheque.payments.map(({ payment_type_id, payment_type_name, payment_category_id, amount }) => ({
    payment_type_id,
    payment_type_name,
    payment_category_id,
    amount,
  })),
});

const exported = toLocalTimestamp;

const viewReturn = (returned: GoodsReturned): z.input<typeof returnRow> => ({
  id: returned.return_id,
  cheque_id: returned.order_id,
  point_id: returned.point_id,
  document_number: returned.document_number,
  created_at: exported(returned.returned_at, returned.timezone),
  business_date: returned.business_date,
  total_amount: returned.total_amount,
  service_amount: returned.service_amount,
  delivery_amount: returned.delivery_amount,
  refunded_amount: returned.refunded_amount,
  debt_amount: returned.debt_amount,
  payment_type_id: returned.payment_type_id,
  payment_type_name: returned.payment_type_name,
  lines: [...returned.lines]
    .sort((a, b) => a.line_id - b.line_id)
    .map(({ line_id, product_id, product_name, quantity, price, amount, cost }) => ({
      cheque_line_id: line_id,
      product_id,
      product_name,
      quantity,
      price,
      amount,
      cost,
    })),
});

/** A cheque that was deleted before it was paid: it has no number and no payments, and is in no export. */
const deletedCheque = z.object({
  ...chequeRow.pick({
    ...({ id: true, point_id: true, order_type_id: true, order_type_sub_id: true, source_id: true } as const),
    ...({ external_id: true, waiter_id: true, courier_id: true, client_id: true, table_id: true } as const),
    ...({ guests: true, goods_amount: true, discount: true, service_amount: true, delivery_amount: true } as const),
    ...({ total_amount: true } as const),
  }).shape,
  business_date: z.iso.date().nullable(),
  opened_at: localTimestamp(),
  deleted_at: localTimestamp(),
  deleted_by: z.enum(['partner', 'venue', 'system']).meta({ description: 'system: it was not paid in time' }),
  cancel_cause_id: z.int().nullable(),
  cancel_cause_name: z.string().nullable().meta({ description: 'As the cause was called then' }),
  refund_amount: amount().meta({ description: 'What was paid online for it, and has to go back' }),
});

const toAll = <Data>(
  { order_id, point_id, timezone }: Pick<Order, 'order_id' | 'point_id' | 'timezone'>,
  data: Data,
): Notice<Data> => ({ to: 'all', point_id, timezone, lane: order_id, data });

const ofCheques = { shown_by: 'cheques', permission: 'reports' } as const;

/** The webhooks about cheques of the brand, whoever opened them. */
export const kinds = [
  defineWebhookKind({
    ...ofCheques,
    event: 'cheque.closed',
    summary: 'A cheque of the brand was paid and closed, whoever opened it',
    about_data: 'the cheque, as `GET /v1/export/cheques`, without the person who set its discount',
    data: chequeRow,
    types: ['ChequeClosed'],
    tells: ({ data }) => [toAll(data, viewCheque(data))],
  }),
  defineWebhookKind({
    ...ofCheques,
    event: 'cheque.reopened',
    summary: 'A closed cheque is open again, and no longer in the export',
    about_data: 'the cheque as it was closed',
    data: chequeRow,
    types: ['ChequeReopened'],
    tells: async (_, { stateBefore }) => {
      const cheque = placedOrder(await stateBefore(orderDecider))?.cheque;
      return cheque ? [toAll(cheque, viewCheque(cheque))] : [];
    },
  }),
  defineWebhookKind({
    ...ofCheques,
    event: 'cheque.deleted',
    summary: 'A cheque that the till had was deleted before it was paid',
    about_data: 'the cheque without number and payments; who deleted it, when and why; `refund_amount`',
    data: deletedCheque,
    types: ['OrderDeleted'],
    tells: async ({ data: deleted, metadata }, { stateBefore }) => {
      const order = placedOrder(await stateBefore(orderDecider));
      if (order === null || deleted.was_with_till === false) return [];
      const { order_id, point_id, order_type_id, order_type_sub_id, source_id, external_id, timezone } = order;
      const { deleted_by, cancel_cause_id, cancel_cause_name, business_date } = deleted;
      return [
        toAll(order, {
          id: order_id,
          point_id,
          order_type_id,
          order_type_sub_id,
          source_id,
          external_id,
          waiter_id: order.waiter_id,
          courier_id: order.courier_id,
          client_id: order.personal.client_id,
          table_id: order.table_id,
          guests: order.persons,
          goods_amount: order.items_amount,
          discount: order.discount,
          service_amount: order.service_amount,
          delivery_amount: order.delivery_amount,
          total_amount: order.total_amount,
          business_date,
          opened_at: exported(order.placed_at, timezone),
          deleted_at: exported(metadata.occurred_at, timezone),
          deleted_by,
          cancel_cause_id,
          cancel_cause_name,
          refund_amount: paidOnline(order),
        }),
      ];
    },
  }),
  defineWebhookKind({
    ...ofCheques,
    event: 'return.created',
    summary: 'Goods of a closed cheque came back',
    about_data: 'the return, as `GET /v1/export/returns`, without the person',
    data: returnRow,
    types: ['GoodsReturned'],
    tells: ({ data }) => [toAll(data, viewReturn(data))],
  }),
];
