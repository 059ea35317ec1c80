import { z } from 'zod';
import { amount, localTimestamp } from '../../commands/fields/answer-fields.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import type { OrderLine, OrderModifierLine } from '../../domain/orders/events.ts';
import { promisedAt } from '../../domain/orders/promised.ts';
import { deliveryAddress } from '../../domain/orders/shapes.ts';
import type { Order } from '../../domain/orders/state.ts';
import { ORDER_STATUSES } from '../../domain/orders/status.ts';
import type { Language } from '../http/messages/languages.ts';
import { statusName } from '../http/messages/status-names.ts';

export const lineSchema = z.object({
  product_id: z.int(),
  name: z.string(),
  quantity: z.number(),
  price: amount(),
  total: amount(),
  comment: z.string().nullable(),
});

/** The contract's Order (docs/domain.md#orders). */
export const contractOrderSchema = z.object({
  order_id: z.int(),
  external_id: z.string().nullable(),
  point_id: z.uuid(),
  status: z.enum(ORDER_STATUSES),
  status_name: z.string(),
  order_type_id: z.int(),
  order_type_sub_id: z.int().nullable(),
  /** Null, like the phone, only for a cheque that the till opened. */
  payment_type_id: z.int().nullable(),
  client: z.object({ name: z.string().nullable(), phone: z.string().nullable() }),
  persons: z.int(),
  comment: z.string().nullable(),
  total_amount: amount(),
  total_amount_service: amount(),
  delivery_price: amount(),
  discount: amount(),
  created_at: localTimestamp(),
  scheduled_at: localTimestamp().nullable(),
  items: z.array(lineSchema.extend({ modifiers: z.array(lineSchema) })),
});

/** The Order as partners and webhooks have it: with what programs would else have to work out. */
export const orderSchema = contractOrderSchema.extend({
  status_times: z
    .partialRecord(z.enum(ORDER_STATUSES), localTimestamp())
    .optional()
    .meta({ description: 'When it came to each status that it has had, for the last time' }),
  address: deliveryAddress
    .nullable()
    .optional()
    .meta({ description: 'Where it is delivered to. Null: no delivery, or the client was erased' }),
  is_paid: z
    .boolean()
    .optional()
    .meta({ description: 'The money is there: paid online and not to be refunded, or its cheque is closed' }),
  promised_at: localTimestamp()
    .nullable()
    .optional()
    .meta({ description: 'The time that the guest chose, or when the delivery is to come by the minutes of its zone' }),
});

export type ContractOrderView = z.infer<typeof contractOrderSchema>;
export type OrderView = z.infer<typeof orderSchema>;

/** The contract's view of an order; status_name in the language. */
export const viewContractOrder = (order: Order, language: Language): ContractOrderView => ({
  order_id: order.order_id,
  external_id: order.external_id,
  point_id: order.point_id,
  status: order.status,
  status_name: statusName(language, order.status),
  order_type_id: order.order_type_id,
  order_type_sub_id: order.order_type_sub_id,
  // A cheque of the till has none before it is paid.
  payment_type_id: order.payment_type_id ?? order.cheque?.payments[0]?.payment_type_id ?? null,
  client: { name: order.personal.name, phone: order.personal.phone },
  persons: order.persons,
  comment: order.personal.comment,
  total_amount: order.total_amount,
  total_amount_service: order.service_amount,
  delivery_price: order.delivery_amount,
  discount: order.discount,
  created_at: toLocalTimestamp(order.placed_at, order.timezone),
  scheduled_at: order.scheduled_at && toLocalTimestamp(order.scheduled_at, order.timezone),
  items: order.lines.map((item) => viewItem(item, order)),
});

/** The partner's view of an order. */
export const viewOrder = (order: Order, language: Language): OrderView => ({
  ...viewContractOrder(order, language),
  status_times: viewTimes(order),
  address: order.personal.address,
  is_paid: isPaid(order),
  promised_at: viewPromised(order),
});

const viewTimes = ({ status_times, timezone }: Order): OrderView['status_times'] =>
  Object.fromEntries(Object.entries(status_times).map(([status, time]) => [status, toLocalTimestamp(time, timezone)]));

const isPaid = ({ cheque, provider_payments }: Order): boolean =>
  cheque !== null || provider_payments.some(({ amount, refund_due }) => refund_due < amount);

const viewPromised = (order: Order): string | null => {
  const promised = promisedAt(order);
  return promised && toLocalTimestamp(promised, order.timezone);
};

export const viewItem = (item: OrderLine, order: Order): ContractOrderView['items'][number] => ({
  ...viewLine(item, order),
  modifiers: item.modifiers.map((it) => viewLine(it, order)),
});

export const viewLine = (it: OrderLine | OrderModifierLine, order: Order) => ({
  product_id: it.product_id,
  name: it.name,
  quantity: it.quantity,
  price: it.price,
  total: it.total,
  // By its name: line ids are too large for an array index, and V8 would compile code that takes them for one again and
  // again.
  comment: order.personal.line_comments?.[String(it.line_id)] ?? null,
});
