import { z } from 'zod';
import type { Partners } from '../../commands/all-operations.ts';
import { amount } from '../../commands/fields/answer-fields.ts';
import { calculateOrder } from '../../commands/orders/calculate-order.ts';
import { cancelOrder } from '../../commands/orders/cancel-order.ts';
import type { FindOrder } from '../../commands/orders/find-order.ts';
import { placeOrder } from '../../commands/orders/place-order.ts';
import { reportPayment } from '../../commands/orders/report-payment.ts';
import { sum } from '../../domain/money.ts';
import { queryId } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { pointsForLines } from '../orders/cost-of-lines.ts';
import { orderSchema, viewOrder } from '../orders/order-view.ts';
import { partnerOf, routeOf } from './partner.ts';

const params = z.object({ order_id: queryId() });

const calculation = z.object({
  items: z.array(
    z.object({
      product_id: z.int(),
      name: z.string(),
      quantity: z.number(),
      price: amount(),
      total: amount(),
      is_modifier: z.boolean(),
    }),
  ),
  items_amount: amount(),
  delivery: z
    .object({
      price: amount(),
      zone_id: z.int().nullable(),
      zone_name: z.string().nullable(),
      minutes: z.int().nullable(),
      min_order_amount: amount(),
    })
    .nullable(),
  total_amount: amount(),
});

const ofSection = { method: 'post', tags: ['Orders'] } as const;

/** See docs/domain.md#orders. */
export const orderRoutes = (orders: Partners['orders'], findOrder: FindOrder): Route[] => [
  defineRoute({
    ...ofSection,
    operationId: 'calculateOrder',
    path: '/orders/calculate',
    ...routeOf(calculateOrder),
    cost: pointsForLines,
    readAfter: 'stop-list',
    responses: { 200: calculation },
    errors: [404],
    handler: async (request) => {
      const { result } = await orders.calculate(partnerOf(request), request.body, request.requestId);
      const { items, items_amount, delivery } = result;
      const lines = items.flatMap((item) => [viewLine(item, false), ...item.modifiers.map((it) => viewLine(it, true))]);
      const total_amount = sum(lines, (line) => line.total) + (delivery?.price ?? 0);
      return { body: { items: lines, items_amount, delivery, total_amount } };
    },
  }),
  defineRoute({
    ...ofSection,
    operationId: 'placeOrder',
    path: '/orders',
    ...routeOf(placeOrder),
    cost: pointsForLines,
    description: 'A repeat with the same external_id for the same point answers the order that was placed.',
    responses: { 200: orderSchema },
    errors: [404],
    handler: async (request) => {
      const { result } = await orders.place(partnerOf(request), request.body, request.requestId);
      return { body: viewOrder(result, request.language) };
    },
  }),
  defineRoute({
    method: 'get',
    operationId: 'getOrder',
    path: '/orders/:order_id',
    audience: 'partner',
    tags: ['Orders'],
    summary: 'An order and its current status',
    params,
    responses: { 200: orderSchema },
    errors: [404],
    handler: async (request) => {
      const order = await findOrder(partnerOf(request), request.params.order_id);
      return { body: viewOrder(order, request.language) };
    },
  }),
  defineRoute({
    ...ofSection,
    operationId: 'cancelOrder',
    path: '/orders/:order_id/cancel',
    ...routeOf(cancelOrder),
    params,
    responses: { 200: orderSchema },
    errors: [404, 409],
    handler: async (request) => {
      const input = { ...request.params, ...request.body };
      const { result, position } = await orders.cancel(partnerOf(request), input, request.requestId);
      return { position, body: viewOrder(result, request.language) };
    },
  }),
  defineRoute({
    ...ofSection,
    operationId: 'reportPayment',
    path: '/orders/:order_id/payment',
    ...routeOf(reportPayment),
    description:
      'Of an order that this key has placed and that waits for its payment: `provider_payment_id` and `amount`, or `failed`. A paid ' +
      'order goes on, a failed one is deleted. May be repeated: a payment counts once. Money that comes too late, or twice, is ' +
      'recorded, and the venue has to pay it back.',
    params,
    responses: { 200: orderSchema },
    errors: [404, 409],
    handler: async (request) => {
      const input = { ...request.body, ...request.params };
      const { result, position } = await orders.reportPayment(partnerOf(request), input, request.requestId);
      return { position, body: viewOrder(result, request.language) };
    },
  }),
];

interface Line {
  readonly product_id: number;
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
  readonly total: number;
}

const viewLine = ({ product_id, name, quantity, price, total }: Line, is_modifier: boolean) => ({
  product_id,
  name,
  quantity,
  price,
  total,
  is_modifier,
});
