import { z } from 'zod';
import { type CommandDefinition, defineCommand } from '../bus/command.ts';
import { requireAtWork } from '../employees/employees.ts';
import { id } from '../fields/fields.ts';
import { handleOrder, orderResult } from './handle-order.ts';
import type { OrderNeeds } from './order-needs.ts';

const order = z.object({ order_id: id() });

/** A step that needs only the order. */
const defineStep = (type: 'AcceptOrder' | 'StartCooking' | 'PackOrder' | 'DeliverOrder', summary: string) =>
  defineCommand({
    type,
    audiences: ['venue'],
    summary,
    input: order,
    result: orderResult,
    is_purgeable: true,
    run: ({ order_id }, context, needs: OrderNeeds) => handleOrder(context, needs, order_id, { type }),
  });

const acceptOrder = defineStep('AcceptOrder', 'The till accepts the order; prints what the kitchen has not got.');

const sendToKitchen = defineCommand({
  type: 'SendToKitchen',
  audiences: ['venue'],
  summary: 'Prints a kitchen ticket for lines that have none; each line prints once, ever.',
  input: order.extend({ line_ids: z.array(id()).max(1_000).optional() }),
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id, line_ids }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, { type: 'SendToKitchen', line_ids }),
});

const startCooking = defineStep('StartCooking', 'The kitchen works on the order.');

const packOrder = defineStep('PackOrder', 'The order is ready for handover or the courier.');

const handToCourier = defineCommand({
  type: 'HandToCourier',
  audiences: ['venue'],
  summary: 'The courier has the order.',
  input: order.extend({ courier_id: id().nullish() }),
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id, courier_id = null }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, async () => {
      if (courier_id !== null) await requireAtWork(context, courier_id, 'courier_id');
      return { type: 'HandToCourier', courier_id };
    }),
});

const deliverOrder = defineStep('DeliverOrder', 'The client has the order.');

export const orderStepCommands: readonly CommandDefinition<OrderNeeds>[] = [
  acceptOrder,
  sendToKitchen,
  startCooking,
  packOrder,
  handToCourier,
  deliverOrder,
];
