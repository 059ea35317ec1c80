import { z } from 'zod';
import { defineCommand } from '../bus/command.ts';
import { id } from '../fields/fields.ts';
import { cancellationFields, cancellationOf, deletionDay } from './cancellation.ts';
import { handleOrder, orderResult } from './handle-order.ts';
import type { OrderNeeds } from './order-needs.ts';

/** Cancels at the till, at any status that is not final. The kitchen gets a slip for lines with a ticket. */
export const deleteCheque = defineCommand({
  type: 'DeleteCheque',
  audiences: ['venue'],
  summary: 'Deletes the cheque; the kitchen gets a cancellation slip for what was printed.',
  input: z.object({ order_id: id(), ...cancellationFields }),
  result: orderResult,
  run: ({ order_id, ...cancellation }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, async (order) => ({
      type: 'DeleteCheque',
      ...(await cancellationOf(context, needs, order, cancellation)),
      ...(await deletionDay(context, needs, order)),
    })),
});
