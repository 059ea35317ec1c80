import { z } from 'zod';
import { amount } from '../../commands/bus/answer-fields.ts';
import type { OrderDesk } from '../../commands/orders/order-desk.ts';
import { calculateInput, cancelOrderInput, placeOrderInput } from '../../commands/orders/order-input.ts';
import { sum } from '../../domain/money.ts';
import { queryId } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { orderSchema, viewOrder } from '../orders/order-view.ts';
import { partnerOf } from './partner.ts';

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

/** 500 items of 100 modifiers each. */
const LARGEST_ORDER = 4 * 1024 ** 2;

/** See docs/domain.md#orders. */
export const orderRoutes = (desk: OrderDesk): Route[] => [
  defineRoute({
    method: 'post',
    path: '/orders/calculate',
    audience: 'partner',
    tags: ['Orders'],
    summary: 'Price a cart',
    body: calculateInput,
    readAfter: 'stop-list',
    bodyLimit: LARGEST_ORDER,
    responses: { 200: calculation },
    errors: [404],
    handler: async (request) => {
      const { items, items_amount, delivery } = await desk.calculate(partnerOf(request), request.body);
      const lines = items.flatMap((item) => [viewLine(item, false), ...item.modifiers.map((it) => viewLine(it, true))]);
      const total_amount = sum(lines, (line) => line.total) + (delivery?.price ?? 0);
      return { body: { items: lines, items_amount, delivery, total_amount } };
    },
  }),
  defineRoute({
    method: 'post',
    path: '/orders',
    audience: 'partner',
    tags: ['Orders'],
    summary: 'Place an order',
    description: 'A repeat with the same external_id for the same point answers the order that was placed.',
    body: placeOrderInput,
    bodyLimit: LARGEST_ORDER,
    responses: { 200: orderSchema },
    errors: [404],
    handler: async (request) => {
      const order = await desk.place(partnerOf(request), request.body, request.requestId);
      return { body: viewOrder(order, request.language) };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/orders/:order_id',
    audience: 'partner',
    tags: ['Orders'],
    summary: 'An order and its current status',
    params,
    responses: { 200: orderSchema },
    errors: [404],
    handler: async (request) => {
      const order = await desk.find(partnerOf(request), request.params.order_id);
      return { body: viewOrder(order, request.language) };
    },
  }),
  defineRoute({
    method: 'post',
    path: '/orders/:order_id/cancel',
    audience: 'partner',
    tags: ['Orders'],
    summary: 'Cancel an order the till has not accepted yet',
    params,
    body: cancelOrderInput,
    responses: { 200: orderSchema },
    errors: [404, 409],
    handler: async (request) => {
      const { order_id } = request.params;
      const order = await desk.cancel(partnerOf(request), order_id, request.body, request.requestId);
      return { body: viewOrder(order, request.language) };
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
