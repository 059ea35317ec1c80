import { orderDecider } from '../../domain/orders/decide.ts';
import { requireCancellable } from '../../domain/orders/deletion.ts';
import { type Order, requirePlaced } from '../../domain/orders/state.ts';
import type { PartnerContext } from '../bus/context.ts';
import { defineOperation } from '../bus/operation.ts';
import { requirePointOfBrand } from '../points/require-point.ts';
import { tillDayOf } from '../shifts/till-day.ts';
import { giveBackUnits } from '../stop-list/deleted-units.ts';
import { requireCause } from './cancellation.ts';
import { requireOrder } from './find-order.ts';
import { type CancelOrderInput, cancelOrderInput } from './order-input.ts';
import type { OrderNeeds } from './order-needs.ts';

export const cancelOrder = defineOperation({
  audiences: ['partner'],
  summary: 'Cancel an order the till has not accepted yet',
  input: cancelOrderInput,
  answerAfter: 'all',
  run: async (input: CancelOrderInput & { readonly order_id: number }, context, needs: OrderNeeds) => {
    const { order_id, comment = null } = input;
    const order = await requireOrder(context, order_id);
    const { point_id } = order;
    // This check comes first: a repeat is a conflict, also if its cause is wrong.
    requireCancellable(order);
    const cause = await causeOf(context, needs, order, input);
    const cancelled = { cancel_cause_id: cause?.id ?? null, cancel_cause_name: cause?.name ?? null, comment };
    const point = await requirePointOfBrand(context, context.brand_id, point_id);
    const day = await tillDayOf(context, point, context.occurred_at, order.undone_shift_id);
    const command = { type: 'CancelOrder' as const, ...cancelled, ...day };
    const { state, events, position } = await context.handle(orderDecider, order_id, command, { point_id });
    const returned = await giveBackUnits(needs.units, order, events, context.envelope(point_id));
    return { position: returned ?? position, result: requirePlaced(state) };
  },
});

const causeOf = async (
  { brand_id }: PartnerContext,
  { points }: OrderNeeds,
  { point_id }: Order,
  { cancel_cause_id, comment }: CancelOrderInput,
) => {
  if (cancel_cause_id == null) return undefined;
  const point = await points.find(brand_id, point_id);
  return requireCause(point?.cancel_causes.get(cancel_cause_id), comment);
};
