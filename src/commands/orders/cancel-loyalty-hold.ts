import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { id } from '../fields/fields.ts';
import { handleOrder, orderResult } from './handle-order.ts';
import type { OrderNeeds } from './order-needs.ts';

export const cancelLoyaltyHold = defineCommand({
  type: 'CancelLoyaltyHold',
  audiences: ['venue'],
  summary: 'The guest does not pay with points after all: those that are held for the cheque go back.',
  input: z.object({ order_id: id() }),
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, { type: 'GiveUpLoyaltyHold', operation_id: null, hold_id: null }),
});
