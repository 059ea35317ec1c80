import { z } from 'zod';
import type { OrderCommand } from '../../domain/orders/commands.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { type Order, requirePlaced } from '../../domain/orders/state.ts';
import { ORDER_STATUSES } from '../../domain/orders/status.ts';
import { type CommandOutcome, outcome } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { settleWithOrganization } from '../organizations/organization-charges.ts';
import { endSeating } from '../reservations/end-seating.ts';
import { giveBackUnits } from '../stop-list/deleted-units.ts';
import { requireOrder } from './find-order.ts';
import type { OrderNeeds } from './order-needs.ts';

/** With the status after the command. */
export const orderResult = z.object({ id: z.int(), order_id: z.int(), status: z.enum(ORDER_STATUSES) });
export type OrderResult = z.infer<typeof orderResult>;

/**
 * Carries out a command on an order of the caller, and answers the status of the order after it. If the order was
 * deleted, gives its units back. If its cheque ended, closes the reservation. If it was reopened, releases what its
 * organization was charged. `command` is not called when a repeat finds what the first run did.
 */
export const handleOrder = async (
  context: CommandContext,
  { units, charges, reservations }: Pick<OrderNeeds, 'units' | 'charges' | 'reservations'>,
  orderId: number,
  command: OrderCommand | ((order: Order) => Promise<OrderCommand>),
): Promise<CommandOutcome<OrderResult>> => {
  const order = await requireOrder(context, orderId);
  const { point_id } = order;
  const decideNow = async () => {
    const decided = typeof command === 'function' ? await command(order) : command;
    return context.handle(orderDecider, orderId, decided, { point_id });
  };
  const handled = (await context.recorded(orderDecider, orderId)) ?? (await decideNow());
  const { status } = requirePlaced(handled.state);
  const answer = outcome(handled, () => ({ id: orderId, order_id: orderId, status }));
  await settleWithOrganization(charges, order, handled.events, context.envelope(point_id));
  const returned = await giveBackUnits(units, order, handled.events, context.envelope(point_id));
  const ended = await endSeating(context, reservations, order, handled.events);
  return { ...answer, position: ended ?? returned ?? answer.position };
};
