import { z } from 'zod';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import type { OrderLine, OrderModifierLine } from '../../domain/order/events.ts';
import type { Order } from '../../domain/order/order.ts';
import { ORDER_STATUSES } from '../../domain/order/status.ts';
import type { Language } from '../http/messages/languages.ts';
import { statusName } from '../http/messages/status-names.ts';

const line = z.object({
  product_id: z.int(),
  name: z.string(),
  quantity: z.number(),
  price: z.int(),
  total: z.int(),
  comment: z.string().nullable(),
});

/** The contract's Order (section "Order (response of POST /orders, …)"). */
export const orderSchema = z.object({
  order_id: z.int(),
  external_id: z.string().nullable(),
  point_id: z.uuid(),
  status: z.enum(ORDER_STATUSES),
  status_name: z.string(),
  order_type_id: z.int(),
  order_type_sub_id: z.int().nullable(),
  payment_type_id: z.int(),
  client: z.object({ name: z.string().nullable(), phone: z.string() }),
  persons: z.int(),
  comment: z.string().nullable(),
  total_amount: z.int(),
  total_amount_service: z.int(),
  delivery_price: z.int(),
  discount: z.int(),
  created_at: z.string(),
  scheduled_at: z.string().nullable(),
  items: z.array(line.extend({ modifiers: z.array(line) })),
});

export type OrderView = z.infer<typeof orderSchema>;

/** What the partner sees of an order; status_name in the brand's language. */
export const viewOrder = (order: Order, language: Language): OrderView => ({
  order_id: order.order_id,
  external_id: order.external_id,
  point_id: order.point_id,
  status: order.status,
  status_name: statusName(language, order.status),
  order_type_id: order.order_type_id,
  order_type_sub_id: order.order_type_sub_id,
  payment_type_id: order.payment_type_id,
  client: { name: order.personal.name, phone: order.personal.phone },
  persons: order.persons,
  comment: order.personal.comment,
  total_amount: order.total_amount,
  total_amount_service: order.service_amount,
  delivery_price: order.delivery?.price ?? 0,
  discount: order.discount,
  created_at: toLocalTimestamp(order.placed_at, order.timezone),
  scheduled_at: order.scheduled_at && toLocalTimestamp(order.scheduled_at, order.timezone),
  items: order.lines.map((item) => ({
    ...viewLine(item, order),
    modifiers: item.modifiers.map((it) => viewLine(it, order)),
  })),
});

const viewLine = (it: OrderLine | OrderModifierLine, order: Order) => ({
  product_id: it.product_id,
  name: it.name,
  quantity: it.quantity,
  price: it.price,
  total: it.total,
  comment: order.personal.line_comments[it.line_id] ?? null,
});

const kitchenLine = line.extend({ line_id: z.int() });

/** The venue's order: the partner's, plus line ids, kitchen state, payments and the client's id and address. */
export const venueOrderSchema = orderSchema.extend({
  brand_id: z.uuid(),
  client: orderSchema.shape.client.extend({ client_id: z.int() }),
  address: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable(),
  table_id: z.int().nullable(),
  courier_id: z.int().nullable(),
  source_id: z.int(),
  cheque_number: z.int().nullable(),
  business_date: z.string().nullable(),
  payments: z.array(
    z.object({
      payment_type_id: z.int(),
      payment_type_name: z.string(),
      payment_category_id: z.int(),
      amount: z.int(),
    }),
  ),
  items: z.array(kitchenLine.extend({ is_printed: z.boolean(), modifiers: z.array(kitchenLine) })),
});

export type VenueOrderView = z.infer<typeof venueOrderSchema>;

export const viewVenueOrder = (order: Order, language: Language): VenueOrderView => {
  const printed = new Set(order.printed_line_ids);
  const view = viewOrder(order, language);
  return {
    ...view,
    brand_id: order.brand_id,
    client: { ...view.client, client_id: order.personal.client_id },
    address: order.personal.address,
    table_id: order.table_id,
    courier_id: order.courier_id,
    source_id: order.source_id,
    cheque_number: order.cheque?.cheque_number ?? null,
    business_date: order.cheque?.business_date ?? null,
    payments: (order.cheque?.payments ?? []).map(({ tendered: _, ...payment }) => payment),
    items: order.lines.map((item) => ({
      ...viewLine(item, order),
      line_id: item.line_id,
      is_printed: printed.has(item.line_id),
      modifiers: item.modifiers.map((it) => ({ ...viewLine(it, order), line_id: it.line_id })),
    })),
  };
};
