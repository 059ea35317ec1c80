import { z } from 'zod';
import type { AssignCheque } from '../../domain/orders/commands.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import type { Order } from '../../domain/orders/state.ts';
import { conflict, invalid } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import { type CommandDefinition, defineCommand } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { requireAtWork } from '../employees/employees.ts';
import { id, integer, money, name, percent } from '../fields/fields.ts';
import { askFirst } from '../loop/ask-first.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { requireTillPoint } from '../points/till-point.ts';
import { reseatGuests } from '../reservations/reseat-guests.ts';
import { handleOrder, orderResult } from './handle-order.ts';
import type { OrderNeeds } from './order-needs.ts';

const order = z.object({ order_id: id() });

const adjustCheque = defineCommand({
  type: 'AdjustCheque',
  audiences: ['venue'],
  summary:
    'Sets the discount on the goods (an amount, or a percentage that follows the lines until the cheque is closed) with its reason, the service charge and the delivery charge; those left out stay.',
  input: order.extend({
    discount: money().nullish(),
    discount_percent: percent(100).nullish(),
    discount_reason: name(500).nullish(),
    service_amount: money().nullish(),
    delivery_amount: money().nullish(),
  }),
  result: orderResult,
  is_purgeable: true,
  run: async ({ order_id, ...given }, context, needs: OrderNeeds) => {
    if (given.discount != null && given.discount_percent != null) {
      throw invalid('discount_or_percent', { field: 'discount_percent' });
    }
    return handleOrder(context, needs, order_id, {
      type: 'AdjustCheque',
      discount: given.discount ?? undefined,
      discount_percent: given.discount_percent ?? undefined,
      discount_reason: given.discount_reason ?? undefined,
      service_amount: given.service_amount ?? undefined,
      delivery_amount: given.delivery_amount ?? undefined,
    });
  },
});

const assignCheque = defineCommand({
  type: 'AssignCheque',
  audiences: ['venue'],
  summary:
    'Says whose the cheque is; what is left out stays, null takes it away. With its table, seated guests of a reservation go there: 409 if it is not free.',
  input: order.extend({
    waiter_id: id().nullish(),
    courier_id: id().nullish(),
    table_id: id().nullish(),
    guests: integer().min(1).max(1_000).nullish(),
    organization_id: id().nullish(),
  }),
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id, guests, ...assigned }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, async (order) => {
      for (const field of ['waiter_id', 'courier_id'] as const) {
        if (assigned[field] != null) await requireAtWork(context, assigned[field], field);
      }
      if (assigned.organization_id != null) await requireOrganization(context, assigned.organization_id);
      await requireTable(context, needs, order.point_id, assigned.table_id);
      const command = { type: 'AssignCheque' as const, assigned: { ...assigned, persons: guests ?? undefined } };
      await moveGuests(context, needs, order, command);
      return command;
    }),
});

/** Guests with a reservation move together with their cheque, or both stay. */
const moveGuests = async (
  context: CommandContext,
  needs: OrderNeeds,
  order: Order,
  command: AssignCheque,
): Promise<void> => {
  const { table_id } = command.assigned;
  if (table_id == null) return;
  // This check comes before the book moves the guests: if the cheque cannot move, the guests stay at their table.
  askFirst(orderDecider, order, command);
  await reseatGuests(context, needs, order, table_id);
};

const requireTable = async (
  context: CommandContext,
  needs: OrderNeeds,
  pointId: string,
  tableId: number | null | undefined,
) => {
  if (tableId == null) return;
  const { tables } = await requireTillPoint(context, needs, pointId);
  if (!tables.has(tableId)) throw invalid('table_not_found', { field: 'table_id' });
};

const reopenCheque = defineCommand({
  type: 'ReopenCheque',
  audiences: ['venue'],
  summary: 'Undoes the closing: the cheque stands where it stood before, until it is closed again.',
  input: order.extend({ reason: name(500) }),
  result: orderResult,
  is_purgeable: true,
  run: ({ order_id, reason }, context, needs: OrderNeeds) =>
    handleOrder(context, needs, order_id, async (order) => {
      await requireUnaccepted(context, order);
      return { type: 'ReopenCheque', reason };
    }),
});

/**
 * When a shift is accepted, its money was handed over, so its sum is final. A mistake in it is corrected by a return.
 */
const requireUnaccepted = async (context: CommandContext, { point_id, cheque }: Order): Promise<void> => {
  if (cheque === null) return;
  const { open_shift, unaccepted_shift_ids } = await context.load(tillDecider, point_id);
  const { shift_id } = cheque;
  if (open_shift?.shift_id === shift_id || unaccepted_shift_ids.includes(shift_id)) return;
  throw conflict('shift_already_accepted');
};

export const chequeChangeCommands: readonly CommandDefinition<OrderNeeds>[] = [
  adjustCheque,
  assignCheque,
  reopenCheque,
];
