import { z } from 'zod';
import { orderDecider } from '../../domain/orders/decide.ts';
import { type CommandDefinition, defineCommand } from '../bus/command.ts';
import { id, money, name } from '../fields/fields.ts';
import { askFirst } from '../loop/ask-first.ts';
import { requirePoint } from '../points/require-point.ts';
import { cancellationFields, cancellationOf, deletionDay } from './cancellation.ts';
import { handleOrder, orderResult } from './handle-order.ts';
import type { OrderNeeds } from './order-needs.ts';
import { paymentFor } from './provider-payment.ts';
import { isOfEarlierDay, releaseOnLaterDay } from './release.ts';

const order = z.object({ order_id: id() });

const registerPayment = defineCommand({
  type: 'RegisterPayment',
  audiences: ['venue'],
  summary: 'An online payment came in: the order goes on. Too late, it is recorded and has to be paid back.',
  input: order.extend({ provider_payment_id: name(255), amount: money() }),
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id, ...payment }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, (order) => paymentFor(context, order, payment)),
});

const failPayment = defineCommand({
  type: 'FailPayment',
  audiences: ['venue'],
  summary: 'The online payment failed: the order is deleted.',
  input: order.extend({ reason: name(500) }),
  result: orderResult,
  run: ({ order_id, reason }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, async (order) => ({
      type: 'FailPayment',
      reason,
      ...(await deletionDay(context, needs, order)),
    })),
});

const confirmOrder = defineCommand({
  type: 'ConfirmOrder',
  audiences: ['venue'],
  summary: 'The operator takes the order: it goes on to its time, or to the till.',
  input: order,
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id }, context, needs: OrderNeeds) => handleOrder(context, needs, order_id, { type: 'ConfirmOrder' }),
});

const rejectOrder = defineCommand({
  type: 'RejectOrder',
  audiences: ['venue'],
  summary: 'The operator does not take the order: it is deleted.',
  input: order.extend(cancellationFields),
  result: orderResult,
  run: ({ order_id, ...cancellation }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, async (order) => ({
      type: 'RejectOrder',
      ...(await cancellationOf(context, needs, order, cancellation)),
      ...(await deletionDay(context, needs, order)),
    })),
});

const releasePreorder = defineCommand({
  type: 'ReleasePreorder',
  audiences: ['venue'],
  summary:
    'The preorder goes to the till now, before its time; to an operator, if it is of an earlier day and the stop-list is short.',
  input: order,
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, async (order) => {
      const release = { type: 'ReleasePreorder' } as const;
      // This check comes before units are taken: an order that does not wait for its time must take none.
      askFirst(orderDecider, order, release);
      const point = await requirePoint(context, order.point_id);
      // The time is now, and not the time that the till wrote: the stop-list says which units are left now.
      if (!isOfEarlierDay(order, new Date(context.now).toISOString(), point)) return release;
      return releaseOnLaterDay(order, needs.units, context.envelope(order.point_id));
    }),
});

export const waitingOrderCommands: readonly CommandDefinition<OrderNeeds>[] = [
  registerPayment,
  failPayment,
  confirmOrder,
  rejectOrder,
  releasePreorder,
];
