import { z } from 'zod';
import { orderDecider } from '../../domain/orders/decide.ts';
import type { OrderEvent } from '../../domain/orders/events.ts';
import { type PricedItem, priceCart } from '../../domain/orders/pricing.ts';
import { type Order, requirePlaced } from '../../domain/orders/state.ts';
import { type CommandDefinition, defineCommand } from '../bus/command.ts';
import { type CommandContext, isPast } from '../bus/context.ts';
import { id, name, quantity } from '../fields/fields.ts';
import { askFirst } from '../loop/ask-first.ts';
import type { Handled } from '../loop/handled.ts';
import type { OrderingPoint } from '../points/ordering-point.ts';
import { requireTillPoint } from '../points/till-point.ts';
import { tillDayOf } from '../shifts/till-day.ts';
import { recordOnUnits } from '../stop-list/record-on-units.ts';
import type { UnitHolds } from '../stop-list/unit-holds.ts';
import { requireOrder } from './find-order.ts';
import { tillItems } from './order-input.ts';
import type { OrderNeeds } from './order-needs.ts';

type Done = Pick<Handled<unknown, OrderEvent>, 'events' | 'position' | 'duplicate'>;

const addItems = defineCommand({
  type: 'AddItems',
  audiences: ['venue'],
  summary: 'Adds items to an open cheque, at the prices of their time; the kitchen gets them with the next ticket.',
  input: z.object({ order_id: id(), items: tillItems.min(1) }),
  result: z.object({ id: z.int(), order_id: z.int(), line_ids: z.array(z.int()) }),
  is_purgeable: true,
  run: async ({ order_id, items }, context, needs: OrderNeeds) => {
    const order = await requireOrder(context, order_id);
    // A repeat must not take units again: it could be refused for too few units, though the first run had them.
    const done = await context.recorded(orderDecider, order_id);
    if (done) return answerAdded(order, done);
    const point = await requireTillPoint(context, needs, order.point_id);
    const cart = priceCart(items, point.priceBook([], context.occurred_at));
    return answerAdded(order, await add(context, needs.units, order, cart.items));
  },
});

const add = async (
  context: CommandContext,
  units: UnitHolds,
  order: Order,
  items: readonly PricedItem[],
): Promise<Done> => {
  const { brand_id, point_id, order_id } = order;
  const of = { brand_id, point_id, order_id };
  const envelope = context.envelope(point_id);
  const wanted = items.flatMap((item) => [item, ...item.modifiers]);
  // This check comes before units are taken: items for a closed cheque must not take units, not even for a moment.
  askFirst(orderDecider, order, { type: 'AddItems', items, hold_id: null });
  return recordOnUnits<Done>(units, of, envelope, {
    take: () => units.takeMore({ ...of, wanted, is_sold: isPast(context) }, envelope),
    record: (hold_id) => context.handle(orderDecider, order_id, { type: 'AddItems', items, hold_id }, { point_id }),
    isUsed: () => true,
  });
};

const answerAdded = ({ order_id }: Order, { events, position, duplicate }: Done) => {
  const line_ids = events.flatMap((event) =>
    event.type === 'ItemsAdded' ? event.data.lines.map((line) => line.line_id) : [],
  );
  return { position, duplicate, result: { id: order_id, order_id, line_ids } };
};

const removeItem = defineCommand({
  type: 'RemoveItem',
  audiences: ['venue'],
  summary: 'Takes units of a line off an open cheque; the kitchen gets a slip for what was printed.',
  input: z.object({ order_id: id(), line_id: id(), quantity: quantity(), reason: name(500) }),
  result: z.object({ id: z.int(), order_id: z.int(), line_id: z.int() }),
  run: async ({ order_id, line_id, quantity, reason }, context, needs: OrderNeeds) => {
    const order = await requireOrder(context, order_id);
    const { point_id } = order;
    const point = await requireTillPoint(context, needs, point_id);
    const ofLine = order.lines.filter((line) => line.line_id === line_id);
    const divisible_product_ids = divisiblesOf(
      point,
      ofLine.flatMap((line) => [line, ...line.modifiers]),
    );
    const day = await tillDayOf(context, point.point, context.occurred_at, order.undone_shift_id);
    const command = { type: 'RemoveItem' as const, line_id, quantity, reason, divisible_product_ids, ...day };
    const handled = await context.handle(orderDecider, order_id, command, { point_id });
    // The process held-units gives them back, too. The command does it as well, so that the next order may have them at
    // once.
    const after = requirePlaced(handled.state);
    const returned = await needs.units.fit(after, context.envelope(point_id)).catch(() => null);
    const position = returned ?? handled.position;
    return { position, duplicate: handled.duplicate, result: { id: order_id, order_id, line_id } };
  },
});

/** The products of these lines that are sold in parts of a unit. */
export const divisiblesOf = (point: OrderingPoint, lines: readonly { readonly product_id: number }[]): number[] =>
  lines.map((line) => line.product_id).filter((productId) => point.product(productId)?.is_divisible);

export const chequeItemCommands: readonly CommandDefinition<OrderNeeds>[] = [addItems, removeItem];
